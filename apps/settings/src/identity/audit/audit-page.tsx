import './audit.css';
import type { AuditRow } from '@billhook/contract/identity/audit';
import type { Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Button, Text } from '@mantine/core';
import { IconDownload, IconHistory } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { ProgramName } from '../../shared/workspace/program-name.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { AuditExportDialog } from './audit-export-dialog.js';
import { AuditFilters } from './audit-filters.js';
import type { AuditSearch } from './audit-search.js';
import { useAuditLog } from './audit.queries.js';
import { EntryDialog } from './entry-dialog.js';
import { useAuditTexts, type NamedTarget } from './use-audit-texts.js';

const route = getRouteApi('/audit-log');
const EMAIL = /^\S+@\S+$/;

export function AuditPage() {
  const { t } = useTexts('audit');
  const reads = useHolds('audit.read');
  if (reads) return <AuditList />;
  return (
    <>
      <PageHeader title={t('words:auditLog')} lead={t('lead')} />
      <NoPermission title={t('forbidden')} permission="audit.read" />
    </>
  );
}

function AuditList() {
  const { t } = useTexts('audit');
  const words = useAuditTexts();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useAuditLog(search);
  const [opened, setOpened] = useState<AuditRow>();
  const [exporting, setExporting] = useState(false);
  const filter = (change: AuditSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: {}, replace: true });

  const columns: Column<AuditRow>[] = [
    {
      key: 'what',
      header: t('what'),
      wide: true,
      render: (entry) => {
        const what = words.action(entry);
        return (
          <Anchor
            component="button"
            type="button"
            size="sm"
            fw={600}
            ta="left"
            aria-haspopup="dialog"
            title={t('open', { what })}
            onClick={() => setOpened(entry)}
          >
            {what}
          </Anchor>
        );
      },
    },
    { key: 'when', header: t('when'), render: ({ at }) => <When at={at} /> },
    { key: 'who', header: t('who'), render: (entry) => <NamedCell named={words.actor(entry)} /> },
    { key: 'target', header: t('target'), render: (entry) => <NamedCell named={words.target(entry)} /> },
    {
      key: 'from',
      header: t('from'),
      render: ({ ip, browser, system, userAgent }) => (
        <>
          <span className="bh-anywhere">{ip ?? '–'}</span>
          {userAgent && <ProgramName {...{ browser, system, userAgent }} />}
        </>
      ),
    },
  ];

  return (
    <>
      <PageHeader
        title={t('words:auditLog')}
        lead={t('lead')}
        actions={
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            aria-haspopup="dialog"
            onClick={() => setExporting(true)}
          >
            {t('export.action')}
          </Button>
        }
      />
      <AuditFilters search={search} onFilter={filter} onClear={clear} />
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconHistory} title={t('emptyTitle')}>
            {t('emptyBody')}
          </EmptyState>
        }
      />
      {opened && (
        <EntryDialog
          entry={opened}
          onFilter={(change) => {
            setOpened(undefined);
            void navigate({ search: change });
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {exporting && <AuditExportDialog search={search} onClose={() => setExporting(false)} />}
    </>
  );
}

/** The exact time, for comparison with other logs, and below it the relative time. */
function When({ at }: { at: string }) {
  const format = useFormat();
  return (
    <>
      <time dateTime={at}>{format.dateTime(at)}</time>
      <Text size="xs" c="dimmed" component="div">
        <RelativeTime at={at} />
      </Text>
    </>
  );
}

const Name = ({ text }: { text: string }) => (
  <span className="bh-anywhere">{EMAIL.test(text) ? <EmailAddress address={text} /> : text}</span>
);

function NamedCell({ named }: { named: NamedTarget | undefined }) {
  if (!named) return '–';
  return (
    <>
      <Name text={named.name} />
      {named.which && (
        <Text size="xs" c="dimmed" component="div">
          <Name text={named.which} />
        </Text>
      )}
    </>
  );
}

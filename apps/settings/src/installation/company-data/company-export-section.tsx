import type { CompanyExportView } from '@billhook/contract/installation/company-export';
import { READY_EXPORT_STATUSES } from '@billhook/domain/identity/company-export';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text } from '@mantine/core';
import { ConfirmedDownload } from '../../identity/session/confirmed-download.js';
import { useInSandbox, useSignedIn } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import { archivePath, useCompanyExports, useRequestExport } from './company-data.queries.js';

/** Requests exports, shows their progress and offers their files. */
export function CompanyExportSection() {
  const { t } = useTexts('companyData');
  const inSandbox = useInSandbox();
  const { sendsMail } = useSignedIn();
  const exports = useCompanyExports();
  const request = useRequestExport();
  const rows = exports.data?.data ?? [];
  const running = rows.some(({ status }) => status === 'Running');
  return (
    <Section title={t('export.title')}>
      <Stack gap="md">
        <Text size="sm">
          {t('export.lead')} {sendsMail && t('export.email')}
        </Text>
        <div>
          <Button loading={request.pending} disabled={running} onClick={() => request.start([])}>
            {t(inSandbox ? 'export.requestSandbox' : 'export.request')}
          </Button>
        </div>
        {request.error && <ErrorState error={request.error} />}
        {exports.error && <ErrorState error={exports.error} onRetry={() => void exports.refetch()} />}
        {rows.length > 0 && <Exports rows={rows} />}
      </Stack>
    </Section>
  );
}

function Exports({ rows }: { rows: readonly CompanyExportView[] }) {
  const { t } = useTexts('companyData');
  const columns: Column<CompanyExportView>[] = [
    {
      key: 'requested',
      header: t('export.requested'),
      wide: true,
      render: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
    { key: 'progress', header: t('export.progress'), render: (row) => <Progress row={row} /> },
    { key: 'file', header: t('export.file'), render: (row) => <Download row={row} /> },
  ];
  return <DataTable label={t('export.title')} columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

function Progress({ row: { status, records, total, missing } }: { row: CompanyExportView }) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const done = format.number(records);
  if (status === 'Failed') return t('export.failed');
  if (status !== 'Running') {
    return (
      <Stack gap={4}>
        <span>{t('export.records', { count: records, done })}</span>
        {missing > 0 && (
          <Text size="xs" fw={600}>
            {t('export.missing', { count: missing, number: format.number(missing) })}
          </Text>
        )}
      </Stack>
    );
  }
  return (
    <span role="status">
      {total === null ? t('export.starting') : t('export.running', { done, total: format.number(total) })}
    </span>
  );
}

function Download({ row: { id, status, expiresAt } }: { row: CompanyExportView }) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  if (status === 'Expired') return t('export.expired');
  if (!READY_EXPORT_STATUSES.some((one) => one === status) || !expiresAt) return '–';
  return (
    <Stack gap={4} align="flex-start">
      <ConfirmedDownload href={archivePath(id)} size="xs">
        {t('export.download')}
      </ConfirmedDownload>
      <Text size="xs" c="dimmed">
        {t('export.until', { day: format.date(expiresAt) })}
      </Text>
    </Stack>
  );
}

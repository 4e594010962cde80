import type { MailView } from '@billhook/contract/invoicing/mail';
import { MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import type { Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useMailTexts } from '../../shared/texts/mails.js';
import { FilterBar, FilterSelect } from '../../shared/workspace/filter-bar.js';
import { PageLink } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { rowsOf, useRecordList } from '../../shared/workspace/records.js';
import { MailRecordLink } from './mail-record-link.js';
import type { MailSearch } from './mail-search.js';
import { NoMailNotice } from './no-mail-notice.js';

const route = getRouteApi('/mails');

export function MailListPage() {
  const { t } = useMailTexts();
  const statusText = useStatusText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { status, resource, recordId } = search;
  const list = useRecordList('mails', { status, resource, recordId });
  const filter = (change: MailSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: {}, replace: true });

  const recordNumber = rowsOf(list).find((mail) => mail.recordId === recordId)?.number ?? null;

  const columns: Column<MailView>[] = [
    {
      key: 'subject',
      header: t('subject'),
      wide: true,
      render: ({ id, subject }) => (
        <PageLink to="/mails/$id" params={{ id }} fw={600} className="bh-anywhere">
          {subject}
        </PageLink>
      ),
    },
    {
      key: 'record',
      header: t('record'),
      render: (mail) => (
        <span className="st-date">
          <MailRecordLink mail={mail} />
        </span>
      ),
    },
    {
      key: 'recipients',
      header: t('recipients'),
      render: ({ recipients }) =>
        recipients.map((address) => (
          <div key={address}>
            <EmailAddress address={address} />
          </div>
        )),
    },
    { key: 'written', header: t('written'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
    {
      key: 'status',
      header: t('status'),
      render: ({ status: is, lastError }) => (
        <Stack gap={4} align="flex-start">
          <RecordStatus kind="mail" status={is} />
          {lastError && is !== 'Kept' && (
            <Text size="xs" c="dimmed" className="bh-anywhere" maw={260} lineClamp={3}>
              {lastError}
            </Text>
          )}
        </Stack>
      ),
    },
  ];

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <NoMailNotice />
      <FilterBar filtered={isFiltered(search)} onClear={clear}>
        <FilterSelect
          label={t('status')}
          value={status}
          options={MAIL_STATUSES.map((value) => ({ value, label: statusText('mail', value) }))}
          onChange={(next) => filter({ status: next })}
        />
        <FilterSelect
          label={t('record')}
          value={resource}
          options={MAIL_RESOURCES.map((value) => ({ value, label: t(`resources.${value}`) }))}
          onChange={(next) => filter({ resource: next, recordId: undefined })}
        />
      </FilterBar>
      {resource && recordId && (
        <Text size="sm" mb="sm">
          {t('onlyRecord')} <MailRecordLink mail={{ resource, recordId, number: recordNumber }} />
        </Text>
      )}
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconMail} title={t('emptyTitle')}>
            {t('emptyBody')}
          </EmptyState>
        }
      />
    </>
  );
}

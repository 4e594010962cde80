import type { MailView } from '@billhook/contract/invoicing/mail';
import { MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import type { Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { useMailProblemText } from './mail-error.js';
import { MailRecordLink } from './mail-record-link.js';
import { NoMailNotice } from './no-mail-notice.js';

const route = getRouteApi('/mails');

export function MailListPage() {
  const { t } = useTexts('mails');
  const columns = useMailColumns();
  const statusText = useStatusText();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { resource, recordId } = search;
  return (
    <RecordListPage
      resource="mails"
      icon={IconMail}
      words={{ title: t('title'), lead: t('lead'), table: t('table'), empty: t('emptyTitle') }}
      emptyBody={t('emptyBody')}
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={search}
      filters={[
        {
          kind: 'select',
          member: 'status',
          label: t('status'),
          options: MAIL_STATUSES.map((value) => ({ value, label: statusText('mail', value) })),
        },
        {
          kind: 'select',
          member: 'resource',
          label: t('record'),
          options: MAIL_RESOURCES.map((value) => ({ value, label: t(`resources.${value}`) })),
          clears: 'recordId',
        },
      ]}
      columns={columns}
      notice={<NoMailNotice />}
      only={(rows) => {
        if (!resource || !recordId) return null;
        const number = rows.find((mail) => mail.recordId === recordId)?.number ?? null;
        return (
          <>
            {t('onlyRecord')} <MailRecordLink mail={{ resource, recordId, number }} />
          </>
        );
      }}
    />
  );
}

function useMailColumns(): Column<MailView>[] {
  const { t } = useTexts('mails');
  const problemText = useMailProblemText();
  return [
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
      render: (mail) => (
        <Stack gap={4} align="flex-start">
          <RecordStatus kind="mail" status={mail.status} />
          {mail.problem && (
            <Text size="xs" c="dimmed" maw={260}>
              {problemText(mail)}
            </Text>
          )}
        </Stack>
      ),
    },
  ];
}

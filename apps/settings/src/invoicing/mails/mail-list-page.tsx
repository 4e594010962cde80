import type { MailView } from '@billhook/contract/invoicing/mail';
import { MAIL_RESOURCES, MAIL_STATUSES } from '@billhook/domain/invoicing/mail';
import type { Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { Fragment } from 'react';
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
      phone: 'first',
      render: ({ id, subject }) => (
        <PageLink to="/mails/$id" params={{ id }} fw={600} className="ws-one-line" title={subject}>
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
      phone: 'second',
      render: ({ recipients }) => (
        <span className="ws-one-line" title={recipients.join(', ')}>
          {recipients.map((address, n) => (
            <Fragment key={address}>
              {n > 0 && ', '}
              <EmailAddress address={address} />
            </Fragment>
          ))}
        </span>
      ),
    },
    {
      key: 'written',
      header: t('written'),
      phone: 'firstEnd',
      render: ({ createdAt }) => <RelativeTime ofCompany at={createdAt} />,
    },
    {
      key: 'status',
      header: t('status'),
      phone: 'secondEnd',
      render: (mail) => (
        <Group gap="xs" wrap="nowrap">
          <RecordStatus kind="mail" status={mail.status} />
          {mail.problem && (
            <Text size="xs" c="dimmed" maw={260} className="ws-one-line" title={problemText(mail)}>
              {problemText(mail)}
            </Text>
          )}
        </Group>
      ),
    },
  ];
}

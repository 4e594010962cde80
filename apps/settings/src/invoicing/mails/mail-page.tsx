import type { MailDetail } from '@billhook/contract/invoicing/mail';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useHolds, useInSandbox, useSignedIn } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions } from '../../shared/workspace/record-actions.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { useChangeRecord, useRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';
import { MailContent } from './mail-content.js';
import { MailError } from './mail-error.js';
import { MailRecordLink } from './mail-record-link.js';
import { NoMailNotice } from './no-mail-notice.js';

const route = getRouteApi('/mails/$id');

export function MailPage() {
  const { id } = route.useParams();
  const query = useRecord('mails', id);
  return <RecordGate query={query}>{(mail) => <Mail key={mail.id} mail={mail} />}</RecordGate>;
}

function Mail({ mail }: { mail: MailDetail }) {
  const { t } = useTexts('mails');
  const workspace = useTexts('workspace');
  const mayWrite = useHolds('invoice.write');
  const { sendsMail } = useSignedIn();
  const inSandbox = useInSandbox();
  const refresh = useRefreshRecords();
  const change = useChangeRecord<'mails', unknown>('mails', mail.id);
  const retriable = mail.status === 'Failed' || mail.status === 'Kept';

  const refused = () => {
    if (!mayWrite) return workspace.t('actions.noPermission', { permission: 'invoice.write' });
    if (!retriable) return t('retryRefused.state');
    if (inSandbox) return t('retryRefused.sandbox');
    return sendsMail ? undefined : t('retryRefused.off');
  };
  const retry = () => change.start([{ part: 'retry' }], { onSuccess: () => notify.done(t('retried')) });

  return (
    <>
      <RecordHeader
        title={mail.subject}
        back={<PageLink to="/mails">{t('back')}</PageLink>}
        status={<RecordStatus kind="mail" status={mail.status} />}
        lead={<MailRecordLink mail={mail} />}
        actions={
          <RecordActions
            main={[
              {
                key: 'retry',
                label: t('actions.retry'),
                icon: IconSend,
                primary: retriable && sendsMail,
                pending: change.pending,
                refused: refused(),
                run: retry,
              },
            ]}
          />
        }
      />
      <NoMailNotice />
      {change.error && <ChangeError error={change.error} onReload={() => void refresh().then(() => change.clear())} />}
      <DetailLayout aside={<MailDetails mail={mail} />}>
        <MailContent mail={mail} />
      </DetailLayout>
    </>
  );
}

function MailDetails({ mail }: { mail: MailDetail }) {
  const { t } = useTexts('mails');
  const { actor } = useActorTexts();
  const { recipients, refused, sentAt, nextAttemptAt, attempts } = mail;
  return (
    <Section title={t('facts')}>
      <Stack gap="md">
        <Text size="sm">{t(`statusIs.${mail.status}`)}</Text>
        <Facts
          facts={[
            {
              label: t('error'),
              value: mail.problem && <MailError mail={mail} />,
            },
            {
              label: t('refused'),
              value:
                refused.length > 0 &&
                refused.map(({ recipient, reply }) => (
                  <div key={recipient}>
                    {recipient}
                    <Text size="xs" c="dimmed">
                      {reply}
                    </Text>
                  </div>
                )),
            },
            { label: t('recipients'), value: recipients.map((address) => <Address key={address} address={address} />) },
            { label: t('fromName'), value: mail.fromName },
            { label: t('replyTo'), value: mail.replyTo && <Address address={mail.replyTo} /> },
            { label: t('attachment'), value: mail.attachmentName },
            { label: t('written'), value: <RelativeTime ofCompany at={mail.createdAt} /> },
            { label: t('by'), value: <Address address={actor(mail.createdByActor)} /> },
            { label: t('sent'), value: sentAt && <RelativeTime at={sentAt} /> },
            { label: t('next'), value: nextAttemptAt && <RelativeTime at={nextAttemptAt} /> },
            { label: t('attempts'), value: attempts > 0 && String(attempts) },
            { label: t('messageId'), value: mail.messageId },
          ]}
        />
      </Stack>
    </Section>
  );
}

function Address({ address }: { address: string }) {
  return (
    <div>
      <EmailAddress address={address} />
    </div>
  );
}

import type { InvoiceView } from '@billhook/contract/invoice';
import type { QuoteView } from '@billhook/contract/quote';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { CopyButton } from '@billhook/ui/components/copy-button';
import { notify } from '@billhook/ui/notify';
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconExternalLink, IconLink, IconLinkOff, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { useHolds } from '../session/queries.js';
import { useDocumentsTexts } from '../texts/documents.js';
import { ChangeError } from '../workspace/change-error.js';
import { Facts, Section } from '../workspace/detail.js';
import { PageLink } from '../workspace/links.js';
import { RecordStatus } from '../workspace/record-status.js';
import { useChangeRecord, useRefreshRecords } from '../workspace/records.js';

type Delivery = NonNullable<InvoiceView['delivery']>;

interface HandOverSectionProps {
  readonly resource: 'invoices' | 'quotes';
  readonly document: Pick<InvoiceView | QuoteView, 'id' | 'version' | 'publicUrl' | 'delivery' | 'viewedAt' | 'sentAt'>;
  /** Whether the reader may open and revoke the link now. */
  readonly mayLink: boolean;
}

/** How the document came to the client: the mail and its fate, the link, and whether it was opened. */
export function HandOverSection({ resource, document, mayLink }: HandOverSectionProps) {
  const { t } = useDocumentsTexts();
  const { delivery, publicUrl, viewedAt, sentAt } = document;
  if (sentAt === null) return null;
  return (
    <Section title={t('handOver.title')}>
      <Stack gap="md">
        <Facts
          facts={[
            { label: t('handOver.sentAt'), value: <RelativeTime at={sentAt} /> },
            {
              label: t('handOver.viewedAt'),
              value: viewedAt ? <RelativeTime at={viewedAt} /> : t('handOver.notViewed'),
            },
            ...(delivery
              ? [
                  { label: t('handOver.mail'), value: <MailStatus delivery={delivery} /> },
                  { label: t('handOver.to'), value: delivery.to.join(', ') },
                  { label: t('handOver.error'), value: delivery.error },
                ]
              : []),
          ]}
        />
        {delivery?.status === 'Kept' && (
          <Text size="sm" c="dimmed">
            {t('handOver.kept')}
          </Text>
        )}
        {(publicUrl !== null || mayLink) && <PublicLink resource={resource} document={document} mayLink={mayLink} />}
      </Stack>
    </Section>
  );
}

/** What became of the mail, and the way to it for whoever may read mails. */
function MailStatus({ delivery }: { delivery: Delivery }) {
  const mayRead = useHolds('invoice.read');
  const status = <RecordStatus kind="mail" status={delivery.status} />;
  if (delivery.mailId === null || !mayRead) return status;
  return (
    <PageLink to="/mails/$id" params={{ id: delivery.mailId }}>
      {status}
    </PageLink>
  );
}

function PublicLink({ resource, document, mayLink }: HandOverSectionProps) {
  const { t } = useDocumentsTexts();
  const { id, version, publicUrl } = document;
  const change = useChangeRecord(resource, id);
  const refresh = useRefreshRecords();
  const [asking, setAsking] = useState<'fresh' | 'revoke'>();
  const close = () => {
    change.reset();
    setAsking(undefined);
  };
  const run = (method: 'POST' | 'DELETE', done: string) =>
    change.mutate(
      { method, part: 'public-link', version },
      {
        onSuccess: () => {
          notify.done(done);
          close();
        },
      },
    );
  const reload = () => void refresh().then(close);

  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {t('link.title')}
      </Text>
      {publicUrl === null ? (
        <Stack gap="xs" align="flex-start">
          <Text size="sm" c="dimmed">
            {t('link.none')}
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconLink size={14} aria-hidden="true" />}
            loading={change.isPending}
            onClick={() => run('POST', t('link.opened'))}
          >
            {t('link.open')}
          </Button>
          {change.error && <ChangeError error={change.error} onReload={reload} />}
        </Stack>
      ) : (
        <>
          <Group gap={4} wrap="nowrap" className="dc-link">
            <Anchor href={publicUrl} target="_blank" rel="noreferrer" size="sm" className="bh-anywhere">
              {publicUrl}
            </Anchor>
            <CopyButton text={publicUrl} label={t('link.copy')} />
          </Group>
          <Group gap="xs" mt="xs">
            <Button
              component="a"
              href={publicUrl}
              target="_blank"
              rel="noreferrer"
              variant="default"
              size="xs"
              leftSection={<IconExternalLink size={14} aria-hidden="true" />}
            >
              {t('link.look')}
            </Button>
            {mayLink && (
              <>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconRefresh size={14} aria-hidden="true" />}
                  onClick={() => setAsking('fresh')}
                >
                  {t('link.fresh')}
                </Button>
                <Button
                  variant="default"
                  size="xs"
                  leftSection={<IconLinkOff size={14} aria-hidden="true" />}
                  onClick={() => setAsking('revoke')}
                >
                  {t('link.revoke')}
                </Button>
              </>
            )}
          </Group>
        </>
      )}
      {asking && (
        <ConfirmDialog
          title={t(asking === 'fresh' ? 'link.freshTitle' : 'link.revokeTitle')}
          confirmLabel={t(asking === 'fresh' ? 'link.fresh' : 'link.revoke')}
          danger={asking === 'revoke'}
          pending={change.isPending}
          onConfirm={() => (asking === 'fresh' ? run('POST', t('link.opened')) : run('DELETE', t('link.revoked')))}
          onClose={close}
        >
          <Text size="sm">{t(asking === 'fresh' ? 'link.freshBody' : 'link.revokeBody')}</Text>
          {change.error && <ChangeError error={change.error} onReload={reload} />}
        </ConfirmDialog>
      )}
    </div>
  );
}

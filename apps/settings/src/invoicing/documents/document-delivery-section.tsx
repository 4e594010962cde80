import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { useHolds } from '../../shared/session/signed-in.js';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { PublicLink, type PublicLinkProps } from './public-link.js';

type Delivery = NonNullable<InvoiceView['delivery']>;

/** The document delivery: the email and its status, the links, and the first view. */
export function DocumentDeliverySection({ resource, document, mayLink }: PublicLinkProps) {
  const { t } = useTexts('documents');
  const { delivery, publicUrl, viewedAt, sentAt } = document;
  if (sentAt === null) return null;
  return (
    <Section title={t('handOver.title')}>
      <Stack gap="md">
        <Facts
          facts={[
            {
              label: t(delivery?.status === 'Kept' ? 'issued' : 'handOver.sentAt'),
              value: <RelativeTime ofCompany at={sentAt} />,
            },
            {
              label: t('handOver.viewedAt'),
              value: viewedAt ? <RelativeTime ofCompany at={viewedAt} /> : t('handOver.notViewed'),
            },
            ...(delivery
              ? [
                  { label: t('words:email'), value: <MailStatus delivery={delivery} /> },
                  { label: t('handOver.to'), value: <Recipients to={delivery.to} /> },
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

function Recipients({ to }: { to: readonly string[] }) {
  return to.map((address) => (
    <div key={address}>
      <EmailAddress address={address} />
    </div>
  ));
}

/** The status of the email, with a link to it, which says why it waits, for readers who may see emails. */
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

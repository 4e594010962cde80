import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { Facts, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { LinkAddress, PreviewButton } from '../documents/public-link.js';

/** How the credit note reached the client. Nothing for one that was delivered outside Billhook. */
export function CreditNoteDelivery({ note }: { note: CreditNoteView }) {
  const { t } = useTexts('documents');
  const { delivery, publicUrl, viewedAt } = note;
  if (!delivery && publicUrl === null) return null;
  const status = delivery && <RecordStatus kind="mail" status={delivery.status} />;
  return (
    <Section title={t('handOver.title')}>
      <Stack gap="md">
        <Facts
          facts={[
            {
              label: t('handOver.viewedAt'),
              value: viewedAt ? <RelativeTime ofCompany at={viewedAt} /> : t('handOver.notViewed'),
            },
            {
              label: t('words:email'),
              value: delivery?.mailId ? (
                <PageLink to="/mails/$id" params={{ id: delivery.mailId }}>
                  {status}
                </PageLink>
              ) : (
                status
              ),
            },
            { label: t('handOver.to'), value: delivery?.to.join(', ') },
          ]}
        />
        {delivery?.status === 'Kept' && (
          <Text size="sm" c="dimmed">
            {t('handOver.keptNote')}
          </Text>
        )}
        {publicUrl !== null && (
          <div>
            <Text size="sm" fw={600} mb={4}>
              {t('link.title')}
            </Text>
            <LinkAddress url={publicUrl} />
            <Group mt="xs">
              <PreviewButton resource="credit-notes" id={note.id} />
            </Group>
          </div>
        )}
      </Stack>
    </Section>
  );
}

import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Code, Group, Stack, Text, Title } from '@mantine/core';
import { EndpointHealthCard } from '../endpoints/endpoint-health.js';
import { DeliveryCounts } from '../endpoints/endpoint-status.js';
import { EndpointActivity } from './endpoint-activity.js';
import type { StatsRange } from './endpoint-search.js';

interface EndpointOverviewProps {
  readonly endpoint: WebhookEndpointView;
  readonly range: StatsRange;
  readonly onRange: (range: StatsRange) => void;
}

/** How the endpoint is doing, what happens next, and what it receives. */
export function EndpointOverview({ endpoint, range, onRange }: EndpointOverviewProps) {
  const { t } = useTexts('portal');
  return (
    <Stack gap="lg">
      <div className="pt-overview">
        <section className="bh-panel pt-section" aria-labelledby="health-title">
          <Stack gap="md">
            <Title order={2} id="health-title">
              {t('words.health')}
            </Title>
            <EndpointHealthCard endpoint={endpoint} />
          </Stack>
        </section>
        <section className="bh-panel pt-section" aria-labelledby="details-title">
          <Stack gap="md">
            <Title order={2} id="details-title">
              {t('endpointPage.details')}
            </Title>
            <EndpointDetails endpoint={endpoint} />
          </Stack>
        </section>
      </div>
      <EndpointActivity endpointId={endpoint.id} range={range} onRange={onRange} />
    </Stack>
  );
}

function EndpointDetails({ endpoint }: Pick<EndpointOverviewProps, 'endpoint'>) {
  const { t } = useTexts('portal');
  const { application, applicationChanges, createdAt, deliveries, eventTypes, externalId } = endpoint;
  return (
    <dl className="pt-facts">
      <dt>{t('list.last24')}</dt>
      <dd>
        <DeliveryCounts deliveries={deliveries} />
      </dd>
      <dt>{t('list.created')}</dt>
      <dd>
        <RelativeTime ofCompany at={createdAt} />
      </dd>
      {externalId !== null && (
        <>
          <dt>{t('endpointPage.externalId')}</dt>
          <dd className="bh-mono">{externalId}</dd>
        </>
      )}
      {application && (
        <>
          <dt>{t('access.createdBy')}</dt>
          <dd>{application.name}</dd>
        </>
      )}
      {applicationChanges.length > 0 && (
        <>
          <dt>{t('access.changedBy')}</dt>
          <dd>
            {applicationChanges.map(({ member, application: { name } }) => (
              <div key={member} className="bh-anywhere">
                {name}: <Code>{member}</Code>
              </div>
            ))}
            <Text size="xs" c="dimmed">
              {t('access.changedByHint')}
            </Text>
          </dd>
        </>
      )}
      <dt>{t('words.events')}</dt>
      <dd>
        {eventTypes.length === EVENT_TYPES.length ? (
          t('words.allEvents')
        ) : (
          <Group gap={6}>
            {eventTypes.map((type) => (
              <Code key={type}>{type}</Code>
            ))}
          </Group>
        )}
      </dd>
    </dl>
  );
}

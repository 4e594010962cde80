import type { WebhookEndpointView } from '@billhook/contract/webhooks/webhook-endpoint';
import { ErrorState } from '@billhook/ui/components/error-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Center, Code, Group, Loader, Stack, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { DeliveryLog } from '../deliveries/delivery-log.js';
import { useDeliverySearch, useNumberInPath } from '../use-webhooks-route.js';
import { WebhooksLink } from '../webhooks-link.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointHealthCard } from './endpoint-health.js';
import { DeliveryCounts } from './endpoint-status.js';
import { EndpointSecret } from './endpoint-secret.js';
import { hasMissed, MissedMessages, type Missed } from './missed-messages.js';
import { useEndpoint } from './endpoints.queries.js';

export function EndpointPage() {
  const { t } = useTexts('portal');
  const id = useNumberInPath('endpointId');
  const endpoint = useEndpoint(id);
  return (
    <Stack gap="lg">
      <WebhooksLink to="/" className="pt-link">
        <Group gap={6} component="span">
          <IconArrowLeft size={16} aria-hidden="true" /> {t('endpoint.back')}
        </Group>
      </WebhooksLink>
      {endpoint.data && <Endpoint endpoint={endpoint.data} />}
      {!endpoint.data && endpoint.error && (
        <ErrorState error={endpoint.error} onRetry={() => void endpoint.refetch()} />
      )}
      {endpoint.isPending && (
        <Center py="xl">
          <Loader role="status" aria-label={t('loading', { ns: 'ui' })} />
        </Center>
      )}
    </Stack>
  );
}

function Endpoint({ endpoint }: { endpoint: WebhookEndpointView }) {
  const { t } = useTexts('portal');
  const [search, setSearch] = useDeliverySearch();
  const [failure, setFailure] = useState<Error>();
  const [missed, setMissed] = useState<Missed | null>(null);
  return (
    <>
      <div>
        <PageHeader
          title={endpoint.url}
          lead={endpoint.description}
          actions={
            <EndpointActions
              endpoint={endpoint}
              onFailed={setFailure}
              onEnabled={(found) => {
                setFailure(undefined);
                setMissed(found);
              }}
              onTested={(delivery) => {
                setFailure(undefined);
                setSearch({ ...search, delivery });
              }}
            />
          }
        />
        {failure && <ErrorState error={failure} />}
      </div>
      {endpoint.status === 'Enabled' && missed && hasMissed(missed) && (
        <MissedMessages endpoint={endpoint} missed={missed} />
      )}
      <section className="bh-panel pt-section" aria-labelledby="overview-title">
        <Stack gap="md">
          <Title order={2} id="overview-title">
            {t('endpoint.overview')}
          </Title>
          <EndpointHealthCard endpoint={endpoint} />
          <dl className="pt-facts">
            <dt>{t('list.last24')}</dt>
            <dd>
              <DeliveryCounts deliveries={endpoint.deliveries} />
            </dd>
            <dt>{t('list.created')}</dt>
            <dd>
              <RelativeTime at={endpoint.createdAt} />
            </dd>
            {endpoint.application && (
              <>
                <dt>{t('access.createdBy')}</dt>
                <dd>{endpoint.application.name}</dd>
              </>
            )}
            <dt>{t('endpoint.events')}</dt>
            <dd>
              <Group gap={6}>
                {endpoint.eventTypes.map((type) => (
                  <Code key={type}>{type}</Code>
                ))}
              </Group>
            </dd>
          </dl>
        </Stack>
      </section>
      <EndpointSecret endpointId={endpoint.id} />
      <section aria-labelledby="deliveries-title">
        <Title order={2} id="deliveries-title" mb="sm">
          {t('endpoint.deliveries')}
        </Title>
        <DeliveryLog endpointId={endpoint.id} search={search} onSearch={setSearch} />
      </section>
    </>
  );
}

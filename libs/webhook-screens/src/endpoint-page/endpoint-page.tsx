import './endpoint-page.css';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Loading } from '@billhook/ui/components/loading';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useState } from 'react';
import { CertificationTab } from '../certification/certification-tab.js';
import { DeliveryLog } from '../deliveries/delivery-log.js';
import { EndpointHealthLine } from '../endpoints/endpoint-health.js';
import { useEndpoint } from '../endpoints/endpoints.queries.js';
import { LastErrorTimes } from '../endpoints/last-error-times.js';
import { MayChange } from '../frame/may-change.js';
import { UrlText } from '../frame/url-text.js';
import { useNumberInPath } from '../routing/use-webhooks-route.js';
import { WebhooksLink } from '../routing/webhooks-link.js';
import { hasMissed, MissedMessages, type Missed } from '../runs/missed-messages.js';
import { RunOffer } from '../runs/run-offer.js';
import { RunsTab } from '../runs/runs-tab.js';
import { useMayChange } from '../session/session.queries.js';
import { SettingsTab } from '../settings/settings-tab.js';
import { EndpointActions } from './endpoint-actions.js';
import { EndpointOverview } from './endpoint-overview.js';
import type { EndpointTab } from './endpoint-search.js';
import { EndpointSecret } from './endpoint-secret.js';
import { EndpointTabs, useEndpointTabs } from './endpoint-tabs.js';
import { useEndpointSearch } from './use-endpoint-search.js';

export function EndpointPage() {
  const { t } = useTexts('portal');
  const id = useNumberInPath('endpointId');
  const endpoint = useEndpoint(id);
  return (
    <Stack gap="lg">
      <WebhooksLink to="/" className="pt-link">
        <Group gap={6} component="span">
          <IconArrowLeft size={16} aria-hidden="true" /> {t('words.allEndpoints')}
        </Group>
      </WebhooksLink>
      {endpoint.data && <Endpoint key={id} endpoint={endpoint.data} />}
      {!endpoint.data && endpoint.error && (
        <ErrorState error={endpoint.error} onRetry={() => void endpoint.refetch()} />
      )}
      {endpoint.isPending && <Loading />}
    </Stack>
  );
}

function Endpoint({ endpoint }: { readonly endpoint: WebhookEndpointView }) {
  const [{ tab: asked, range = 'day', ...deliveries }, setSearch] = useEndpointSearch();
  const tab = useEndpointTabs().find((each) => each === asked) ?? 'overview';
  const [failure, setFailure] = useState<Error>();
  const [missed, setMissed] = useState<Missed | null>(null);
  const mayChange = useMayChange();
  const open = (next: EndpointTab) => setSearch({ tab: next });
  const isMissed = endpoint.status === 'Enabled' && missed && hasMissed(missed);
  return (
    <>
      <div>
        <PageHeader
          title={endpoint.url}
          heading={<UrlText url={endpoint.url} />}
          lead={
            <>
              <Group gap="sm">
                <EndpointHealthLine endpoint={endpoint} />
                <Text span size="sm" c="dimmed">
                  <LastErrorTimes endpoint={endpoint} />
                </Text>
              </Group>
              {endpoint.description}
            </>
          }
          actions={
            <MayChange>
              <EndpointActions
                endpoint={endpoint}
                onFailed={setFailure}
                onEnabled={(found) => {
                  setFailure(undefined);
                  setMissed(found);
                }}
                onTested={(delivery) => {
                  setFailure(undefined);
                  setSearch({ tab: 'deliveries', delivery });
                }}
              />
            </MayChange>
          }
        />
        {failure && <ErrorState error={failure} />}
      </div>
      {isMissed && <MissedMessages endpoint={endpoint} missed={missed} />}
      {!isMissed && tab !== 'recover' && (
        <MayChange>
          <RunOffer endpoint={endpoint} onMore={() => open('recover')} />
        </MayChange>
      )}
      <EndpointTabs tab={tab} onTab={open} />
      {tab === 'overview' && (
        <EndpointOverview endpoint={endpoint} range={range} onRange={(next) => setSearch({ range: next })} />
      )}
      {tab === 'deliveries' && (
        <DeliveryLog
          endpointId={endpoint.id}
          search={deliveries}
          onSearch={(next) => setSearch({ ...next, tab: 'deliveries' })}
        />
      )}
      {tab === 'recover' && <RunsTab endpoint={endpoint} />}
      {tab === 'settings' && (
        <fieldset className="pt-readable" disabled={!mayChange}>
          <SettingsTab endpoint={endpoint} onSecrets={() => open('secrets')} />
        </fieldset>
      )}
      {tab === 'secrets' && <EndpointSecret endpoint={endpoint} />}
      {tab === 'certification' && <CertificationTab endpoint={endpoint} />}
    </>
  );
}

import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import type { WebhookStatsView } from '@billhook/contract/webhooks/endpoint-health';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { PagedList } from '@billhook/ui/components/paged-list';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Skeleton, Text } from '@mantine/core';
import { IconInfoCircle, IconPlus, IconWebhook } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { byTrouble } from '../endpoints/endpoint-health-state.js';
import { EndpointHealthSummary } from '../endpoints/endpoint-health.js';
import { useEventCount } from '../endpoints/endpoint-status.js';
import { useEndpoints } from '../endpoints/endpoints.queries.js';
import { MayChange } from '../frame/may-change.js';
import { UrlText } from '../frame/url-text.js';
import { WebhooksLink } from '../routing/webhooks-link.js';
import { usePortal } from '../session/session.queries.js';
import { withTexts } from '../texts/with-texts.js';
import { AttemptBars } from './attempt-bars.js';
import { useRecentActivity } from './endpoint-activity.queries.js';
import { useAdding } from './use-adding.js';

const AddEndpointDialog = lazy(() =>
  withTexts(import('./add-endpoint-dialog.js')).then((file) => ({ default: file.AddEndpointDialog })),
);

export function EndpointsPage() {
  const { t } = useTexts('portal');
  const { allowHttp } = usePortal();
  const endpoints = useEndpoints();
  const [adding, setAdding] = useAdding();
  const rows = endpoints.data?.pages.flatMap((page) => page.data) ?? [];
  const add = (
    <MayChange>
      <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
        {t('list.add')}
      </Button>
    </MayChange>
  );
  return (
    <>
      <PageHeader title={t('words.endpoints')} lead={t('list.lead')} actions={add} />
      {allowHttp && (
        <Alert color="blue" icon={<IconInfoCircle size={18} />} mb="md" p="sm">
          {t('session.allowHttp')}
        </Alert>
      )}
      <div className="bh-panel">
        <PagedList
          query={endpoints}
          isEmpty={rows.length === 0}
          empty={
            <EmptyState icon={IconWebhook} title={t('words.noEndpoints')}>
              <p>{t('list.emptyBody')}</p>
              {add}
            </EmptyState>
          }
        >
          <EndpointTable rows={byTrouble(rows)} />
        </PagedList>
      </div>
      <Suspense>{adding && <AddEndpointDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

function EndpointTable({ rows }: { rows: readonly WebhookEndpointView[] }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const eventCount = useEventCount();
  const activity = useRecentActivity();
  const columns: Column<WebhookEndpointView>[] = [
    {
      key: 'url',
      header: t('words.endpoint'),
      wide: true,
      render: ({ id, url, description, eventTypes }) => (
        <div className="pt-endpoint-url">
          <WebhooksLink className="pt-link" to={`/endpoints/${id}`}>
            <UrlText url={url} />
          </WebhooksLink>
          <Text size="xs" c="dimmed" mt={2}>
            {description && `${description}${DOT}`}
            {eventCount(eventTypes.length)}
          </Text>
        </div>
      ),
    },
    {
      key: 'health',
      header: t('words.health'),
      render: (endpoint) => <EndpointHealthSummary endpoint={endpoint} />,
    },
    {
      key: 'activity',
      header: t('endpoints.activity'),
      render: ({ id }) => <Activity stats={activity.data?.get(id)} isPending={activity.isPending} />,
    },
    {
      key: 'waiting',
      header: t('endpoints.waiting'),
      align: 'right',
      render: ({ deliveries }) => format.number(deliveries.waiting),
    },
    {
      key: 'lastSuccess',
      header: t('words.lastSuccess'),
      render: ({ health }) =>
        health.lastSuccessAt ? <RelativeTime at={health.lastSuccessAt} /> : t('endpoints.never'),
    },
  ];
  return (
    <DataTable label={t('words.endpoints')} columns={columns} rows={rows} rowKey={(endpoint) => endpoint.id} grows />
  );
}

function Activity({ stats, isPending }: { stats: WebhookStatsView | undefined; isPending: boolean }) {
  if (stats) return <AttemptBars stats={stats} />;
  return isPending ? <Skeleton height={28} width={144} /> : '–';
}

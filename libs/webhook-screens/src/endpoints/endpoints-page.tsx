import type { WebhookEndpointView } from '@billhook/contract/webhooks/webhook-endpoint';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { PagedList } from '@billhook/ui/components/paged-list';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Text } from '@mantine/core';
import { IconInfoCircle, IconPlus, IconWebhook } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { MayChange } from '../frame/may-change.js';
import { usePortal } from '../session/session.queries.js';
import { WebhooksLink } from '../webhooks-link.js';
import { DeliveryCounts, EndpointStatusBadge, useEventCount } from './endpoint-status.js';
import { useEndpoints } from './endpoints.queries.js';

const AddEndpointDialog = lazy(() =>
  import('./add-endpoint-dialog.js').then((file) => ({ default: file.AddEndpointDialog })),
);

export function EndpointsPage() {
  const { t } = useTexts('portal');
  const { allowHttp } = usePortal();
  const endpoints = useEndpoints();
  const [adding, setAdding] = useState(false);
  const rows = endpoints.data?.pages.flatMap((page) => page.data) ?? [];
  return (
    <>
      <PageHeader
        title={t('list.title')}
        lead={t('list.lead')}
        actions={
          <MayChange>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
              {t('list.add')}
            </Button>
          </MayChange>
        }
      />
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
            <EmptyState icon={IconWebhook} title={t('list.emptyTitle')}>
              {t('list.emptyBody')}
            </EmptyState>
          }
        >
          <EndpointTable rows={rows} />
        </PagedList>
      </div>
      <Suspense>{adding && <AddEndpointDialog onClose={() => setAdding(false)} />}</Suspense>
    </>
  );
}

function EndpointTable({ rows }: { rows: readonly WebhookEndpointView[] }) {
  const { t } = useTexts('portal');
  const eventCount = useEventCount();
  const columns: Column<WebhookEndpointView>[] = [
    {
      key: 'url',
      header: t('list.url'),
      wide: true,
      render: ({ id, url, description }) => (
        <>
          <WebhooksLink className="pt-link" to={`/endpoints/${id}`}>
            {url}
          </WebhooksLink>
          {description && (
            <Text size="xs" c="dimmed" mt={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    { key: 'events', header: t('list.events'), render: ({ eventTypes }) => eventCount(eventTypes.length) },
    { key: 'status', header: t('list.status'), render: (endpoint) => <EndpointStatusBadge status={endpoint.status} /> },
    {
      key: 'last24',
      header: t('list.last24'),
      render: (endpoint) => <DeliveryCounts deliveries={endpoint.deliveries} />,
    },
    { key: 'created', header: t('list.created'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
  return <DataTable label={t('list.table')} columns={columns} rows={rows} rowKey={(endpoint) => endpoint.id} />;
}

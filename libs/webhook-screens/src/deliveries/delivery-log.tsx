import type { WebhookDeliveryView } from '@billhook/contract/webhooks/webhook-delivery';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, NativeSelect, Stack, Switch, Text, UnstyledButton } from '@mantine/core';
import { IconFilterOff, IconInbox } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useEndpoints } from '../endpoints/endpoints.queries.js';
import { addedError } from './added-error.js';
import { DeliveryEndpoint } from './delivery-endpoint.js';
import { DELIVERY_STATUSES, type DeliverySearch } from './delivery-search.js';
import { DeliveryStatusBadge } from './delivery-status.js';
import { useDeliveries } from './deliveries.queries.js';

const DeliveryDrawer = lazy(() => import('./delivery-drawer.js').then((file) => ({ default: file.DeliveryDrawer })));

interface DeliveryLogProps {
  /** On the page of an endpoint: only its deliveries. */
  readonly endpointId?: number;
  readonly search: DeliverySearch;
  readonly onSearch: (change: DeliverySearch) => void;
}

/** The log with its filters and the drawer of the open delivery. The address holds its whole state. */
export function DeliveryLog({ endpointId, search, onSearch }: DeliveryLogProps) {
  const { t } = useTexts('portal');
  const [follow, setFollow] = useState(true);
  const endpoints = useEndpoints();
  const known = endpoints.data?.pages.flatMap((page) => page.data) ?? [];
  const filtered = search.status !== undefined || (endpointId === undefined && search.endpoint !== undefined);
  const deliveries = useDeliveries({ endpointId: endpointId ?? search.endpoint, status: search.status }, follow);
  const rows = deliveries.data?.pages.flatMap((page) => page.data) ?? [];

  const choose = (change: { [K in keyof DeliverySearch]: DeliverySearch[K] | undefined }) => {
    const { endpoint, status, delivery } = { ...search, ...change };
    onSearch({ ...(endpoint && { endpoint }), ...(status && { status }), ...(delivery && { delivery }) });
  };

  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-end" gap="md">
        <Group gap="sm" align="flex-end">
          {endpointId === undefined && (
            <NativeSelect
              label={t('log.filterEndpoint')}
              maw={320}
              value={search.endpoint ?? ''}
              onChange={(event) => choose({ endpoint: Number(event.currentTarget.value) || undefined })}
              data={[
                { value: '', label: t('log.anyEndpoint') },
                ...known.map(({ id, url }) => ({ value: String(id), label: url })),
              ]}
            />
          )}
          <NativeSelect
            label={t('log.filterStatus')}
            value={search.status ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget;
              choose({ status: DELIVERY_STATUSES.find((status) => status === value) });
            }}
            data={[
              { value: '', label: t('log.anyStatus') },
              ...DELIVERY_STATUSES.map((status) => ({ value: status, label: t(`delivery.${status}`) })),
            ]}
          />
        </Group>
        <Switch
          label={t('log.refresh')}
          checked={follow}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
      </Group>
      <div className="bh-panel">
        <PagedList
          query={deliveries}
          isEmpty={rows.length === 0}
          empty={
            filtered ? (
              <EmptyState icon={IconFilterOff} title={t('log.emptyFiltered')} />
            ) : (
              <EmptyState icon={IconInbox} title={t('log.emptyTitle')}>
                {t('log.emptyBody')}
              </EmptyState>
            )
          }
        >
          <DeliveryTable
            rows={rows}
            withEndpoint={endpointId === undefined}
            onOpen={(delivery) => choose({ delivery: delivery.id })}
          />
        </PagedList>
      </div>
      <Suspense>
        <DeliveryDrawer id={search.delivery} onClose={() => choose({ delivery: undefined })} />
      </Suspense>
    </Stack>
  );
}

interface DeliveryTableProps {
  readonly rows: readonly WebhookDeliveryView[];
  /** Whether to show the column of the endpoint: the page of an endpoint does not. */
  readonly withEndpoint: boolean;
  readonly onOpen: (delivery: WebhookDeliveryView) => void;
}

function DeliveryTable({ rows, withEndpoint, onOpen }: DeliveryTableProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const endpointColumn: Column<WebhookDeliveryView> = {
    key: 'endpoint',
    header: t('log.endpoint'),
    render: (delivery) => <DeliveryEndpoint delivery={delivery} />,
  };
  const columns: Column<WebhookDeliveryView>[] = [
    {
      key: 'event',
      header: t('log.event'),
      wide: true,
      render: (delivery) => (
        <>
          <UnstyledButton
            className="pt-link bh-mono"
            aria-label={t('log.open', { event: delivery.eventType })}
            onClick={() => onOpen(delivery)}
          >
            {delivery.eventType}
          </UnstyledButton>
          <Text size="xs" c="dimmed" className="bh-mono bh-anywhere">
            {delivery.eventId}
          </Text>
        </>
      ),
    },
    {
      key: 'status',
      header: t('log.status'),
      render: ({ status, nextAttemptAt }) => (
        <>
          <DeliveryStatusBadge status={status} />
          {nextAttemptAt && status === 'Waiting' && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('log.next', { when: format.relative(nextAttemptAt) })}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'answer',
      header: t('log.answer'),
      render: ({ lastResponseStatus, lastError }) => (
        <>
          {lastResponseStatus !== null && (
            <span className="bh-mono">{t('log.httpStatus', { status: lastResponseStatus })}</span>
          )}
          {addedError(lastResponseStatus, lastError) && (
            <Text size="xs" c="dimmed" maw={280} className="bh-anywhere">
              {lastError}
            </Text>
          )}
          {lastResponseStatus === null && !lastError && t('log.noAnswer')}
        </>
      ),
    },
    { key: 'attempts', header: t('log.attempts'), render: ({ attemptCount }) => format.number(attemptCount) },
    ...(withEndpoint ? [endpointColumn] : []),
    { key: 'created', header: t('log.created'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
  return <DataTable label={t('log.table')} columns={columns} rows={rows} rowKey={(delivery) => delivery.id} />;
}

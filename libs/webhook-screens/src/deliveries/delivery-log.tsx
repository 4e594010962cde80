import './deliveries.css';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PagedList } from '@billhook/ui/components/paged-list';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconArrowUp, IconFilterOff, IconInbox } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { MayChange } from '../frame/may-change.js';
import { DeliveryFilters, FilterChips, type DeliverySearchChange } from './delivery-filters.js';
import { deliverySearch, isFiltered, type DeliverySearch } from './delivery-search.js';
import { DeliverySelectionBar } from './delivery-selection-bar.js';
import { DeliveryTable } from './delivery-table.js';
import { useFollowedDeliveries } from './use-followed-deliveries.js';
import { useSelection } from './use-selection.js';

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
  const { delivery: open, ...filters } = search;
  const fixedEndpoint = endpointId !== undefined;
  const asked = fixedEndpoint ? { ...filters, endpoint: endpointId } : filters;
  const { list, rows, held, start, showNew, isWhole } = useFollowedDeliveries(asked, follow);
  const filtered = isFiltered(search, fixedEndpoint);
  const order = rows.map(({ id }) => id);
  const selection = useSelection(order);
  const change = (part: DeliverySearchChange) => onSearch(deliverySearch({ ...search, ...part }));
  const clear = () => onSearch(open === undefined ? {} : { delivery: open });

  return (
    <Stack gap="md">
      <DeliveryFilters search={search} fixedEndpoint={fixedEndpoint} onChange={change} />
      <Group justify="space-between" gap="md" mih={28} ref={start}>
        <Group gap="sm">
          <Count shown={rows.length} isWhole={isWhole} isPending={list.isPending} />
          <FilterChips search={search} isFiltered={filtered} onChange={change} onClear={clear} />
        </Group>
        <Switch
          label={t('log.refresh')}
          checked={follow}
          onChange={(event) => setFollow(event.currentTarget.checked)}
        />
      </Group>
      <div>
        {held > 0 && (
          <div className="pt-new" role="status">
            <Button size="xs" radius="xl" leftSection={<IconArrowUp size={14} />} onClick={showNew}>
              {t('log.new', { count: held })}
            </Button>
          </div>
        )}
        <div className="bh-panel pt-log">
          <PagedList
            query={list}
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
              withEndpoint={!fixedEndpoint}
              selection={selection}
              onOpen={(delivery) => change({ delivery: delivery.id })}
            />
          </PagedList>
        </div>
      </div>
      <MayChange>
        <DeliverySelectionBar selected={rows.filter(({ id }) => selection.ids.has(id))} onSelect={selection.set} />
      </MayChange>
      <Suspense>
        <DeliveryDrawer
          id={open}
          order={order}
          onOpen={(delivery) => change({ delivery })}
          onFilter={(event) => onSearch({ event })}
          onClose={() => change({ delivery: undefined })}
        />
      </Suspense>
    </Stack>
  );
}

/** The number of matches, as far as it is known without counting. */
function Count({ shown, isWhole, isPending }: { shown: number; isWhole: boolean; isPending: boolean }) {
  const { t } = useTexts('portal');
  const format = useFormat();
  if (isPending || shown === 0) return null;
  return (
    <Text size="sm" c="dimmed">
      {isWhole ? t('log.count', { count: shown }) : t('log.countMore', { count: shown, shown: format.number(shown) })}
    </Text>
  );
}

import { asApiError } from '@billhook/ui/api-fetch';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Center, Drawer, Group, Loader } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconFileOff } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import { useDelivery } from './deliveries.queries.js';
import { DeliveryContent } from './delivery-content.js';

interface DeliveryDrawerProps {
  readonly id: number | undefined;
  /** The ids of the log, to move to the next one. */
  readonly order: readonly number[];
  readonly onOpen: (id: number) => void;
  /** Shows all deliveries of an event. */
  readonly onFilter: (event: string) => void;
  readonly onClose: () => void;
}

/** The details of one message to one endpoint. The address contains its id, so it can be linked to. */
export function DeliveryDrawer({ id, order, onOpen, onFilter, onClose }: DeliveryDrawerProps) {
  const { t } = useTexts('portal');
  const place = id === undefined ? -1 : order.indexOf(id);
  const newer = order[place - 1];
  const older = place === -1 ? undefined : order[place + 1];
  const open = (next: number | undefined) => next !== undefined && onOpen(next);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'j') open(older);
    if (event.key === 'k') open(newer);
  };
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      position="right"
      size={720}
      padding="lg"
      title={
        <Group gap="xs" component="span">
          {t('drawer.title')}
          {place !== -1 && (
            <Group gap={4} component="span">
              <ActionIcon
                variant="default"
                aria-label={t('drawer.newer')}
                title={t('drawer.newer')}
                aria-keyshortcuts="k"
                disabled={newer === undefined}
                onClick={() => open(newer)}
              >
                <IconChevronUp size={16} />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={t('drawer.older')}
                title={t('drawer.older')}
                aria-keyshortcuts="j"
                disabled={older === undefined}
                onClick={() => open(older)}
              >
                <IconChevronDown size={16} />
              </ActionIcon>
            </Group>
          )}
        </Group>
      }
      closeButtonProps={{ 'aria-label': t('close', { ns: 'ui' }) }}
      styles={{ title: { fontWeight: 650, fontSize: '1.125rem' } }}
    >
      {id !== undefined && <Loaded key={id} id={id} onFilter={onFilter} />}
    </Drawer>
  );
}

function Loaded({ id, onFilter }: { id: number; onFilter: (event: string) => void }) {
  const { t } = useTexts('portal');
  const delivery = useDelivery(id);
  if (delivery.data) return <DeliveryContent delivery={delivery.data} onFilter={onFilter} />;
  if (delivery.error && asApiError(delivery.error).status === 404) {
    return (
      <EmptyState icon={IconFileOff} title={t('drawer.missing')}>
        {t('drawer.missingBody')}
      </EmptyState>
    );
  }
  if (delivery.error) return <ErrorState error={delivery.error} onRetry={() => void delivery.refetch()} />;
  return (
    <Center py="xl">
      <Loader role="status" aria-label={t('loading', { ns: 'ui' })} />
    </Center>
  );
}

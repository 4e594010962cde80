import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useFormat } from '@billhook/ui/use-format';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { useMayChange } from '../session/session.queries.js';
import { addedError } from './added-error.js';
import { DeliveryEndpoint } from './delivery-endpoint.js';
import { DeliveryStatusBadge } from './delivery-status.js';
import type { Selection } from './use-selection.js';

interface DeliveryTableProps {
  readonly rows: readonly WebhookDeliveryView[];
  /** Whether to show the column of the endpoint: the page of an endpoint does not. */
  readonly withEndpoint: boolean;
  readonly selection: Selection;
  readonly onOpen: (delivery: WebhookDeliveryView) => void;
}

export function DeliveryTable({ rows, withEndpoint, selection, onOpen }: DeliveryTableProps) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const mayChange = useMayChange();
  const endpointColumn: Column<WebhookDeliveryView> = {
    key: 'endpoint',
    header: t('words.endpoint'),
    render: (delivery) => <DeliveryEndpoint delivery={delivery} />,
  };
  const selectColumn: Column<WebhookDeliveryView> = {
    key: 'select',
    header: t('select.column'),
    wide: true,
    render: (row) => <SelectBox row={row} selection={selection} />,
  };
  const columns: readonly Column<WebhookDeliveryView>[] = [
    ...(mayChange ? [selectColumn] : []),
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
          {(delivery.test || delivery.manual) && (
            <Text size="xs" c="dimmed">
              {t(`drawer.trigger.${delivery.test ? 'Test' : 'Record'}`)}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'status',
      header: t('words.status'),
      render: ({ status, nextAttemptAt }) => (
        <>
          <DeliveryStatusBadge status={status} />
          {nextAttemptAt && (
            <Text size="xs" c="dimmed" mt={4}>
              {t('log.next', { when: format.relative(nextAttemptAt) })}
            </Text>
          )}
        </>
      ),
    },
    { key: 'answer', header: t('log.answer'), render: (delivery) => <LastResponse delivery={delivery} /> },
    { key: 'attempts', header: t('words.attempts'), render: ({ attemptCount }) => format.number(attemptCount) },
    ...(withEndpoint ? [endpointColumn] : []),
    { key: 'created', header: t('words.created'), render: ({ createdAt }) => <RelativeTime at={createdAt} /> },
  ];
  return (
    <DataTable label={t('words.deliveries')} columns={columns} rows={rows} rowKey={(delivery) => delivery.id} grows />
  );
}

function LastResponse({ delivery }: { delivery: WebhookDeliveryView }) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { lastResponseStatus, lastError, lastErrorKind } = delivery;
  const added = addedError({ error: lastError, errorKind: lastErrorKind, responseStatus: lastResponseStatus });
  return (
    <>
      {lastResponseStatus !== null && (
        <span className="bh-mono">{t('log.httpStatus', { status: lastResponseStatus })}</span>
      )}
      {added && (
        <Text size="xs" c="dimmed" maw={280} className="bh-anywhere">
          {inLanguage(added, language)}
        </Text>
      )}
      {lastResponseStatus === null && !lastError && t('log.noAnswer')}
    </>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function SelectBox({ row, selection }: { row: WebhookDeliveryView; selection: Selection }) {
  const { t } = useTexts('portal');
  /** The arrows move between the boxes; with Shift, they select on the way. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-select-delivery]')];
    const next = boxes[boxes.indexOf(event.currentTarget) + step];
    next?.focus();
    if (event.shiftKey && next) selection.set([...selection.ids, row.id, Number(next.dataset['selectDelivery'])]);
  };
  return (
    <Checkbox
      size="sm"
      data-select-delivery={row.id}
      aria-label={t('select.row', { event: row.eventType, id: row.id })}
      checked={selection.ids.has(row.id)}
      onChange={({ currentTarget, nativeEvent }) =>
        selection.change(row.id, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
      }
      onKeyDown={onKeyDown}
    />
  );
}

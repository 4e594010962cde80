import type { ExpandablePayment } from '@billhook/contract/invoicing/expanded';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/invoicing/payment';
import type { Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useFormat } from '@billhook/ui/use-format';
import { Checkbox, Text } from '@mantine/core';
import { IconCash, IconPlus } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientFilter } from '../documents/client-filter.js';
import { useHolds } from '../../identity/session/queries.js';
import { usePaymentTexts } from '../../shared/texts/payments.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DateRange, FilterBar, FilterSelect, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { Money } from '../../shared/workspace/money.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { useRecordList, useWithClients } from '../../shared/workspace/records.js';
import { InvoiceLink } from './invoice-link.js';
import { useMethodText } from './methods.js';
import type { PaymentSearch } from './payment-search.js';

const route = getRouteApi('/payments');

export function PaymentListPage() {
  const { t } = usePaymentTexts();
  const format = useFormat();
  const statusText = useStatusText();
  const methodText = useMethodText();
  const mayWrite = useHolds('payment.write');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { from, to, credit, ...filters } = search;
  const withClients = useWithClients();
  const list = useRecordList('payments', {
    ...filters,
    dateFrom: from,
    dateTo: to,
    unallocated: credit && 'true',
    includeTotal: 'true',
    ...withClients,
  });
  const filter = (change: PaymentSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: ({ sort }) => (sort ? { sort } : {}), replace: true });

  const create = mayWrite && (
    <PageButton to="/payments/new" leftSection={<IconPlus size={16} aria-hidden="true" />}>
      {t('create')}
    </PageButton>
  );
  const columns: Column<ExpandablePayment>[] = [
    {
      key: 'date',
      header: t('date'),
      sort: 'date',
      wide: true,
      render: ({ id, date, reference }) => (
        <>
          <PageLink to="/payments/$id" params={{ id }} fw={600} className="st-date">
            {format.day(date)}
          </PageLink>
          {reference && (
            <Text size="xs" c="dimmed" className="bh-anywhere" maw={220}>
              {reference}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'client',
      header: t('client'),
      render: ({ clientId, expanded }) => <ClientName id={clientId} name={expanded?.client?.name} linked />,
    },
    { key: 'kind', header: t('kind'), render: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'method', header: t('method'), render: ({ method }) => method && methodText(method) },
    {
      key: 'amount',
      header: t('amount'),
      sort: 'amount',
      align: 'right',
      render: ({ amount, currency }) => <Money amount={amount} currency={currency} strong />,
    },
    {
      key: 'unallocated',
      header: t('unallocated'),
      align: 'right',
      render: ({ kind, status, unallocated, currency }) =>
        kind === 'Payment' && status === 'Recorded' && /[1-9]/.test(unallocated) ? (
          <Money amount={unallocated} currency={currency} />
        ) : (
          '–'
        ),
    },
    { key: 'status', header: t('status'), render: ({ status }) => <RecordStatus kind="payment" status={status} /> },
  ];

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} actions={create} />
      <FilterBar filtered={isFiltered(search)} onClear={clear}>
        <SearchBox label={t('search')} value={search.q} onChange={(q) => filter({ q })} />
        <FilterSelect
          label={t('status')}
          value={search.status}
          options={PAYMENT_STATUSES.map((value) => ({ value, label: statusText('payment', value) }))}
          onChange={(status) => filter({ status })}
        />
        <FilterSelect
          label={t('kind')}
          value={search.kind}
          options={PAYMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          onChange={(kind) => filter({ kind })}
        />
        <DateRange label={t('date')} from={from} to={to} onChange={filter} />
        <Checkbox
          pb={8}
          label={t('onlyCredit')}
          checked={credit ?? false}
          onChange={(event) => filter({ credit: event.currentTarget.checked || undefined })}
        />
        <ClientFilter id={search.clientId} onClear={() => filter({ clientId: undefined })} />
      </FilterBar>
      {search.invoiceId && (
        <Text size="sm" mb="sm">
          {t('onlyInvoice')} <InvoiceLink id={search.invoiceId} />
        </Text>
      )}
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        sort={search.sort}
        onSort={(sort) => filter({ sort })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconCash} title={t('emptyTitle')}>
            <p>{t('emptyBody')}</p>
            {create}
          </EmptyState>
        }
      />
    </>
  );
}

import type { ExpandablePayment } from '@billhook/contract/invoicing/expanded';
import { PAYMENT_KINDS, PAYMENT_STATUSES } from '@billhook/domain/invoicing/payment';
import type { Column } from '@billhook/ui/components/data-table';
import { DOT, withDots } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientName } from '../../shared/workspace/client-name.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { RecordStatus, useStatusText } from '../../shared/workspace/record-status.js';
import { useWithClients } from '../../shared/workspace/records.js';
import { InvoiceLink } from './invoice-link.js';
import { useMethodText } from './payment-methods.js';

const route = getRouteApi('/payments');

export function PaymentListPage() {
  const { t } = useTexts('payments');
  const columns = usePaymentColumns();
  const statusText = useStatusText();
  const withClients = useWithClients();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { from, to, credit, ...filters } = search;
  return (
    <RecordListPage
      resource="payments"
      icon={IconCash}
      words={{ title: t('words:payments'), lead: t('lead'), table: t('words:payments'), empty: t('emptyTitle') }}
      emptyBody={<p>{t('emptyBody')}</p>}
      create={{ to: '/payments/new', label: t('create'), permission: 'payment.write' }}
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={{
        ...filters,
        dateFrom: from,
        dateTo: to,
        unallocated: credit && 'true',
        includeTotal: 'true',
        ...withClients,
      }}
      statuses={{
        resource: 'payments',
        options: PAYMENT_STATUSES.map((value) => ({ value, label: statusText('payment', value) })),
      }}
      filters={[
        { kind: 'text', label: t('words:search'), placeholder: t('searchIn') },
        {
          kind: 'select',
          member: 'kind',
          label: t('words:type'),
          options: PAYMENT_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) })),
        },
        { kind: 'dates', label: t('words:date') },
        { kind: 'flag', member: 'credit', label: t('onlyCredit') },
        { kind: 'client' },
      ]}
      columns={columns}
      only={() =>
        search.invoiceId && (
          <>
            {t('words:onlyInvoice')} <InvoiceLink id={search.invoiceId} />
          </>
        )
      }
    />
  );
}

function usePaymentColumns(): Column<ExpandablePayment>[] {
  const { t } = useTexts('payments');
  const format = useFormat();
  const methodText = useMethodText();
  return [
    {
      key: 'date',
      header: t('words:date'),
      sort: 'date',
      wide: true,
      phone: 'first',
      render: ({ id, date, reference }) => (
        <span className="ws-one-line">
          <PageLink to="/payments/$id" params={{ id }} fw={600} className="st-date">
            {format.day(date)}
          </PageLink>
          {reference && (
            <Text span size="xs" c="dimmed" title={reference}>
              {DOT}
              {withDots(reference)}
            </Text>
          )}
        </span>
      ),
    },
    {
      key: 'client',
      header: t('words:client'),
      phone: 'second',
      render: ({ clientId, expanded }) => (
        <ClientName id={clientId} name={expanded?.client?.name} linked className="ws-party" />
      ),
    },
    { key: 'kind', header: t('words:type'), render: ({ kind }) => t(`kinds.${kind}`) },
    { key: 'method', spare: true, header: t('method'), render: ({ method }) => method && methodText(method) },
    {
      key: 'amount',
      header: t('words:amount'),
      sort: 'amount',
      align: 'right',
      phone: 'firstEnd',
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
    {
      key: 'status',
      header: t('words:status'),
      phone: 'secondEnd',
      render: ({ status }) => <RecordStatus kind="payment" status={status} />,
    },
  ];
}

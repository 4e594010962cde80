import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useFormat } from '@billhook/ui/use-format';
import { Text } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientFilter } from '../documents/client-filter.js';
import { InvoiceLink } from '../payments/invoice-link.js';
import { useCreditNoteTexts } from '../../shared/texts/credit-notes.js';
import { ClientName } from '../../shared/workspace/client-name.js';
import { DateRange, FilterBar, SearchBox } from '../../shared/workspace/filter-bar.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { isFiltered } from '../../shared/workspace/list-search.js';
import { Money } from '../../shared/workspace/money.js';
import { RecordList } from '../../shared/workspace/record-list.js';
import { useRecordList } from '../../shared/workspace/records.js';
import type { CreditNoteSearch } from './credit-note-search.js';

const route = getRouteApi('/credit-notes');

export function CreditNoteListPage() {
  const { t } = useCreditNoteTexts();
  const format = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { q, clientId, invoiceId, from, to, sort } = search;
  const list = useRecordList('credit-notes', {
    q,
    clientId,
    invoiceId,
    issueDateFrom: from,
    issueDateTo: to,
    sort,
    includeTotal: 'true',
  });
  const filter = (change: CreditNoteSearch) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const clear = () => void navigate({ search: sort ? { sort } : {}, replace: true });

  const columns: Column<CreditNoteView>[] = [
    {
      key: 'number',
      header: t('number'),
      sort: 'number',
      wide: true,
      render: ({ id, number }) => (
        <PageLink to="/credit-notes/$id" params={{ id }} fw={600} className="ws-number">
          {number}
        </PageLink>
      ),
    },
    {
      key: 'issued',
      header: t('issued'),
      sort: 'issueDate',
      render: ({ issueDate }) => <span className="st-date">{format.day(issueDate)}</span>,
    },
    {
      key: 'client',
      header: t('client'),
      render: ({ clientId: id, client }) => <ClientName id={id} name={client.name} linked />,
    },
    {
      key: 'invoice',
      header: t('invoice'),
      render: (note) => (
        <PageLink to="/invoices/$id" params={{ id: note.invoiceId }} className="ws-number">
          {note.invoiceNumber}
        </PageLink>
      ),
    },
    { key: 'reason', header: t('reason'), render: ({ reason }) => t(`reasons.${reason.code}`) },
    {
      key: 'total',
      header: t('total'),
      sort: 'gross',
      align: 'right',
      render: ({ totals, currency }) => <Money amount={totals.due} currency={currency} strong />,
    },
  ];

  return (
    <>
      <PageHeader title={t('title')} lead={t('lead')} />
      <FilterBar filtered={isFiltered(search)} onClear={clear}>
        <SearchBox label={t('search')} value={q} onChange={(next) => filter({ q: next })} />
        <DateRange label={t('issued')} from={from} to={to} onChange={filter} />
        <ClientFilter id={clientId} onClear={() => filter({ clientId: undefined })} />
      </FilterBar>
      {invoiceId && (
        <Text size="sm" mb="sm">
          {t('onlyInvoice')} <InvoiceLink id={invoiceId} />
        </Text>
      )}
      <RecordList
        label={t('table')}
        columns={columns}
        list={list}
        sort={sort}
        onSort={(next) => filter({ sort: next })}
        filtered={isFiltered(search)}
        onClear={clear}
        empty={
          <EmptyState icon={IconReceiptRefund} title={t('emptyTitle')}>
            <p>{t('emptyBody')}</p>
            <PageButton to="/invoices" variant="default">
              {t('toInvoices')}
            </PageButton>
          </EmptyState>
        }
      />
    </>
  );
}

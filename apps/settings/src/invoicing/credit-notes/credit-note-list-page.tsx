import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { Column } from '@billhook/ui/components/data-table';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { IconReceiptRefund } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { ClientName } from '../../shared/workspace/client-name.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { RecordListPage } from '../../shared/workspace/record-list-page.js';
import { InvoiceLink } from '../payments/invoice-link.js';

const route = getRouteApi('/credit-notes');

export function CreditNoteListPage() {
  const { t } = useTexts('creditNotes');
  const columns = useCreditNoteColumns();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const { from, to, ...filters } = search;
  return (
    <RecordListPage
      resource="credit-notes"
      icon={IconReceiptRefund}
      words={{ title: t('words:creditNotes'), lead: t('lead'), table: t('words:creditNotes'), empty: t('emptyTitle') }}
      emptyBody={
        <>
          <p>{t('emptyBody')}</p>
          <PageButton to="/invoices" variant="default">
            {t('toInvoices')}
          </PageButton>
        </>
      }
      search={search}
      onSearch={(update) => void navigate({ search: update, replace: true })}
      query={{ ...filters, issueDateFrom: from, issueDateTo: to, includeTotal: 'true' }}
      statuses={{ resource: 'credit-notes', options: [] }}
      filters={[
        { kind: 'text', label: t('words:search'), placeholder: t('searchIn') },
        { kind: 'dates', label: t('issued') },
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

function useCreditNoteColumns(): Column<CreditNoteView>[] {
  const { t } = useTexts('creditNotes');
  const format = useFormat();
  return [
    {
      key: 'number',
      header: t('words:number'),
      sort: 'number',
      wide: true,
      phone: 'first',
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
      phone: 'secondEnd',
      render: ({ issueDate }) => <span className="st-date">{format.day(issueDate)}</span>,
    },
    {
      key: 'client',
      header: t('words:client'),
      phone: 'second',
      render: ({ clientId: id, client }) => <ClientName id={id} name={client.name} linked className="ws-party" />,
    },
    {
      key: 'invoice',
      header: t('words:invoice'),
      render: (note) => (
        <PageLink to="/invoices/$id" params={{ id: note.invoiceId }} className="ws-number">
          {note.invoiceNumber}
        </PageLink>
      ),
    },
    { key: 'reason', spare: true, header: t('words:reason'), render: ({ reason }) => t(`reasons.${reason.code}`) },
    {
      key: 'total',
      header: t('words:total'),
      sort: 'gross',
      align: 'right',
      phone: 'firstEnd',
      render: ({ totals, currency }) => <Money amount={totals.due} currency={currency} strong />,
    },
  ];
}

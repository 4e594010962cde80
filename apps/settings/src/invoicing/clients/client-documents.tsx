import type { ClientView } from '@billhook/contract/invoicing/client';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Skeleton } from '@mantine/core';
import { IconFileInvoice } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import { InvoiceStatusBadge, QuoteStatusBadge } from '../../shared/workspace/document-status.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { RecordStatus } from '../../shared/workspace/record-status.js';
import { rowsOf, useRecordList, type RecordViews } from '../../shared/workspace/records.js';
import { documentNameClass, useDocumentName } from '../../shared/workspace/use-document-name.js';

const SHOWN = 5;

/** The latest quotes, invoices and payments of a client, as far as the reader may see them. Empty lists are left out. */
export function ClientDocuments({ client }: { client: ClientView }) {
  const { id } = client;
  const seesInvoices = useHolds('invoice.read');
  const seesQuotes = useHolds('quote.read');
  const seesPayments = useHolds('payment.read');
  const invoices = useClientRecords('invoices', id, seesInvoices);
  const quotes = useClientRecords('quotes', id, seesQuotes);
  const payments = useClientRecords('payments', id, seesPayments);
  const seen = [seesInvoices && invoices, seesQuotes && quotes, seesPayments && payments].filter((list) => !!list);
  if (seen.length > 0 && seen.every(({ data }) => data?.pages[0]?.data.length === 0)) {
    return <NoDocuments client={client} />;
  }
  return (
    <>
      {seesInvoices && <ClientInvoices client={client} />}
      {seesPayments && <ClientPayments id={id} />}
      {seesQuotes && <ClientQuotes client={client} />}
    </>
  );
}

/** The first actions, for members who may perform them. */
function NoDocuments({ client: { id, status } }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const writesInvoices = useHolds('invoice.write');
  const writesQuotes = useHolds('quote.write');
  const isActive = status === 'Active';
  return (
    <div className="bh-panel">
      <EmptyState icon={IconFileInvoice} title={t('documentsEmpty')}>
        <p>{t('documentsEmptyBody')}</p>
        {isActive && (writesInvoices || writesQuotes) && (
          <Group justify="center" gap="sm">
            {writesInvoices && (
              <PageButton to="/invoices/new" search={{ clientId: id }}>
                {t('actions.newInvoice')}
              </PageButton>
            )}
            {writesQuotes && (
              <PageButton to="/quotes/new" search={{ clientId: id }} variant="default">
                {t('actions.newQuote')}
              </PageButton>
            )}
          </Group>
        )}
      </EmptyState>
    </div>
  );
}

/** The first records of a list of the client, for the pages of the client. */
export const useClientRecords = <R extends 'invoices' | 'quotes' | 'payments' | 'credit-notes'>(
  resource: R,
  clientId: number,
  enabled = true,
) => useRecordList(resource, { clientId }, { limit: SHOWN, enabled });

type ClientDocument = RecordViews['invoices' | 'quotes'];

/** The columns of invoices and quotes. */
function useDocumentColumns<T extends ClientDocument>(
  to: '/invoices/$id' | '/quotes/$id',
  clientName: string,
  { status, amount }: { readonly status: (document: T) => ReactNode; readonly amount: (document: T) => string },
): Column<T>[] {
  const { t } = useTexts('clients');
  const nameOf = useDocumentName();
  const format = useFormat();
  return [
    {
      key: 'number',
      header: t('words:number'),
      render: ({ id, number }) => (
        <PageLink to={to} params={{ id }} className={documentNameClass(number)}>
          {nameOf(number, clientName)}
        </PageLink>
      ),
    },
    { key: 'date', header: t('words:date'), render: ({ issueDate }) => format.day(issueDate) },
    { key: 'status', header: t('words:status'), render: status },
    {
      key: 'amount',
      header: t('words:amount'),
      align: 'right',
      render: (document) => <Money amount={amount(document)} currency={document.currency} />,
    },
  ];
}

function ClientInvoices({ client: { id, name } }: { client: ClientView }) {
  const columns = useDocumentColumns<RecordViews['invoices']>('/invoices/$id', name, {
    status: (invoice) => <InvoiceStatusBadge invoice={invoice} />,
    amount: ({ totals }) => totals.due,
  });
  return <ShortList resource="invoices" clientId={id} columns={columns} />;
}

function ClientQuotes({ client: { id, name } }: { client: ClientView }) {
  const columns = useDocumentColumns<RecordViews['quotes']>('/quotes/$id', name, {
    status: (quote) => <QuoteStatusBadge quote={quote} />,
    amount: ({ totals }) => totals.gross,
  });
  return <ShortList resource="quotes" clientId={id} columns={columns} />;
}

function ClientPayments({ id }: { id: number }) {
  const { t } = useTexts('clients');
  const format = useFormat();
  return (
    <ShortList
      resource="payments"
      clientId={id}
      columns={[
        {
          key: 'date',
          header: t('words:date'),
          render: (payment) => (
            <PageLink to="/payments/$id" params={{ id: payment.id }}>
              {format.day(payment.date)}
            </PageLink>
          ),
        },
        { key: 'kind', header: t('words:type'), render: ({ kind }) => t(`paymentKinds.${kind}`) },
        {
          key: 'status',
          header: t('words:status'),
          render: ({ status }) => <RecordStatus kind="payment" status={status} />,
        },
        {
          key: 'amount',
          header: t('words:amount'),
          align: 'right',
          render: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
        },
      ]}
    />
  );
}

type ListedResource = 'invoices' | 'quotes' | 'payments';

interface ShortListProps<R extends ListedResource> {
  readonly resource: R;
  readonly clientId: number;
  readonly columns: readonly Column<RecordViews[R]>[];
}

function ShortList<R extends ListedResource>({ resource, clientId, columns }: ShortListProps<R>) {
  const { t } = useTexts('clients');
  const list = useClientRecords(resource, clientId);
  const rows = rowsOf(list);
  const filled = rows.length > 0;
  if (list.data && !filled) return null;
  const title = t(`words:${resource}`);
  const path: `/${ListedResource}` = `/${resource}`;
  const all = (
    <PageLink to={path} search={{ clientId }} aria-label={`${t('all')}: ${title}`}>
      {t('all')}
    </PageLink>
  );
  return (
    <Section title={title} flush={filled} actions={list.hasNextPage && all}>
      {list.isPending && <Skeleton height={72} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {filled && <DataTable label={title} columns={columns} rows={rows.slice(0, SHOWN)} rowKey={(row) => row.id} />}
    </Section>
  );
}

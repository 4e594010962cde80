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
import { rowsOf, useRecordList, type RecordListQuery } from '../../shared/workspace/records.js';
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

function ClientInvoices({ client: { id, name } }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const nameOf = useDocumentName();
  const format = useFormat();
  const list = useClientRecords('invoices', id);
  const all = (
    <PageLink to="/invoices" search={{ clientId: id }} aria-label={`${t('all')}: ${t('words:invoices')}`}>
      {t('all')}
    </PageLink>
  );
  return (
    <ShortList
      title={t('words:invoices')}
      list={list}
      all={all}
      columns={[
        {
          key: 'number',
          header: t('words:number'),
          render: (invoice) => (
            <PageLink to="/invoices/$id" params={{ id: invoice.id }} className={documentNameClass(invoice.number)}>
              {nameOf(invoice.number, name)}
            </PageLink>
          ),
        },
        { key: 'date', header: t('words:date'), render: ({ issueDate }) => format.day(issueDate) },
        {
          key: 'status',
          header: t('words:status'),
          render: (invoice) => <InvoiceStatusBadge invoice={invoice} />,
        },
        {
          key: 'amount',
          header: t('words:amount'),
          align: 'right',
          render: ({ totals, currency }) => <Money amount={totals.due} currency={currency} />,
        },
      ]}
    />
  );
}

function ClientQuotes({ client: { id, name } }: { client: ClientView }) {
  const { t } = useTexts('clients');
  const nameOf = useDocumentName();
  const format = useFormat();
  const list = useClientRecords('quotes', id);
  const all = (
    <PageLink to="/quotes" search={{ clientId: id }} aria-label={`${t('all')}: ${t('words:quotes')}`}>
      {t('all')}
    </PageLink>
  );
  return (
    <ShortList
      title={t('words:quotes')}
      list={list}
      all={all}
      columns={[
        {
          key: 'number',
          header: t('words:number'),
          render: (quote) => (
            <PageLink to="/quotes/$id" params={{ id: quote.id }} className={documentNameClass(quote.number)}>
              {nameOf(quote.number, name)}
            </PageLink>
          ),
        },
        { key: 'date', header: t('words:date'), render: ({ issueDate }) => format.day(issueDate) },
        { key: 'status', header: t('words:status'), render: (quote) => <QuoteStatusBadge quote={quote} /> },
        {
          key: 'amount',
          header: t('words:amount'),
          align: 'right',
          render: ({ totals, currency }) => <Money amount={totals.gross} currency={currency} />,
        },
      ]}
    />
  );
}

function ClientPayments({ id }: { id: number }) {
  const { t } = useTexts('clients');
  const format = useFormat();
  const list = useClientRecords('payments', id);
  const all = (
    <PageLink to="/payments" search={{ clientId: id }} aria-label={`${t('all')}: ${t('words:payments')}`}>
      {t('all')}
    </PageLink>
  );
  return (
    <ShortList
      title={t('words:payments')}
      list={list}
      all={all}
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

interface ShortListProps<T extends { readonly id: number }> {
  readonly title: string;
  readonly list: RecordListQuery<T>;
  readonly columns: readonly Column<T>[];
  /** A link to the whole list. */
  readonly all: ReactNode;
}

function ShortList<T extends { readonly id: number }>({ title, list, columns, all }: ShortListProps<T>) {
  const rows = rowsOf(list);
  const filled = rows.length > 0;
  if (list.data && !filled) return null;
  return (
    <Section title={title} flush={filled} actions={list.hasNextPage && all}>
      {list.isPending && <Skeleton height={72} />}
      {list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {filled && <DataTable label={title} columns={columns} rows={rows.slice(0, SHOWN)} rowKey={(row) => row.id} />}
    </Section>
  );
}

import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useHolds } from '../../shared/session/signed-in.js';
import { Nothing, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { Money } from '../../shared/workspace/money.js';
import { rowsOf, useRecord, useRecordList } from '../../shared/workspace/records.js';

/** The quote of an invoice, its payments and its credit notes. */
export function InvoiceRelated({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTexts('invoices');
  const format = useFormat();
  const { id, quoteId, creditNoteIds, currency, number } = invoice;
  const readsQuotes = useHolds('quote.read');
  const readsPayments = useHolds('payment.read');
  const quote = useRecord('quotes', quoteId ?? 0, { enabled: quoteId !== null && readsQuotes });
  const payments = useRecordList('payments', { invoiceId: id }, { enabled: readsPayments && number !== null });
  const notes = useRecordList('credit-notes', { invoiceId: id }, { enabled: creditNoteIds.length > 0 });
  const paid = rowsOf(payments).filter(({ status }) => status === 'Recorded');
  const credited = rowsOf(notes);
  if (number === null && quoteId === null) return null;
  const nothing = quoteId === null && paid.length === 0 && credited.length === 0;

  return (
    <Section title={t('related.title')}>
      <Stack gap="sm">
        {nothing && <Nothing>{t('related.none')}</Nothing>}
        {quoteId !== null && (
          <div>
            <Caption>{t('related.quote')}</Caption>
            {readsQuotes ? (
              <PageLink to="/quotes/$id" params={{ id: quoteId }}>
                {quote.data?.number ?? `#${quoteId}`}
              </PageLink>
            ) : (
              `#${quoteId}`
            )}
          </div>
        )}
        {paid.length > 0 && (
          <div>
            <Caption>{t('words:payments')}</Caption>
            {paid.map((payment) => (
              <Row key={payment.id}>
                <PageLink to="/payments/$id" params={{ id: payment.id }}>
                  {t(payment.kind === 'Refund' ? 'related.refund' : 'related.payment', {
                    date: format.day(payment.date),
                  })}
                </PageLink>
                <Money
                  amount={payment.allocations.find(({ invoiceId }) => invoiceId === id)?.amount ?? payment.amount}
                  currency={currency}
                />
              </Row>
            ))}
          </div>
        )}
        {credited.length > 0 && (
          <div>
            <Caption>{t('words:creditNotes')}</Caption>
            {credited.map((note) => (
              <Row key={note.id}>
                <PageLink to="/credit-notes/$id" params={{ id: note.id }}>
                  {note.number}
                </PageLink>
                <Money amount={note.totals.due} currency={currency} />
              </Row>
            ))}
          </div>
        )}
      </Stack>
    </Section>
  );
}

function Caption({ children }: { children: string }) {
  return (
    <Text size="xs" c="dimmed" fw={600}>
      {children}
    </Text>
  );
}

function Row({ children }: { children: ReactNode }) {
  return <div className="dc-row">{children}</div>;
}

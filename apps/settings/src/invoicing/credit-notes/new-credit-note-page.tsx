import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { useTexts } from '@billhook/ui/use-texts';
import { IconReceiptRefund } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useInvoiceActionError } from '../../shared/workspace/action-errors.js';
import { RecordGate, RecordHeader } from '../../shared/workspace/detail.js';
import { InvoiceStatusBadge } from '../../shared/workspace/document-status.js';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { rowsOf, useRecord, useRecordList } from '../../shared/workspace/records.js';
import { CreditNoteForm } from './credit-note-form.js';

const route = getRouteApi('/credit-notes/new');

/** The maximum number of credit notes on a page of the API; invoices with more of them are credited through the API. */
const MOST = 100;

export function NewCreditNotePage() {
  const { t } = useTexts('creditNotes');
  const { invoiceId } = route.useSearch();
  if (invoiceId) return <OfInvoice id={invoiceId} />;
  return (
    <>
      <RecordHeader title={t('form.titleBare')} back={<PageLink to="/credit-notes">{t('back')}</PageLink>} />
      <div className="bh-panel">
        <EmptyState icon={IconReceiptRefund} title={t('form.missing')}>
          <p>{t('emptyBody')}</p>
          <PageButton to="/invoices">{t('toInvoices')}</PageButton>
        </EmptyState>
      </div>
    </>
  );
}

function OfInvoice({ id }: { id: number }) {
  const query = useRecord('invoices', id);
  return <RecordGate query={query}>{(invoice) => <Credit key={invoice.id} invoice={invoice} />}</RecordGate>;
}

function Credit({ invoice }: { invoice: InvoiceView }) {
  const { t } = useTexts('creditNotes');
  const { id, number } = invoice;
  const unavailable = useInvoiceActionError(invoice, {})('credit');
  const notes = useRecordList('credit-notes', { invoiceId: id }, { limit: MOST });
  const credited = { data: notes.data && rowsOf(notes), error: notes.error, refetch: notes.refetch };
  return (
    <>
      <RecordHeader
        title={t('form.title', { number: number ?? `#${id}` })}
        back={
          <PageLink to="/invoices/$id" params={{ id }}>
            {number ?? t('words:invoice')}
          </PageLink>
        }
        status={<InvoiceStatusBadge invoice={invoice} />}
        lead={!unavailable && t('form.final')}
      />
      {unavailable ? (
        <div className="bh-panel">
          <EmptyState icon={IconReceiptRefund} title={t('form.refused')}>
            {unavailable}
          </EmptyState>
        </div>
      ) : (
        <RecordGate query={credited}>{(before) => <CreditNoteForm invoice={invoice} credited={before} />}</RecordGate>
      )}
    </>
  );
}

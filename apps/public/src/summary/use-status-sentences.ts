import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { useTexts } from '@billhook/ui/use-texts';
import { isSettledByCredit } from '../document/settlement.js';
import { useDocumentFormat } from '../document/use-document-format.js';

/** The relevant amount, with its name. */
export function useAmount(document: PublicDocumentView): { label: string; amount: string; note: string | null } {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const { kind, status, totals, balance, currency, payment } = document;
  const total = format.money(totals.due, currency);
  if (kind === 'CreditNote') return { label: t('amount.credited'), amount: total, note: null };
  if (payment && balance !== null) {
    const isPart = status === 'Partial' || balance !== totals.due;
    const note = isPart ? t('amount.leftOf', { total }) : null;
    return { label: t(isPart ? 'amount.left' : 'amount.due'), amount: format.money(balance, currency), note };
  }
  return { label: t('amount.total'), amount: total, note: null };
}

/** The status of the document, in a sentence or two for the client. */
export function useStatusSentences(document: PublicDocumentView): string[] {
  const { t } = useTexts('document');
  const format = useDocumentFormat();
  const { status, kind, issueDate, dueDate, expiryDate, paidAt, acceptance, decline, rejection, credits } = document;
  const seller = document.seller.name;
  /** An invoice without a due date says nothing about when to pay. */
  const due = () => {
    if (dueDate === null) return [];
    return [dueDate === issueDate ? t('say.onReceipt') : t('say.dueBy', { date: format.date(dueDate) })];
  };
  switch (status) {
    case 'Sent':
      if (kind !== 'Quote') return due();
      return [expiryDate ? t('say.validUntil', { date: format.date(expiryDate) }) : t('say.awaitsAnswer')];
    case 'Partial':
      return due();
    case 'Overdue':
      return dueDate ? [t('say.wasDue', { date: format.date(dueDate) })] : [];
    case 'Paid':
      return [paidAt ? t('say.paidOn', { date: format.dayOf(paidAt) }) : t('say.paid')];
    case 'Settled':
      return [t(isSettledByCredit(document) ? 'say.credited' : 'say.settled')];
    case 'Rejected':
      return rejection ? [t('say.rejected', { date: format.dayOf(rejection.at), seller })] : [];
    case 'Void':
      return [t('say.void', { seller })];
    case 'Accepted':
      if (!acceptance) return [];
      return [
        t('say.accepted', { name: acceptance.by, date: format.dayOf(acceptance.at) }),
        ...(acceptance.poNumber ? [t('say.acceptedOrder', { number: acceptance.poNumber })] : []),
      ];
    case 'Declined':
      return decline ? [t('say.declined', { date: format.dayOf(decline.at) })] : [];
    case 'Expired':
      return expiryDate ? [t('say.expired', { date: format.date(expiryDate), seller })] : [];
    case 'Superseded':
      return [t('say.superseded')];
    case 'Issued':
      return credits ? [t('say.credits', { number: credits.invoiceNumber })] : [];
  }
}

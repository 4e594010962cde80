import type { CompanyView } from '@billhook/contract/identity/company';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { inheritedPaymentTerms } from '@billhook/domain/invoicing/document-defaults';
import { invoiceWarnings, type InvoiceWarning } from '@billhook/domain/invoicing/invoice-warnings';
import { dueByTerms } from '@billhook/domain/invoicing/payment-details/due-date';
import { checkTaxRules, type TaxParties } from '@billhook/domain/invoicing/taxes/tax-rules';
import { isDate } from '@billhook/ui/typed-date';
import { partyRepair } from '../repairs/party-repair.js';
import { filledLines, totalsInput } from './draft-body.js';
import { computeDraft, fieldAt, saveErrors, type DraftError } from './draft-errors.js';
import type { DocumentKind, Draft } from './draft.js';

/** What is missing before a draft can be sent or paid. */
export interface ReadinessProblem extends DraftError {
  /** Without it, the API rejects the send; otherwise it warns. */
  readonly required: boolean;
}

interface ReadinessParties {
  readonly company: TaxParties['seller'] & Pick<CompanyView, 'iban' | 'bic' | 'legalNotice' | 'paymentTerms'>;
  /** Undefined while none is chosen; then the client is not checked. */
  readonly client:
    | Pick<ClientView, 'kind' | 'vatNumber' | 'billingAddress' | 'deliveryAddress' | 'paymentTerms'>
    | undefined;
}

/** Has nothing to warn about: the warnings of the other party do not wait for a client. */
const COMPLETE_BUYER = {
  kind: 'Business',
  vatNumber: null,
  billingAddress: { line1: '-', city: '-', country: 'FR' },
  deliveryAddress: null,
} as const;

/**
 * What the person can repair before the first attempt to send: the parties of an invoice, where to pay it, and the VAT rate of each line. The rules
 * are those of the API. A draft without lines is checked as if its first line were filled in, so that the company is complete from the start.
 * Quotes are offers, of which the API requires only the rates.
 */
export function readinessProblems(kind: DocumentKind, draft: Draft, parties: ReadinessParties): ReadinessProblem[] {
  const rates = saveErrors(draft).filter(({ code }) => code === 'tax_rate_required');
  const ofLines = rates.map((problem) => ({ ...problem, required: true }));
  if (kind === 'quote') return ofLines;
  const begun = asIfBegun(draft);
  const placed = (problem: { pointer: string; code: string; message: string }, required: boolean) => ({
    ...problem,
    at: fieldAt(problem.pointer, begun),
    required,
  });
  const { company: seller, client: buyer } = parties;
  const supplied = draft.supplyDate !== '' || draft.periodStart !== '';
  const missing = checkTaxRules(totalsInput(begun), { seller, buyer, supplied }).filter(partyRepair);
  return [
    ...missing.map((problem) => placed(problem, true)),
    ...ofLines,
    ...warningsOf(begun, parties).map((problem) => placed(problem, false)),
  ];
}

function warningsOf(draft: Draft, { company: seller, client }: ReadinessParties): InvoiceWarning[] {
  if (!isDate(draft.issueDate)) return [];
  const { terms } = inheritedPaymentTerms(seller, { paymentTerms: client?.paymentTerms ?? null });
  const due = draft.dueDate || dueByTerms(draft.issueDate, terms);
  const period = draft.periodStart ? {} : null;
  // Incomplete lines have no total yet: the invoice counts as one to pay.
  const result = computeDraft(draft);
  const payable = result && !result.partial ? result.totals.due : '1';
  return invoiceWarnings(
    totalsInput(draft),
    {
      issueDate: draft.issueDate,
      dueDate: due && isDate(due) ? due : null,
      supplyDate: draft.supplyDate || null,
      servicePeriod: period,
      paymentMeans: { code: draft.paymentCode, ...(draft.iban.trim() && { iban: draft.iban }) },
      payable,
      lines: filledLines(draft).map(({ kept }) => ({ servicePeriod: kept.servicePeriod ?? null })),
      notes: draft.notes.map(({ text }) => text),
      terms: draft.terms || null,
    },
    { seller, buyer: client ?? COMPLETE_BUYER },
    // The server compares the rates with those of the company when the document is sent.
    [],
  );
}

/** With a line, and with a rate for each: the parties are not checked for a line that has none. */
function asIfBegun(draft: Draft): Draft {
  const [first] = draft.lines;
  const filled = filledLines(draft);
  const begun = filled.length > 0 || !first ? filled : [{ ...first, name: '-', unitPrice: '1' }];
  const lines = begun.map((line) =>
    line.taxCategory === 'S' && line.taxRate === '' ? { ...line, taxRate: '20' } : line,
  );
  return { ...draft, lines };
}

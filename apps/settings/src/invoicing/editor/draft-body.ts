import { byName, REFERENCE_NAMES } from '@billhook/contract/invoicing/document-fields';
import type { CreateInvoice, UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import type { CreateQuote, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { compactCode } from '@billhook/domain/invoicing/payment-details/iban';
import type { AdjustmentInput, DocumentAdjustmentInput, TotalsInput } from '@billhook/domain/invoicing/totals/totals';
import { amountOf } from '../../shared/workspace/decimal-text.js';
import { isBlank, type DocumentKind, type Draft, type DraftAdjustment, type DraftLine } from './draft.js';

type BodyLine = CreateInvoice['lines'][number];

const orAbsent = (text: string): string | undefined => text.trim() || undefined;
const orNone = <T>(list: T[]): T[] | undefined => (list.length === 0 ? undefined : list);
const orNull = (text: string): string | null => text.trim() || null;

/** The lines that are sent: blank ones are left out, so the indexes change. */
export const filledLines = (draft: Draft): readonly DraftLine[] => draft.lines.filter((line) => !isBlank(line));

/** An amount with the digits of its currency, which may have changed since it was typed. */
const worthOf = (worth: string, is: 'percent' | 'amount', currency: string): AdjustmentInput =>
  is === 'percent' ? { percent: worth } : { amount: amountOf(worth, currency) };

function discountOf(line: DraftLine, currency: string): BodyLine['discount'] {
  if (line.discount === '') return undefined;
  const reason = line.kept.discountReason;
  return { ...worthOf(line.discount, line.discountIs, currency), ...(reason !== undefined && { reason }) };
}

function bodyLine(line: DraftLine, currency: string): BodyLine {
  const { allowances = [], charges = [], servicePeriod, customFields } = line.kept;
  return {
    name: line.name.trim(),
    description: orAbsent(line.description),
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    priceBaseQuantity: line.priceBaseQuantity || '1',
    discount: discountOf(line, currency),
    allowances,
    charges,
    taxCategory: line.taxCategory,
    taxRate: orAbsent(line.taxRate),
    exemptionReason: orAbsent(line.exemptionReason),
    servicePeriod,
    sellerItemId: orAbsent(line.sellerItemId),
    buyerItemId: orAbsent(line.buyerItemId),
    customFields,
  };
}

function bodyAdjustment(adjustment: DraftAdjustment, currency: string): DocumentAdjustmentInput {
  const { worth, worthIs, reason, taxCategory, taxRate } = adjustment;
  const said = orAbsent(reason);
  const rate = orAbsent(taxRate);
  return {
    ...worthOf(worth, worthIs, currency),
    ...(said !== undefined && { reason: said }),
    ...(taxCategory !== '' && { taxCategory, ...(rate !== undefined && { taxRate: rate }) }),
  };
}

const adjustmentsOf = (draft: Draft, is: DraftAdjustment['is']) =>
  draft.adjustments.filter((each) => each.is === is).map((each) => bodyAdjustment(each, draft.currency));

const linesOf = (draft: Draft) => filledLines(draft).map((line) => bodyLine(line, draft.currency));

const roundingOf = ({ roundingIncrement, currency }: Draft) => amountOf(roundingIncrement, currency);

/** The input of the totals, the same as on the server. */
export function totalsInput(draft: Draft): TotalsInput {
  return {
    currency: draft.currency,
    pricesIncludeTax: draft.pricesIncludeTax,
    lines: linesOf(draft),
    allowances: adjustmentsOf(draft, 'allowance'),
    charges: adjustmentsOf(draft, 'charge'),
    ...(draft.roundingIncrement && { roundingIncrement: roundingOf(draft) }),
  };
}

function paymentMeansOf({ paymentCode, iban, bic, remittance }: Draft): CreateInvoice['paymentMeans'] {
  if (!iban.trim() && !bic.trim() && !remittance.trim()) return undefined;
  const compact = (text: string) => orAbsent(compactCode(text));
  return { code: paymentCode, iban: compact(iban), bic: compact(bic), remittance: orAbsent(remittance) };
}

const localeOf = ({ locale }: Draft): 'en' | 'fr' | undefined =>
  locale === 'en' || locale === 'fr' ? locale : undefined;

/** A period with one date is sent unchanged, so that the server reports the missing one. */
const periodOf = ({ periodStart: start, periodEnd: end }: Draft) => (start || end ? { start, end } : undefined);

const notesOf = (draft: Draft): string[] => draft.notes.flatMap(({ text }) => orAbsent(text) ?? []);

function sharedBody(draft: Draft, clientId: number) {
  return {
    clientId,
    currency: draft.currency,
    pricesIncludeTax: draft.pricesIncludeTax,
    lines: linesOf(draft),
    allowances: adjustmentsOf(draft, 'allowance'),
    charges: adjustmentsOf(draft, 'charge'),
    series: draft.series,
    notes: notesOf(draft),
    issueDate: orAbsent(draft.issueDate),
  };
}

/** What a new document would inherit: a field that was cleared is sent as none. */
interface Inherited {
  /** Undefined if the person may not read clients: then the API decides what an empty field becomes. */
  readonly texts?: { readonly terms: string | null } | undefined;
  readonly expiryDate?: string | null;
}

/** The body of a new document, without blank members. */
export function createBody(
  kind: DocumentKind,
  draft: Draft,
  clientId: number,
  { texts, expiryDate }: Inherited = {},
): CreateInvoice | CreateQuote {
  const shared = {
    ...sharedBody(draft, clientId),
    roundingIncrement: orAbsent(roundingOf(draft)),
    externalId: orAbsent(draft.externalId),
    ...byName(REFERENCE_NAMES, (name) => orAbsent(draft[name])),
    terms: orAbsent(draft.terms) ?? (texts?.terms ? null : undefined),
    notes: texts ? notesOf(draft) : orNone(notesOf(draft)),
    paymentMeans: paymentMeansOf(draft),
    locale: localeOf(draft),
  };
  if (kind === 'quote') {
    const cleared = expiryDate ? null : undefined;
    return { ...shared, title: orAbsent(draft.title), expiryDate: orAbsent(draft.expiryDate) ?? cleared };
  }
  return {
    ...shared,
    dueDate: orAbsent(draft.dueDate),
    supplyDate: orAbsent(draft.supplyDate),
    servicePeriod: periodOf(draft),
  };
}

/**
 * The body of an edit: cleared members are null, and members that the editor does not show are left out.
 * @param before the draft as it was read
 */
export function updateBody(
  kind: DocumentKind,
  draft: Draft,
  clientId: number,
  before: Draft,
): UpdateInvoice | UpdateQuote {
  const shared = {
    ...sharedBody(draft, clientId),
    roundingIncrement: orNull(roundingOf(draft)),
    externalId: orNull(draft.externalId),
    ...byName(REFERENCE_NAMES, (name) => orNull(draft[name])),
    terms: orNull(draft.terms),
    paymentMeans: paymentMeansOf(draft) ?? null,
    locale: localeOf(draft) ?? null,
  };
  if (kind === 'quote') return { ...shared, title: orNull(draft.title), expiryDate: orNull(draft.expiryDate) };
  return {
    ...shared,
    // Only if it was edited: a date by the payment terms must not become a given one.
    dueDate: draft.dueDate === before.dueDate ? undefined : orNull(draft.dueDate),
    supplyDate: orNull(draft.supplyDate),
    servicePeriod: periodOf(draft) ?? null,
  };
}

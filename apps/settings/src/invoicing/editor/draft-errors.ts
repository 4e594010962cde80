import type { CompanyView } from '@billhook/contract/identity/company';
import type { ClientView } from '@billhook/contract/invoicing/client';
import { checkTaxRules } from '@billhook/domain/invoicing/taxes/tax-rules';
import { computeTotals, type TotalsInput, type TotalsResult } from '@billhook/domain/invoicing/totals/totals';
import { compare, decimalOrThrow, ZERO } from '@billhook/domain/shared/decimal';
import { isDate } from '@billhook/ui/typed-date';
import { filledLines, totalsInput } from './draft-body.js';
import { isBlank, type DocumentKind, type Draft } from './draft.js';

/** An error of one field. `at` is the id of its element. */
export interface DraftError {
  readonly at: string;
  /** The stable name of the rule, from which its text is looked up. */
  readonly code: string;
  /** For an error of the API. */
  readonly pointer?: string;
  /** In English, as the API returns it. */
  readonly message: string;
}

export const fieldId = (name: string): string => `ed-${name}`;
export const lineFieldId = (key: string, member: string): string => `ed-line-${key}-${member}`;
export const adjustmentFieldId = (key: string, member: string): string => `ed-adjustment-${key}-${member}`;

/** Members of the body whose fields have other names. */
const FIELDS: Readonly<Record<string, string>> = {
  servicePeriod: 'periodStart',
  paymentMeans: 'iban',
  lines: 'lines',
  client: 'clientId',
};

/** The members of a line that have a field. */
const LINE_FIELDS: ReadonlySet<string> = new Set([
  'name',
  'description',
  'quantity',
  'unit',
  'unitPrice',
  'priceBaseQuantity',
  'discount',
  'taxCategory',
  'taxRate',
  'exemptionReason',
  'sellerItemId',
  'buyerItemId',
]);

/** The summary of all errors, which is focused if an error has no field in the editor. */
export const SUMMARY_ID = 'ed-errors';

/** The field for a pointer into the body of a draft. */
export function fieldAt(pointer: string, draft: Draft): string {
  const [, first = '', index = '', member = 'name', inner] = pointer.split('/');
  const n = Number(index);
  if (first === 'lines' && index !== '') {
    const line = filledLines(draft)[n];
    return line ? lineFieldId(line.key, LINE_FIELDS.has(member) ? member : 'name') : fieldId('lines');
  }
  if ((first === 'allowances' || first === 'charges') && index !== '') {
    const is = first === 'allowances' ? 'allowance' : 'charge';
    const adjustment = draft.adjustments.filter((each) => each.is === is)[n];
    const field = { amount: 'worth', percent: 'worth', name: 'worth', taxRate: 'taxCategory' }[member] ?? member;
    return adjustment ? adjustmentFieldId(adjustment.key, field) : fieldId('lines');
  }
  if (first === 'servicePeriod') return fieldId(index === 'end' ? 'periodEnd' : 'periodStart');
  if (first === 'paymentMeans') return fieldId(['iban', 'bic', 'remittance'].find((each) => each === index) ?? 'iban');
  // A dialog corrects the company: its errors have no field here, and each is listed.
  if (first === 'seller') return fieldId(`seller-${index}`);
  const note = draft.notes.filter(({ text }) => text.trim() !== '')[n];
  if (first === 'notes' && note) return fieldId(`note-${note.key}`);
  return fieldId(FIELDS[first] ?? (inner === undefined ? first : `${first}-${inner}`));
}

/**
 * The elements to focus for an error, the best first: a field can be left out, like the rate of a category without one, or the series of a company
 * that has only one.
 */
export function focusOrder(at: string, draft: Draft): readonly string[] {
  const line = draft.lines.find(({ key }) => at.startsWith(lineFieldId(key, '')));
  if (line) {
    const ofVat = at === lineFieldId(line.key, 'taxRate') ? [lineFieldId(line.key, 'taxCategory')] : [];
    return [at, ...ofVat, lineFieldId(line.key, 'name'), fieldId('lines')];
  }
  if (at.startsWith(fieldId('adjustment'))) return [at, 'ed-add-allowance'];
  if (at.startsWith(fieldId('note'))) return [at, 'ed-add-note'];
  if (at.startsWith(fieldId('seller'))) return [at, SUMMARY_ID];
  return [at, fieldId('clientId')];
}

/** The pointer of a field, counting blank lines, unlike in the body. */
export function pointerAt(at: string, draft: Draft): string {
  const line = draft.lines.findIndex(({ key }) => at.startsWith(lineFieldId(key, '')));
  if (line >= 0) return `/lines/${line}/${at.slice(lineFieldId(draft.lines[line]?.key ?? '', '').length)}`;
  for (const is of ['allowance', 'charge'] as const) {
    const own = draft.adjustments.filter((each) => each.is === is);
    const found = own.findIndex(({ key }) => at.startsWith(adjustmentFieldId(key, '')));
    if (found >= 0) return `/${is}s/${found}/${at.slice(adjustmentFieldId(own[found]?.key ?? '', '').length)}`;
  }
  return `/${at.slice(fieldId('').length)}`.replace(/^\/note-.*/, '/notes');
}

const DATES = ['issueDate', 'dueDate', 'expiryDate', 'supplyDate', 'periodStart', 'periodEnd'] as const;
const areDates = (...texts: readonly string[]): boolean => texts.every(isDate);

/**
 * The errors that would keep the draft from being saved: those rules of the API that can be checked here, so that a person need not wait for them.
 */
export function saveErrors(draft: Draft): DraftError[] {
  const fieldErrors: DraftError[] = [];
  const add = (at: string, code: string, message: string) => fieldErrors.push({ at, code, message });
  if (draft.clientId === undefined) add(fieldId('clientId'), 'client_missing', 'Choose a client.');
  for (const line of filledLines(draft)) {
    if (line.name.trim() === '') add(lineFieldId(line.key, 'name'), 'name_missing', 'Enter an item name.');
    if (line.unitPrice === '') add(lineFieldId(line.key, 'unitPrice'), 'price_missing', 'Enter a price.');
    if (line.quantity === '') add(lineFieldId(line.key, 'quantity'), 'quantity_missing', 'Enter a quantity.');
  }
  for (const { key, worth } of draft.adjustments) {
    if (worth === '') add(adjustmentFieldId(key, 'worth'), 'worth_missing', 'Enter an amount or a percentage.');
  }
  for (const name of DATES)
    if (draft[name] !== '' && !isDate(draft[name]))
      add(fieldId(name), 'not_a_date', 'Must be a date, like 2026-11-22.');
  if (areDates(draft.dueDate, draft.issueDate) && draft.dueDate < draft.issueDate)
    add(fieldId('dueDate'), 'due_before_issue', 'Must be on or after the issue date.');
  if (areDates(draft.expiryDate, draft.issueDate) && draft.expiryDate < draft.issueDate)
    add(fieldId('expiryDate'), 'expiry_before_issue', 'Must be on or after the issue date.');
  if (areDates(draft.periodStart, draft.periodEnd) && draft.periodEnd < draft.periodStart)
    add(fieldId('periodEnd'), 'period_ends_early', 'Must be on or after the start of the period.');
  if (draft.periodStart !== '' && draft.periodEnd === '') add(fieldId('periodEnd'), 'period_open', 'Enter both dates.');
  if (draft.periodEnd !== '' && draft.periodStart === '')
    add(fieldId('periodStart'), 'period_open', 'Enter both dates.');
  const known = new Set(fieldErrors.map(({ at }) => at));
  const ruled = checkTaxRules(totalsInput(draft)).map(({ pointer, code, message }) => ({
    at: fieldAt(pointer, draft),
    code,
    message,
  }));
  // An empty field is missing, and not an invalid number as well.
  return [...fieldErrors, ...ruled.filter(({ at }) => !known.has(at))];
}

interface DraftParties {
  readonly company: Pick<CompanyView, 'address' | 'legalId' | 'vatNumber' | 'taxNumber'>;
  readonly client: Pick<ClientView, 'kind' | 'vatNumber' | 'billingAddress' | 'deliveryAddress'> | undefined;
  readonly today: string;
}

/** The additional errors that would keep it from being sent. */
export function sendErrors(kind: DocumentKind, draft: Draft, { company, client, today }: DraftParties): DraftError[] {
  const fieldErrors: DraftError[] = [];
  if (filledLines(draft).length === 0) {
    const first = draft.lines[0];
    const at = first ? lineFieldId(first.key, 'name') : fieldId('lines');
    fieldErrors.push({ at, code: 'lines_missing', message: 'Add at least one line item.' });
  }
  if (isDate(draft.issueDate) && draft.issueDate > today)
    fieldErrors.push({ at: fieldId('issueDate'), code: 'date_in_future', message: 'Must not be in the future.' });
  if (kind === 'quote') {
    if (isDate(draft.expiryDate) && draft.expiryDate < today)
      fieldErrors.push({ at: fieldId('expiryDate'), code: 'expired', message: 'Must not be in the past.' });
    return fieldErrors;
  }
  const parties = {
    seller: company,
    buyer: client,
    supplied: draft.supplyDate !== '' || draft.periodStart !== '',
  };
  const ofDraft = new Set(checkTaxRules(totalsInput(draft)).map(({ pointer, code }) => `${pointer} ${code}`));
  for (const { pointer, code, message } of checkTaxRules(totalsInput(draft), parties)) {
    if (!ofDraft.has(`${pointer} ${code}`)) fieldErrors.push({ at: fieldAt(pointer, draft), code, message });
  }
  const result = computeDraft(draft);
  if (result && compare(decimalOrThrow(result.totals.due), ZERO) < 0) {
    fieldErrors.push({ at: fieldId('lines'), code: 'total_negative', message: 'The total cannot be less than 0.' });
  }
  return fieldErrors;
}

export interface LiveTotals extends Omit<TotalsResult, 'lines'> {
  /** By the key of the line. */
  readonly lines: ReadonlyMap<string, TotalsResult['lines'][number]>;
  /** Whether incomplete lines, allowances or charges are left out. */
  readonly partial: boolean;
}

/**
 * The totals of the complete lines: while a person types, one line is always incomplete, and only that one is left out.
 * @returns undefined for an unknown currency
 */
export function computeDraft(draft: Draft): LiveTotals | undefined {
  const filled = filledLines(draft);
  const input = totalsInput(draft);
  const invalid = { lines: new Set<number>(), allowances: new Set<number>(), charges: new Set<number>() };
  let document = input;
  for (const { pointer, code } of checkTaxRules(input)) {
    if (code === 'unknown_currency') return undefined;
    const [, part, index] = pointer.split('/');
    // Reasons and mixed categories make a document invalid, but do not affect its totals.
    if (code.startsWith('exemption_reason') || code === 'tax_category_not_mixable') continue;
    if (part === 'lines' || part === 'allowances' || part === 'charges') invalid[part].add(Number(index));
    if (part === 'roundingIncrement') document = withoutRounding(document);
  }
  const left = <T>(list: readonly T[] | undefined, out: ReadonlySet<number>): T[] =>
    (list ?? []).filter((_, n) => !out.has(n));
  const partial = invalid.lines.size + invalid.allowances.size + invalid.charges.size > 0 || document !== input;
  try {
    const { lines, ...totals } = computeTotals({
      ...document,
      lines: left(document.lines, invalid.lines),
      allowances: left(document.allowances, invalid.allowances),
      charges: left(document.charges, invalid.charges),
    });
    const kept = filled.filter((_, n) => !invalid.lines.has(n));
    const byKey = new Map(kept.flatMap(({ key }, n) => (lines[n] ? [[key, lines[n]] as const] : [])));
    return { ...totals, lines: byKey, partial };
  } catch (error) {
    // Without its line, an allowance of that rate has nothing to reduce.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function withoutRounding({ roundingIncrement: _, ...document }: TotalsInput): TotalsInput {
  return document;
}

/** Whether there is input to lose. */
export const hasContent = (draft: Draft): boolean => draft.lines.some((line) => !isBlank(line));

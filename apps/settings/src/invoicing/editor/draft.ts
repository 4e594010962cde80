import { byName, REFERENCE_NAMES, type Reference } from '@billhook/contract/invoicing/document-fields';
import type { LineBody, LineView } from '@billhook/contract/invoicing/document-line';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { isCurrency, type CurrencyCode } from '@billhook/domain/invoicing/codes/currency';
import { currentPaymentMeans } from '@billhook/domain/invoicing/codes/payment-means-codes';
import type { CompanyDefaults } from '@billhook/domain/invoicing/document-defaults';
import type { TaxCategory } from '@billhook/domain/invoicing/totals/totals';
import { dueDate, type PaymentTerms } from '@billhook/domain/shared/calendar';

/*
 * A document in the editor: every field is text, and '' is empty. Members that the editor does not show are included, so that saving keeps
 * them.
 */

/** A code from a record or a list of codes; the euro for any other text, because a draft always has a currency. */
export const asCurrency = (code: string): CurrencyCode => (isCurrency(code) ? code : 'EUR');

export type DocumentKind = 'invoice' | 'quote';
export type StoredDocument = InvoiceView | QuoteView;

export interface DraftLine {
  /** Identifies the line while it is moved; unknown to the API. */
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly quantity: string;
  readonly unit: string;
  readonly unitPrice: string;
  readonly priceBaseQuantity: string;
  readonly discount: string;
  readonly discountIs: 'percent' | 'amount';
  readonly taxCategory: TaxCategory;
  readonly taxRate: string;
  readonly exemptionReason: string;
  readonly sellerItemId: string;
  readonly buyerItemId: string;
  readonly kept: Partial<Pick<LineBody, 'allowances' | 'charges' | 'servicePeriod' | 'customFields'>> & {
    readonly discountReason?: string | undefined;
  };
}

/** An allowance or charge of the document. */
export interface DraftAdjustment {
  readonly key: string;
  readonly is: 'allowance' | 'charge';
  readonly worth: string;
  readonly worthIs: 'percent' | 'amount';
  readonly reason: string;
  /** Its VAT group; '' is spread over all. */
  readonly taxCategory: TaxCategory | '';
  readonly taxRate: string;
}

export interface DraftNote {
  readonly key: string;
  readonly text: string;
}

/** The fields with one text each. */
export interface DraftFields extends Readonly<Record<Reference, string>> {
  readonly title: string;
  readonly issueDate: string;
  readonly dueDate: string;
  readonly expiryDate: string;
  readonly supplyDate: string;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly roundingIncrement: string;
  readonly series: string;
  readonly externalId: string;
  readonly terms: string;
  readonly iban: string;
  readonly bic: string;
  readonly remittance: string;
  readonly locale: string;
}
export type FieldName = keyof DraftFields;

export interface Draft extends DraftFields {
  readonly currency: CurrencyCode;
  readonly clientId: number | undefined;
  readonly pricesIncludeTax: boolean;
  readonly lines: readonly DraftLine[];
  readonly adjustments: readonly DraftAdjustment[];
  readonly notes: readonly DraftNote[];
  /** The UNTDID 4461 code of the payment means; 30 is a credit transfer. */
  readonly paymentCode: string;
}

let keys = 0;
export const newKey = (): string => `k${++keys}`;

/** The VAT of a new line: the VAT of the previous line, or the company's usual VAT. */
export type UsualVat = Pick<DraftLine, 'taxCategory' | 'taxRate'>;

export function emptyLine(vat: UsualVat): DraftLine {
  return {
    key: newKey(),
    name: '',
    description: '',
    quantity: '1',
    unit: 'C62',
    unitPrice: '',
    priceBaseQuantity: '1',
    discount: '',
    discountIs: 'percent',
    taxCategory: vat.taxCategory,
    taxRate: vat.taxRate,
    exemptionReason: '',
    sellerItemId: '',
    buyerItemId: '',
    kept: {},
  };
}

/** An empty line, which is left out when the document is saved. */
export function isBlank(line: DraftLine): boolean {
  const { name, description, unitPrice, discount, sellerItemId, buyerItemId } = line;
  return [name, description, unitPrice, discount, sellerItemId, buyerItemId].every((text) => text.trim() === '');
}

interface Beginning {
  readonly clientId: number | undefined;
  readonly currency: CurrencyCode;
  readonly issueDate: string;
  readonly usualVat: UsualVat;
  /** The texts of its client and the company. */
  readonly texts?: { readonly terms: string | null; readonly notes: readonly string[] } | undefined;
  /** Of a quote, by the validity that the company gives its quotes. */
  readonly expiryDate?: string | null;
}

/** A draft that was restored after a reload: its keys may have been assigned again since. */
export function withNewKeys(draft: Draft): Draft {
  const renew = <T extends { readonly key: string }>(each: T): T => ({ ...each, key: newKey() });
  const { lines, adjustments, notes } = draft;
  return { ...draft, lines: lines.map(renew), adjustments: adjustments.map(renew), notes: notes.map(renew) };
}

const text = (value: string | null | undefined): string => value ?? '';

/** A new document with one empty line. */
export function newDraft({ clientId, currency, issueDate, usualVat, texts, expiryDate }: Beginning): Draft {
  return {
    clientId,
    title: '',
    currency,
    pricesIncludeTax: false,
    issueDate,
    dueDate: '',
    expiryDate: text(expiryDate),
    supplyDate: '',
    periodStart: '',
    periodEnd: '',
    lines: [emptyLine(usualVat)],
    adjustments: [],
    roundingIncrement: '',
    series: 'default',
    ...byName(REFERENCE_NAMES, () => ''),
    externalId: '',
    notes: (texts?.notes ?? []).map((note) => ({ key: newKey(), text: note })),
    terms: text(texts?.terms),
    paymentCode: '30',
    iban: '',
    bic: '',
    remittance: '',
    locale: '',
  };
}

function lineOf(line: LineView): DraftLine {
  const { discount, allowances, charges, servicePeriod, customFields } = line;
  return {
    key: newKey(),
    name: line.name,
    description: text(line.description),
    quantity: line.quantity,
    unit: line.unit,
    unitPrice: line.unitPrice,
    priceBaseQuantity: line.priceBaseQuantity,
    discount: text(discount?.percent ?? discount?.amount),
    discountIs: discount?.amount === undefined ? 'percent' : 'amount',
    taxCategory: line.taxCategory,
    taxRate: text(line.taxRate),
    exemptionReason: text(line.exemptionReason),
    sellerItemId: text(line.sellerItemId),
    buyerItemId: text(line.buyerItemId),
    kept: {
      allowances,
      charges,
      ...(servicePeriod && { servicePeriod }),
      customFields,
      ...(discount?.reason && { discountReason: discount.reason }),
    },
  };
}

function adjustmentsOf(document: InvoiceView | QuoteView): DraftAdjustment[] {
  const read = (is: DraftAdjustment['is'], list: (InvoiceView | QuoteView)['allowances']): DraftAdjustment[] =>
    list.map(({ amount, percent, reason, taxCategory, taxRate }) => ({
      key: newKey(),
      is,
      worth: text(percent ?? amount),
      worthIs: amount === undefined ? 'percent' : 'amount',
      reason: text(reason),
      taxCategory: taxCategory ?? '',
      taxRate: text(taxRate),
    }));
  return [...read('allowance', document.allowances), ...read('charge', document.charges)];
}

/** The draft of a stored document. */
export function draftOf(document: InvoiceView | QuoteView): Draft {
  const { paymentMeans } = document;
  const own =
    'dueDate' in document
      ? {
          title: '',
          expiryDate: '',
          // Without a given date, the due date follows the terms: the field stays empty.
          dueDate: document.dueDateByTerms ? '' : text(document.dueDate),
          supplyDate: text(document.supplyDate),
          periodStart: text(document.servicePeriod?.start),
          periodEnd: text(document.servicePeriod?.end),
        }
      : {
          title: text(document.title),
          expiryDate: text(document.expiryDate),
          dueDate: '',
          supplyDate: '',
          periodStart: '',
          periodEnd: '',
        };
  return {
    ...own,
    clientId: document.clientId,
    currency: asCurrency(document.currency),
    pricesIncludeTax: document.pricesIncludeTax,
    issueDate: document.issueDate,
    lines: document.lines.map(lineOf),
    adjustments: adjustmentsOf(document),
    roundingIncrement: text(document.roundingIncrement),
    series: document.series,
    ...byName(REFERENCE_NAMES, (name) => text(document[name])),
    externalId: text(document.externalId),
    notes: document.notes.map((note) => ({ key: newKey(), text: note })),
    terms: text(document.terms),
    // The editor has no field for it, so a code that the API no longer accepts becomes a credit transfer.
    paymentCode: currentPaymentMeans(paymentMeans?.code ?? '30'),
    iban: text(paymentMeans?.iban),
    bic: text(paymentMeans?.bic),
    remittance: text(paymentMeans?.remittance),
    locale: text(document.locale),
  };
}

/**
 * The payment terms of the company that a draft follows: for a stored one, those at its creation.
 * @returns undefined if the draft does not show them
 */
export function companyTermsOf(
  stored: StoredDocument | undefined,
  { paymentTerms }: Pick<CompanyDefaults, 'paymentTerms'>,
): PaymentTerms | null | undefined {
  if (!stored) return paymentTerms;
  if (!('dueDate' in stored) || !stored.dueDateByTerms) return undefined;
  if (stored.dueDate === null) return null;
  return paymentTerms && dueDate(stored.issueDate, paymentTerms) === stored.dueDate ? paymentTerms : undefined;
}

import { compare, decimalOrThrow, ZERO } from '../shared/decimal.js';
import { missingTexts, type LegalTextName } from './legal-texts.js';
import {
  isCreditTransfer,
  payeeAccount,
  type PayeeAccount,
  type PaymentMeans,
} from './payment-details/payee-account.js';
import { longTerm } from './payment-details/payment-term-limits.js';
import type { TaxParties } from './taxes/tax-parties.js';
import { taxWarnings, type TaxWarning } from './taxes/tax-warnings.js';
import type { TotalsInput } from './totals/totals-input.js';

/** The warning about a sentence that the law of the seller's country requires. Those that are only offered are never missing. */
const TEXT_WARNINGS = {
  LatePaymentPenalty: 'late_payment_penalty_missing',
  RecoveryCosts: 'recovery_costs_missing',
  EarlyPaymentDiscount: 'early_payment_discount_missing',
  SupplyDate: 'supply_date_missing',
} as const satisfies Partial<Record<LegalTextName, string>>;

/** A likely mistake that does not keep an invoice from being sent. `pointer` is a JSON pointer (RFC 6901). */
export interface InvoiceWarning {
  readonly pointer: string;
  readonly code:
    | TaxWarning['code']
    | 'seller_tax_number_missing'
    | 'payment_account_missing'
    | 'payment_term_too_long'
    | (typeof TEXT_WARNINGS)[keyof typeof TEXT_WARNINGS];
  readonly message: string;
}

/** The members of an invoice that the warnings read. Dates are `YYYY-MM-DD`. */
export interface WarnedInvoice {
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly supplyDate: string | null;
  readonly servicePeriod: object | null;
  readonly paymentMeans: PaymentMeans | null;
  /** The amount to pay. */
  readonly payable: string;
  readonly lines: readonly { readonly servicePeriod: object | null }[];
  readonly notes: readonly string[];
  readonly terms: string | null;
}

interface InvoiceParties {
  readonly seller: TaxParties['seller'] & PayeeAccount & { readonly legalNotice: string | null };
  readonly buyer: NonNullable<TaxParties['buyer']>;
}

/**
 * What to look at before an invoice is sent: rates, the parties, and whether it can be paid in time.
 * @param input the amounts of the invoice
 * @param rates the tax rates of the company, in percent; an empty list turns the comparison off
 */
export function invoiceWarnings(
  input: TotalsInput,
  invoice: WarnedInvoice,
  { seller, buyer }: InvoiceParties,
  rates: readonly string[],
): InvoiceWarning[] {
  const warnings: (InvoiceWarning | undefined)[] = [
    ...taxWarnings(input, buyer, rates),
    sellerWarning(input, seller),
    accountWarning(invoice, seller),
    termWarning(invoice, seller, buyer),
    ...textWarnings(invoice, seller, buyer),
  ];
  return warnings.filter((warning) => warning !== undefined);
}

/** BR-E-02 requires a VAT number or a tax number; a small business may have neither. */
function sellerWarning({ lines }: TotalsInput, seller: TaxParties['seller']): InvoiceWarning | undefined {
  if (seller.vatNumber || seller.taxNumber || !lines.some(({ taxCategory }) => taxCategory === 'E')) return undefined;
  const message =
    'Electronic invoices of category E need the VAT number or the tax number of the company (BR-E-02). If the company has one, enter it under Settings > Company details.';
  return { pointer: '/seller/taxNumber', code: 'seller_tax_number_missing', message };
}

function accountWarning({ paymentMeans, payable }: WarnedInvoice, seller: PayeeAccount): InvoiceWarning | undefined {
  if (compare(decimalOrThrow(payable), ZERO) <= 0) return undefined;
  if (paymentMeans && !isCreditTransfer(paymentMeans.code)) return undefined;
  if (payeeAccount(paymentMeans, seller).iban) return undefined;
  const message =
    'The invoice names no bank account, so the client cannot pay it. Enter the IBAN under Settings > Company details, or set paymentMeans.';
  return { pointer: '/paymentMeans', code: 'payment_account_missing', message };
}

function termWarning(
  { issueDate, dueDate }: WarnedInvoice,
  { address }: TaxParties['seller'],
  { kind }: InvoiceParties['buyer'],
): InvoiceWarning | undefined {
  const long = longTerm(address?.country, kind, { issueDate, dueDate });
  if (!long) return undefined;
  const message = `The due date ${dueDate} is later than the law usually allows: ${long.latest} (${long.source}). Choose an earlier dueDate, unless you have agreed on a term that the law permits.`;
  return { pointer: '/dueDate', code: 'payment_term_too_long', message };
}

/**
 * The sentences that the law requires, in the notes, the terms or the legal notice. A printed date of supply replaces the sentence about
 * that date.
 */
function textWarnings(
  invoice: WarnedInvoice,
  { address, legalNotice }: InvoiceParties['seller'],
  { kind }: InvoiceParties['buyer'],
): InvoiceWarning[] {
  const missing = missingTexts(address?.country, kind, [...invoice.notes, invoice.terms, legalNotice]);
  return missing.flatMap(({ name, source, text }) => {
    if (name === 'SupplyDate') return showsSupply(invoice) ? [] : [SUPPLY_WARNING];
    const code = name in TEXT_WARNINGS ? TEXT_WARNINGS[name as keyof typeof TEXT_WARNINGS] : undefined;
    if (code === undefined) return [];
    const message = `The law of the country of the company requires a sentence that the invoice does not contain (${source}). Add it to terms, such as: ${text.en}`;
    return [{ pointer: '/terms', code, message }];
  });
}

function showsSupply({ supplyDate, servicePeriod, lines }: WarnedInvoice): boolean {
  if (supplyDate || servicePeriod) return true;
  return lines.length > 0 && lines.every((line) => line.servicePeriod);
}

/** § 14 (4) 6 UStG: the date of supply is required even if it is the issue date. */
const SUPPLY_WARNING: InvoiceWarning = {
  pointer: '/supplyDate',
  code: 'supply_date_missing',
  message:
    'German invoices must show the date of supply, even if it is the issue date (§ 14 (4) 6 UStG). Set supplyDate or servicePeriod, or say in terms that it is the invoice date.',
};

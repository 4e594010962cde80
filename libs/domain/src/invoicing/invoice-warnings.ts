import { compare, decimalOrThrow, ZERO } from '../shared/decimal.js';
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

/** A likely mistake that does not keep an invoice from being sent. `pointer` is a JSON pointer (RFC 6901). */
export interface InvoiceWarning {
  readonly pointer: string;
  readonly code:
    | TaxWarning['code']
    | 'seller_tax_number_missing'
    | 'payment_account_missing'
    | 'payment_term_too_long'
    | 'supply_date_missing';
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
}

interface InvoiceParties {
  readonly seller: TaxParties['seller'] & PayeeAccount;
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
    supplyWarning(invoice, seller),
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

/** § 14 (4) 6 UStG: the date of supply is required even if it is the issue date. */
function supplyWarning(invoice: WarnedInvoice, { address }: TaxParties['seller']): InvoiceWarning | undefined {
  const { supplyDate, servicePeriod, lines } = invoice;
  if (address?.country !== 'DE' || supplyDate || servicePeriod) return undefined;
  if (lines.length > 0 && lines.every((line) => line.servicePeriod)) return undefined;
  const message =
    'German invoices must show the date of supply, even if it is the issue date (§ 14 (4) 6 UStG). Set supplyDate or servicePeriod.';
  return { pointer: '/supplyDate', code: 'supply_date_missing', message };
}

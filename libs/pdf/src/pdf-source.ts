import type { PostalAddress } from '@billhook/domain/invoicing/address-lines';
import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import type { TaxBreakdownRow, TaxCategory, Totals } from '@billhook/domain/invoicing/totals';

/**
 * What a document says, as plain data; amounts are decimals as text with the currency's digits, dates are `YYYY-MM-DD`.
 * The members carry the names and shapes of the API's views, so that a view's parts can be passed on as they are.
 */
export interface PdfSource {
  kind: DocumentKind;
  /** Draws the watermark. A draft has no payment code either: nobody shall pay it. */
  draft: boolean;
  locale: DocumentLocale;
  /** When the document was issued, or the draft last changed: the creation date of the file. */
  at: Date;
  number: string | null;
  /** Of quotes; shown from 2 on. */
  revision?: number | null;
  title?: string | null;
  issueDate: string;
  dueDate?: string | null;
  expiryDate?: string | null;
  supplyDate?: string | null;
  servicePeriod?: Period | null;
  currency: string;
  /** Then unit prices and the amounts of lines and adjustments include VAT. */
  pricesIncludeTax: boolean;
  lines: readonly PdfLine[];
  allowances: readonly PdfDocumentAdjustment[];
  charges: readonly PdfDocumentAdjustment[];
  totals: Totals;
  taxBreakdown: readonly TaxBreakdownRow[];
  amountPaid?: string | null;
  amountCredited?: string | null;
  /** What is left to pay; without it that is `totals.due`. */
  balance?: string | null;
  purchaseOrder: string | null;
  buyerReference: string | null;
  contract: string | null;
  project: string | null;
  notes: readonly string[];
  terms: string | null;
  paymentMeans: PdfPaymentMeans | null;
  seller: PdfSeller;
  client: PdfClient;
  /** Of credit notes: the invoice that is credited. */
  precedingInvoice?: { number: string; issueDate: string } | null;
  reason?: { code: CreditReason; text: string | null } | null;
}

export type DocumentKind = 'Invoice' | 'Quote' | 'CreditNote';
export type CreditReason = 'Error' | 'Return' | 'Discount' | 'Cancellation' | 'Other';

/** Both days are included. */
export interface Period {
  start: string;
  end: string;
}

/** `scheme` is of ISO 6523, like 0002 for a SIREN. */
export interface SchemeValue {
  scheme: string;
  value: string;
}

/** Either `amount` or `percent`. */
export interface PdfAdjustment {
  amount?: string;
  percent?: string;
  reason?: string;
}

export interface PdfDocumentAdjustment extends PdfAdjustment {
  taxCategory?: TaxCategory;
  taxRate?: string;
}

export interface PdfLine {
  name: string;
  description: string | null;
  quantity: string;
  /** UN/ECE Recommendation 20. */
  unit: string;
  unitPrice: string;
  priceBaseQuantity: string;
  discount: PdfAdjustment | null;
  allowances: readonly PdfAdjustment[];
  charges: readonly PdfAdjustment[];
  taxCategory: TaxCategory;
  taxRate: string | null;
  exemptionReason: string | null;
  net: string;
  gross: string;
  servicePeriod: Period | null;
  sellerItemId: string | null;
}

/** `code` is of A UNTDID 4461 code, like 30 for a credit transfer. */
export interface PdfPaymentMeans {
  code: string;
  iban?: string;
  bic?: string;
  remittance?: string;
}

export interface PdfSeller {
  name: string;
  address: PostalAddress | null;
  legalId: SchemeValue | null;
  vatNumber: string | null;
  email: string | null;
  phone: string | null;
  website: string | null;
  legalNotice: string | null;
  iban: string | null;
  bic: string | null;
}

export interface PdfClient {
  name: string;
  tradingName: string | null;
  /** A line under the name, like "Attn: Jeanne Roux". */
  contact: string | null;
  billingAddress: PostalAddress;
  deliveryAddress: PostalAddress | null;
  legalId: SchemeValue | null;
  vatNumber: string | null;
}

import { asksForStructuredReference } from './legal-texts.js';

const BASE_DIGITS = 10;

/**
 * The structured reference of Belgian banks (OGM-VCS): the last ten digits of a document number, and their remainder by 97, which is 97 for 0.
 * Undefined for a number without digits.
 */
export function structuredReference(number: string): string | undefined {
  const digits = number.replace(/[^0-9]/g, '').slice(-BASE_DIGITS);
  if (digits === '') return undefined;
  const base = digits.padStart(BASE_DIGITS, '0');
  const all = base + String(Number(base) % 97 || 97).padStart(2, '0');
  return `+++${all.slice(0, 3)}/${all.slice(3, 7)}/${all.slice(7)}+++`;
}

/** What the reference of an invoice follows from. All of it is frozen at issue. */
export interface ReferencedInvoice {
  readonly number: string | null;
  readonly paymentMeans: { readonly remittance?: string | undefined } | null;
  readonly terms: string | null;
  readonly notes: readonly string[];
}

interface ReferencedSeller {
  readonly address: { readonly country: string } | null;
  readonly legalNotice: string | null;
}

/**
 * The reference with which a client pays (BT-83): the one of the invoice, else its number. It is the structured reference where a Belgian
 * seller asks for it in a text of the invoice.
 */
export function paymentReference(invoice: ReferencedInvoice, seller: ReferencedSeller): string {
  const { number, paymentMeans, terms, notes } = invoice;
  if (paymentMeans?.remittance) return paymentMeans.remittance;
  const texts = [terms, ...notes, seller.legalNotice];
  const structured = number !== null && asksForStructuredReference(seller.address?.country, texts);
  return (structured ? structuredReference(number) : undefined) ?? number ?? '';
}

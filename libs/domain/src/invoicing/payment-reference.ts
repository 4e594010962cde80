import { numberInCell } from '../shared/cell-ids.js';
import { asksForStructuredReference } from './legal-texts.js';

const BASE_DIGITS = 10;

/**
 * The structured reference of Belgian banks (OGM-VCS): an id in its cell of up to ten digits, and its remainder by 97, which is 97 for 0.
 * Undefined for a longer id.
 */
export function structuredReference(id: number): string | undefined {
  const number = numberInCell(id);
  const base = String(number).padStart(BASE_DIGITS, '0');
  if (base.length > BASE_DIGITS) return undefined;
  const all = base + String(number % 97 || 97).padStart(2, '0');
  return `+++${all.slice(0, 3)}/${all.slice(3, 7)}/${all.slice(7)}+++`;
}

/** What the reference of an invoice follows from. All of it is frozen at issue. */
export interface ReferencedInvoice {
  readonly id: number;
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
 * seller asks for it in a text of the invoice. Null for a draft without one.
 */
export function paymentReference(invoice: ReferencedInvoice, seller: ReferencedSeller | null): string | null {
  const { id, number, paymentMeans, terms, notes } = invoice;
  if (paymentMeans?.remittance) return paymentMeans.remittance;
  if (number === null || seller === null) return number;
  const structured = asksForStructuredReference(seller.address?.country, [terms, ...notes, seller.legalNotice]);
  return (structured ? structuredReference(id) : undefined) ?? number;
}

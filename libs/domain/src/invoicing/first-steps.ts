import { isFullAddress, type TaxParties } from './taxes/tax-parties.js';

/** What leads a new company to its first sent invoice and its first delivered webhook, in this order. */
export const FIRST_STEPS = ['companyDetails', 'client', 'sentInvoice', 'apiKey', 'webhook'] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

type Seller = Pick<TaxParties['seller'], 'address' | 'vatNumber' | 'taxNumber'> & { readonly iban: string | null };

/** Whether the company has what its invoices must show (`checkParties`), and an account to which clients pay. */
export function hasInvoicingDetails({ address, vatNumber, taxNumber, iban }: Seller): boolean {
  return isFullAddress(address) && Boolean(vatNumber ?? taxNumber) && Boolean(iban);
}

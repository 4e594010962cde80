import type { InvoiceWarning } from '@billhook/domain/invoicing/invoice-warnings';
import type { TaxErrorCode } from '@billhook/domain/invoicing/taxes/tax-rules';

/** The field of a dialog that corrects the company or the client of a document. */
export type PartyRepair =
  | { readonly party: 'company'; readonly field: 'line1' | 'country' | 'vatNumber' | 'iban' }
  | { readonly party: 'client'; readonly field: 'line1' | 'country' | 'vatNumber' };

/** An error or a warning of a document, from the rules of the domain or from the API. */
export interface PartyProblem {
  readonly code?: string | undefined;
  /** A JSON pointer into the document. */
  readonly pointer?: string | undefined;
}

/** Problems of the parties whose pointer may name the line item that requires the value. */
const BY_CODE = {
  seller_address_required: { party: 'company', field: 'line1' },
  seller_identification_required: { party: 'company', field: 'vatNumber' },
  seller_vat_number_required: { party: 'company', field: 'vatNumber' },
  seller_tax_number_missing: { party: 'company', field: 'vatNumber' },
  payment_account_missing: { party: 'company', field: 'iban' },
  buyer_address_required: { party: 'client', field: 'line1' },
  buyer_address_missing: { party: 'client', field: 'line1' },
  buyer_street_missing: { party: 'client', field: 'line1' },
  buyer_vat_number_required: { party: 'client', field: 'vatNumber' },
  vat_number_country_differs: { party: 'client', field: 'vatNumber' },
  vat_number_check_digit: { party: 'client', field: 'vatNumber' },
  destination_unknown: { party: 'client', field: 'country' },
} as const satisfies Partial<Record<TaxErrorCode | InvoiceWarning['code'], PartyRepair>>;

export type PartyCode = keyof typeof BY_CODE;

/** The other problems, by their place. */
const BY_POINTER: readonly (readonly [pointer: RegExp, repair: PartyRepair])[] = [
  [/^\/seller\/address\/country$/, { party: 'company', field: 'country' }],
  [/^\/seller\/address(\/(line1|postalCode|city))?$/, { party: 'company', field: 'line1' }],
  [/^\/seller\/(vatNumber|taxNumber)$/, { party: 'company', field: 'vatNumber' }],
  [/^\/seller\/iban$/, { party: 'company', field: 'iban' }],
  [/^\/client\/billingAddress\/country$/, { party: 'client', field: 'country' }],
  [/^\/client\/billingAddress(\/(line1|postalCode|city))?$/, { party: 'client', field: 'line1' }],
  [/^\/client\/vatNumber$/, { party: 'client', field: 'vatNumber' }],
];

export const isPartyCode = (code: string | undefined): code is PartyCode =>
  code !== undefined && Object.hasOwn(BY_CODE, code);

/** The field of a dialog that corrects a problem; undefined for a problem of the document itself, which has fields of the editor. */
export function partyRepair({ code, pointer }: PartyProblem): PartyRepair | undefined {
  if (isPartyCode(code)) return BY_CODE[code];
  return pointer === undefined ? undefined : BY_POINTER.find(([place]) => place.test(pointer))?.[1];
}

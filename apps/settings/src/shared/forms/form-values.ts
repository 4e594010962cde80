import { compactCode } from '@billhook/domain/invoicing/payment-details/iban';

const EMPTY_ADDRESS = { line1: '', line2: '', postalCode: '', city: '', region: '', country: '' };

/** An address in a form: every member is a string, empty if there is none. */
export type AddressValues = typeof EMPTY_ADDRESS;

/** The trimmed text; null if it is empty, which clears a member in the API. */
export const textOrNull = (value: string): string | null => value.trim() || null;

/** Identifiers are printed in groups, and stored in capitals without spaces. */
export const compactOrNull = (value: string): string | null => compactCode(value) || null;

type Address = Partial<Record<keyof AddressValues, string | undefined>> & { readonly country: string };

export function addressValues(address: Address | null | undefined): AddressValues {
  return { ...EMPTY_ADDRESS, ...address };
}

/** An address for the API, without empty members; null if all are empty. */
export function addressOrNull(values: AddressValues): Address | null {
  const filled = Object.entries(values)
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return filled.length === 0 ? null : { country: '', ...Object.fromEntries(filled) };
}

export interface SchemeValues {
  readonly scheme: string;
  readonly value: string;
}

/** In a form, the scheme of a register that has no code. */
export const NO_CODE = '-';

/** The number of a company in a register, in a form. */
export const legalIdValues = (id: { scheme?: string | undefined; value: string } | null | undefined): SchemeValues =>
  id ? { scheme: id.scheme ?? NO_CODE, value: id.value } : { scheme: '', value: '' };

/** The same for the API; null if it is empty. */
export function legalIdOrNull(values: SchemeValues): { scheme?: string; value: string } | null {
  const value = values.value.trim();
  if (values.scheme === NO_CODE) return value ? { value } : null;
  return schemeOrNull(values);
}

/** An identifier with its register; null if both are empty. */
export function schemeOrNull({ scheme, value }: SchemeValues): SchemeValues | null {
  return scheme.trim() || value.trim() ? { scheme: scheme.trim(), value: value.trim() } : null;
}

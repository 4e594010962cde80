import { compactCode } from '@billhook/domain/invoicing/iban';

const EMPTY_ADDRESS = { line1: '', line2: '', postalCode: '', city: '', region: '', country: '' };

/** An address as a form holds it: every member is text, blank where there is none. */
export type AddressValues = typeof EMPTY_ADDRESS;

/** The text without the spaces around it; null when nothing is left: that is how the API empties a member. */
export const textOrNull = (value: string): string | null => value.trim() || null;

/** Identifiers are printed in groups but kept without spaces, in capitals. */
export const compactOrNull = (value: string): string | null => compactCode(value) || null;

type Address = Partial<Record<keyof AddressValues, string | undefined>> & { readonly country: string };

export function addressValues(address: Address | null | undefined): AddressValues {
  return { ...EMPTY_ADDRESS, ...address };
}

/** An address of the API, without what was left blank; null when all of it was. */
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

/** An identifier with its register; null when both are blank. */
export function schemeOrNull({ scheme, value }: SchemeValues): SchemeValues | null {
  return scheme.trim() || value.trim() ? { scheme: scheme.trim(), value: value.trim() } : null;
}

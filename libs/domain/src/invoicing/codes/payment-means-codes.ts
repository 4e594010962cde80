const to = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, at) => String(first + at));

/** UNTDID 4461, as BR-CL-16 of EN 16931 lists it. */
const CODES = [...to(1, 70), ...to(74, 78), ...to(91, 98), 'ZZZ'];

const MEANS: ReadonlySet<string> = new Set(CODES);

export const PAYMENT_MEANS_PATTERN = new RegExp(`^(?:${CODES.join('|')})$`);

/** The code for a payment means that was stored before codes were checked: itself, or 30, a credit transfer. */
export const currentPaymentMeans = (code: string): string => (MEANS.has(code) ? code : '30');

/** What is wrong with the code of a payment means and how to correct it, or undefined. */
export function paymentMeansError(code: string): string | undefined {
  return MEANS.has(code) ? undefined : 'must be a UNTDID 4461 code: 30 is a credit transfer, 58 a SEPA credit transfer';
}

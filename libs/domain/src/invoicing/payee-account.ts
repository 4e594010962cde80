/** Where money is sent; null where the document names no account. */
export interface PayeeAccount {
  readonly iban: string | null;
  readonly bic: string | null;
}

/** `code` is of A UNTDID 4461 code, like 30 for a credit transfer. */
export interface PaymentMeans {
  readonly code: string;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
}

/** Of UNTDID 4461: the ways of paying in which the client sends money to an account. */
const TRANSFERS: ReadonlySet<string> = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** @param code of UNTDID 4461 */
export function isCreditTransfer(code: string): boolean {
  return TRANSFERS.has(code);
}

/**
 * The account to pay to: the document's own comes before the seller's, and none is named where the document is paid in another way
 * (by card, say). A BIC goes with the IBAN that it was given with.
 */
export function payeeAccount(means: PaymentMeans | null, seller: PayeeAccount): PayeeAccount {
  if (means?.iban) return { iban: means.iban, bic: means.bic ?? null };
  if (means && !isCreditTransfer(means.code)) return { iban: null, bic: null };
  return { iban: seller.iban, bic: seller.bic };
}

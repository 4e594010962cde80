/** The account that receives the payment; null if the document names none. */
export interface PayeeAccount {
  readonly iban: string | null;
  readonly bic: string | null;
}

/** `code` is a UNTDID 4461 code, for example 30 for a credit transfer. */
export interface PaymentMeans {
  readonly code: string;
  readonly iban?: string | undefined;
  readonly bic?: string | undefined;
}

/** UNTDID 4461 codes of payments to an account. */
const TRANSFERS: ReadonlySet<string> = new Set(['1', '30', '31', '42', '58', 'ZZZ']);

/** @param code of UNTDID 4461 */
export function isCreditTransfer(code: string): boolean {
  return TRANSFERS.has(code);
}

/**
 * The account to pay: the document's account, otherwise the seller's. Null if the document is paid in another way, such as by card.
 * A BIC is used only with the IBAN that it was entered with.
 */
export function payeeAccount(means: PaymentMeans | null, seller: PayeeAccount): PayeeAccount {
  if (means?.iban) return { iban: means.iban, bic: means.bic ?? null };
  if (means && !isCreditTransfer(means.code)) return { iban: null, bic: null };
  return { iban: seller.iban, bic: seller.bic };
}

/** Why a client declines a quote, in the order in which the screens offer it. */
export const DECLINE_CODES = ['TooExpensive', 'NotNeeded', 'AnotherSupplier', 'Changes', 'Other'] as const;

/** Why a client rejects an invoice. */
export const REJECTION_CODES = ['WrongAmount', 'WrongClient', 'NotOrdered', 'Duplicate', 'Other'] as const;

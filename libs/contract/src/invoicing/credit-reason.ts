/** The reason of a credit note. */
export const CREDIT_REASON_CODES = ['Error', 'Return', 'Discount', 'Cancellation', 'Other'] as const;

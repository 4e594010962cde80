/** Why something is credited. */
export const CREDIT_REASON_CODES = ['Error', 'Return', 'Discount', 'Cancellation', 'Other'] as const;

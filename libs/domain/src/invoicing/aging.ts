/** The age of an outstanding amount: the days from its due date to the day of a report. `from` and `to` are both included. */
export const AGING_BUCKETS = {
  /** Due on the day of the report or later, or without a due date. */
  NotDue: { to: 0 },
  Days1To30: { from: 1, to: 30 },
  Days31To60: { from: 31, to: 60 },
  Days61To90: { from: 61, to: 90 },
  Over90: { from: 91 },
} as const satisfies Record<string, { readonly from?: number; readonly to?: number }>;
export type AgingBucket = keyof typeof AGING_BUCKETS;

export const AGING_BUCKET_NAMES = Object.keys(AGING_BUCKETS) as [AgingBucket, ...AgingBucket[]];

/** What a client has paid, or what was credited, beyond the invoices: no age, and apart from the outstanding amounts. */
export const UNALLOCATED_CREDIT = 'Credit';

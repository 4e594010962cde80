/** Number series: one per company, kind of document and year. Taken inside the transaction of the send, so a rollback gives it back. */
export const SERIES_KINDS = { invoice: 'INV', quote: 'QUO' } as const;
export type SeriesKind = keyof typeof SERIES_KINDS;

const DIGITS = 5;

/** `INV-2026-00042`: at most 35 characters of `[A-Za-z0-9+\-_/]`, as French and Peppol rules ask. */
export function formatNumber(kind: SeriesKind, period: string, value: number): string {
  return `${SERIES_KINDS[kind]}-${period}-${String(value).padStart(DIGITS, '0')}`;
}

/** The period of the series that a document of this date belongs to: its year. */
export function seriesPeriod(issueDate: string): string {
  return issueDate.slice(0, 4);
}

import type { ClientView } from '@billhook/contract/invoicing/client';

/** Payment terms in a form; `days` is empty if there are none. */
export interface TermsValues {
  days: string;
  endOfMonth: boolean;
  text: string;
}

export function termsValues(terms: ClientView['paymentTerms'] | undefined): TermsValues {
  return { days: terms ? String(terms.days) : '', endOfMonth: terms?.endOfMonth ?? false, text: terms?.text ?? '' };
}

/** The payment terms for the API; null without a number of days. */
export function termsOf({ days: typed, endOfMonth, text }: TermsValues) {
  const days = daysOf(typed);
  return days === undefined ? null : { days, endOfMonth, ...(text.trim() && { text: text.trim() }) };
}

/** The payment period as a number; undefined if the text is not a number of days. */
export function daysOf(text: string): number | undefined {
  const days = /^\d{1,3}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return days <= 365 ? days : undefined;
}

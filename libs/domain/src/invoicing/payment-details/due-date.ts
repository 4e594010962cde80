import { dueDate, type PaymentTerms } from '../../shared/calendar.js';

/** The dates of a draft. `dueDateByTerms` is null if an earlier release wrote the draft. */
export interface DraftDates {
  readonly issueDate: string;
  readonly dueDate: string | null;
  readonly dueDateByTerms: boolean | null;
}

type Terms = PaymentTerms | null;

/** The due date by payment terms; null without terms. Dates are `YYYY-MM-DD`. */
export const dueByTerms = (issueDate: string, terms: Terms): string | null =>
  terms ? dueDate(issueDate, terms) : null;

/**
 * Whether the due date of a draft follows from the payment terms. A draft of an earlier release does not say so: there, it does if it is the date of
 * the terms.
 */
export const followsTerms = (draft: DraftDates, terms: Terms): boolean =>
  draft.dueDateByTerms ?? draft.dueDate === dueByTerms(draft.issueDate, terms);

/** A change of a draft: the members that a request names. A due date of null is the one of the terms. */
export interface DatesChange {
  readonly issueDate?: string | undefined;
  readonly dueDate?: string | null | undefined;
}

/**
 * The dates of a draft after a change. A due date that was given stays; one that follows the terms moves with the issue date and the client.
 * @param before the terms of the client until now
 * @param after the terms of the client from now on
 */
export function changedDates(draft: DraftDates, change: DatesChange, before: Terms, after: Terms): DraftDates {
  const issueDate = change.issueDate ?? draft.issueDate;
  const given = change.dueDate;
  if (given !== undefined && given !== null) return { issueDate, dueDate: given, dueDateByTerms: false };
  const byTerms = given === null || followsTerms(draft, before);
  return { issueDate, dueDate: byTerms ? dueByTerms(issueDate, after) : draft.dueDate, dueDateByTerms: byTerms };
}

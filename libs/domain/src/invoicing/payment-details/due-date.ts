import { dueDate, type PaymentTerms } from '../../shared/calendar.js';

type Terms = PaymentTerms | null;

/** The dates of a draft. */
export interface DraftDates {
  readonly issueDate: string;
  readonly dueDate: string | null;
  /**
   * Null if an earlier release wrote the draft, or if the date is by the terms of the company: an earlier release would treat a date that
   * follows terms unknown to it as missing.
   */
  readonly dueDateByTerms: boolean | null;
}

/** A stored draft, with the payment terms that the company had when the draft was created. Those of the client precede them. */
export interface StoredDates extends DraftDates {
  readonly companyPaymentTerms: Terms;
}

/** The due date by payment terms; null without terms. Dates are `YYYY-MM-DD`. */
export const dueByTerms = (issueDate: string, terms: Terms): string | null =>
  terms ? dueDate(issueDate, terms) : null;

/**
 * Whether the due date of a draft follows from the payment terms. If the draft does not say so, it does if it is the date of the terms.
 * @param client the payment terms of the client
 */
export function followsTerms(draft: StoredDates, client: Terms): boolean {
  const { issueDate, dueDate: stored, dueDateByTerms, companyPaymentTerms: company } = draft;
  if (dueDateByTerms !== null) return dueDateByTerms;
  return stored === dueByTerms(issueDate, client) || (company !== null && stored === dueByTerms(issueDate, company));
}

/** The stored mark of a due date that follows the terms. */
export const markByTerms = (client: Terms, company: Terms): true | null => (!client && company ? null : true);

/** A change of a draft: the members that a request names. A due date of null is that of the terms. */
export interface DatesChange {
  readonly issueDate?: string | undefined;
  readonly dueDate?: string | null | undefined;
}

/**
 * The dates of a draft after a change. A due date that was given stays; one that follows the terms moves with the issue date and the client.
 * @param before the terms of the client until now
 * @param after the terms of the client from now on
 */
export function changedDates(draft: StoredDates, change: DatesChange, before: Terms, after: Terms): DraftDates {
  const issueDate = change.issueDate ?? draft.issueDate;
  const given = change.dueDate;
  if (given !== undefined && given !== null) return { issueDate, dueDate: given, dueDateByTerms: false };
  if (given === undefined && !followsTerms(draft, before))
    return { issueDate, dueDate: draft.dueDate, dueDateByTerms: false };
  const { companyPaymentTerms: company } = draft;
  return {
    issueDate,
    dueDate: dueByTerms(issueDate, after ?? company),
    dueDateByTerms: markByTerms(after, company),
  };
}

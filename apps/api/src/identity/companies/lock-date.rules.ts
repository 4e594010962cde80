import { invalidBody, Problem } from '@billhook/domain/shared/problems';
import type { Company } from '@billhook/identity/companies/company.entity';

type Locked = Pick<Company, 'lockedUntil'>;

/** The error for a date in a closed period, or undefined. @param pointer of the date in the body */
export function periodError({ lockedUntil }: Locked, date: string, pointer: string) {
  if (lockedUntil === null || date > lockedUntil) return undefined;
  const message = `must be after ${lockedUntil}, the lock date of the company`;
  return { pointer, code: 'period_closed', message } as const;
}

/**
 * @param pointer of the date in the body; without it the date is the record's own
 * @throws Problem 409 period_closed
 */
export function requireOpenPeriod(company: Locked, date: string, pointer?: string): void {
  const error = periodError(company, date, pointer ?? '');
  if (!error) return;
  const { lockedUntil } = company;
  throw new Problem('period_closed', `The books are closed up to ${lockedUntil}, and ${date} is not after that day.`, {
    errors: pointer === undefined ? undefined : [error],
    extensions: { lockedUntil },
  });
}

/** @throws Problem 422 for a lock date in the future, which would block every document until then */
export function checkLockDate({ lockedUntil }: Locked, today: string): void {
  if (lockedUntil === null || lockedUntil <= today) return;
  throw invalidBody('/lockedUntil', 'date_in_future', `must not be after today, ${today}`);
}

/** Whether a change of the lock date opens a period that was closed. */
export function opensPeriod(before: string | null, after: string | null): boolean {
  return before !== null && (after === null || after < before);
}

import type { Tx } from '@billhook/db/unit-of-work';
import type { AdvancedCompany } from '@billhook/identity/keys/expiring-keys.repository';
import { nextGrantExpiry } from '@billhook/identity/oauth/grant-expiry.sql';
import type { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { markOverdueOfCompany } from '@billhook/invoicing/invoices/mark-overdue-invoices';
import type { AdvanceStep } from './sandbox-advances.repository.js';

/** What follows the clock of a sandbox by work at a time, as opposed to what compares with the time when it is read. */
export interface ClockFollower {
  /** When its next work for a company is due; null if none is ahead. @param now the time of the company */
  next(tx: Tx, companyId: number, now: Date): Promise<Date | null>;
  /**
   * Does what is due by the clock of the company in its cell, in the transaction that has moved it, and counts what `complete` will do.
   * @param most invoices: those that are left are due at the next step as well
   */
  follow?(
    tx: Tx,
    company: AdvancedCompany,
    machine: Date,
    most: number,
  ): Promise<Partial<Omit<AdvanceStep, 'reached'>>>;
  /** Does what is due on the global side, after the commit and before the clock moves on. It can be repeated. */
  complete?(company: AdvancedCompany, machine: Date): Promise<void>;
}

/** Invoices become overdue at midnight. */
export const overdueFollower = (invoices: InvoicesRepository): ClockFollower => ({
  next: (tx, companyId) => invoices.nextOverdue(tx, companyId),
  follow: async (tx, { id }, machine, most) => ({
    overdueInvoices: await markOverdueOfCompany(tx, invoices, { now: () => machine }, id, most),
  }),
});

/** The claim no longer starts deliveries of an application whose access has expired, so the clock stops there. */
export const grantFollower: ClockFollower = { next: nextGrantExpiry };

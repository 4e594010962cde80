import { AsyncLocalStorage } from 'node:async_hooks';
import type { Clock } from './clock.js';

/**
 * The token for the clock of the company for which the code runs. A sandbox may be ahead of the machine; a production company never is.
 * Sessions, limits and deliveries use `CLOCK`, the time of the machine.
 */
export const COMPANY_TIME = Symbol('company time');

const storage = new AsyncLocalStorage<number>();

/**
 * Runs work, and everything that it starts, in the time of a company.
 * @param offset `companies.clock_offset`, in milliseconds
 */
export const inCompanyTime = <T>(offset: number, work: () => T): T =>
  offset === (storage.getStore() ?? 0) ? work() : storage.run(offset, work);

/** The time of a company whose offset is known, where it is not the company for which the code runs. */
export const companyTime = (machine: Date, { clockOffset }: { readonly clockOffset: number }): Date =>
  new Date(machine.getTime() + clockOffset);

/** The time of the company for which the code runs; outside, that of the machine. */
export class CompanyClock implements Clock {
  constructor(private readonly machine: Clock) {}

  now(): Date {
    return companyTime(this.machine.now(), { clockOffset: storage.getStore() ?? 0 });
  }
}

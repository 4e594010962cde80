import { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { overdueFollower } from '@billhook/installation/sandbox-clock/clock-followers';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { SandboxClock } from '@billhook/installation/sandbox-clock/sandbox-clock';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { isFullRun } from '@billhook/testing/full-run';
import { withClient } from '@billhook/testing/test-server';
import { SandboxClockService } from '../../src/installation/sandbox-clock/sandbox-clock.service.js';
import type { Principal } from '../../src/request/principal.js';
import type { TestApi } from './api.js';

/** Advances the clock of a sandbox with the code of the worker, in this process. @returns how far it is ahead */
export async function advanceSandbox({ app, clock }: TestApi, by: Principal, to: Date): Promise<number> {
  const companies = app.get(CompaniesRepository, { strict: false });
  const steps = new SandboxClock({
    ...{ uow: app.get(UnitOfWork), clock, companies, delivers: true },
    advances: app.get(SandboxAdvancesRepository, { strict: false }),
    followers: [overdueFollower(app.get(InvoicesRepository, { strict: false }))],
  });
  const { id } = await app.get(SandboxClockService, { strict: false }).advance(by, { advanceTo: to.toISOString() });
  while ((await steps.step(id)) !== 'Ended');
  return (await companies.get(by.company.id)).clockOffset;
}

/** The seeds of a full run; in a short one, the one that is given. */
export const seedsOf = (count: number, short: number): number[] =>
  isFullRun ? Array.from({ length: count }, (_, n) => n) : [short];

const FUNCTIONS = ['now', 'statement_timestamp', 'transaction_timestamp', 'clock_timestamp'];

/**
 * Gives the database a clock that can be set: functions that are found before those of PostgreSQL, in connections that are opened from now
 * on. `setClocks` sets it.
 */
export async function movableDatabaseClock({ databaseUrl }: TestApi): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`CREATE SCHEMA clock;
      CREATE TABLE clock.ahead (by interval NOT NULL);
      INSERT INTO clock.ahead VALUES ('0');`);
    for (const name of FUNCTIONS) {
      await client.query(`CREATE FUNCTION clock.${name}() RETURNS timestamptz STABLE LANGUAGE sql
        AS 'SELECT pg_catalog.${name}() + (SELECT by FROM clock.ahead)'`);
    }
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name');
    await client.query(`ALTER DATABASE "${rows[0]?.name}" SET search_path = public, clock, pg_catalog`);
  });
}

/** Sets the clock of the programs, and that of a database with `movableDatabaseClock`. */
export async function setClocks({ clock, database }: TestApi, moment: Date): Promise<void> {
  clock.set(moment);
  await database.query({
    name: 'test_database_clock',
    text: 'UPDATE clock.ahead SET by = $1::timestamptz - pg_catalog.clock_timestamp()',
    values: [moment],
  });
}

import { UnitOfWork } from '@billhook/db/unit-of-work';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { overdueFollower } from '@billhook/installation/sandbox-clock/clock-followers';
import { SandboxAdvancesRepository } from '@billhook/installation/sandbox-clock/sandbox-advances.repository';
import { SandboxClock, type StepLimits } from '@billhook/installation/sandbox-clock/sandbox-clock';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { isFullRun } from '@billhook/testing/full-run';
import { withClient } from '@billhook/testing/test-server';
import { SandboxClockService } from '../../src/installation/sandbox-clock/sandbox-clock.service.js';
import type { Principal } from '../../src/request/principal.js';
import type { TestApi } from './api.js';
import { Records } from './records.js';
import type { Sandboxes } from './sandboxes.js';
import type { KeyCaller } from './world.js';

interface AdvanceOptions {
  /** False: its steps do not end at the times of deliveries. */
  readonly delivers?: boolean;
  readonly limits?: StepLimits;
}

/** The code with which the worker takes the steps of an advance. */
export function sandboxClock(
  api: TestApi,
  { delivers = true, limits }: AdvanceOptions = {},
): Pick<SandboxClock, 'step'> {
  const { app, clock } = api;
  const steps = new SandboxClock({
    ...{ uow: app.get(UnitOfWork), clock, delivers, ...(limits && { limits }) },
    companies: app.get(CompaniesRepository, { strict: false }),
    advances: app.get(SandboxAdvancesRepository, { strict: false }),
    followers: [overdueFollower(app.get(InvoicesRepository, { strict: false }))],
  });
  return { step: (advance) => api.within(advance.companyId, () => steps.step(advance)) };
}

/** Advances the clock of a sandbox with the code of the worker, in this process. @returns how far it is ahead */
export async function advanceSandbox(api: TestApi, by: Principal, to: Date, options?: AdvanceOptions): Promise<number> {
  const { app } = api;
  const companyId = by.company.id;
  return api.within(companyId, async () => {
    const { id } = await app.get(SandboxClockService, { strict: false }).advance(by, { advanceTo: to.toISOString() });
    for (const clock = sandboxClock(api, options); (await clock.step({ id, companyId })) !== 'Ended';);
    return (await app.get(CompaniesRepository, { strict: false }).get(companyId)).clockOffset;
  });
}

/** Sent invoices of which many are due on the third day, and one on each of the 20 days around it. */
export async function sentForDays(
  sandboxes: Sandboxes,
  by: KeyCaller,
  inDays: (days: number) => string,
  onOneDay: number,
): Promise<void> {
  const body = { issueDate: inDays(0).slice(0, 10), dueDate: inDays(3).slice(0, 10) };
  const { id } = await new Records(by).sent(body);
  await sandboxes.rows(
    `INSERT INTO invoices SELECT (jsonb_populate_record(i, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', i.number || '-' || n, 'public_token', NULL,
        'due_date', CASE WHEN n <= 20 THEN i.due_date - 3 + n ELSE i.due_date END))).*
      FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1`,
    [id, onOneDay + 20 - 1],
  );
}

/** Between the times of the deliveries of `addWaitingDeliveries`. */
const APART = `interval '1133 hours'`;

/** Creates deliveries that wait for times of the next year. No worker sends them. */
export async function addWaitingDeliveries({ database }: TestApi, companyId: number, count: number): Promise<void> {
  await database.query({
    name: 'test_waiting_deliveries',
    text: `WITH endpoint AS (
        INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at)
        VALUES ($1, 'https://example.com/', '{client.created}', 'Enabled', '[]', 1, now(), now()) RETURNING id
      )
      INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status, trigger,
        attempt_count, schedule_step, next_attempt_at, created_at)
      SELECT $1, id, -n, 'client.created', 'client', 1, n, 'Waiting', 'Schedule', 0, 0, now() + n * ${APART}, now()
      FROM endpoint, generate_series(1, $2::integer) n`,
    values: [companyId, count],
  });
}

/** How many of these deliveries do not wait for their time by the clock of the sandbox, or are still being moved. */
export async function misplacedDeliveries({ database }: TestApi, companyId: number): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    name: 'test_misplaced_deliveries',
    text: `SELECT count(*) FROM webhook_deliveries d JOIN companies c ON c.id = d.company_id
        JOIN webhook_endpoint_states s ON s.endpoint_id = d.endpoint_id
      WHERE d.company_id = $1 AND (s.moving OR d.status <> 'Waiting'
        OR d.next_attempt_at + c.clock_offset * interval '1 millisecond' <> d.created_at + d.sequence * ${APART})`,
    values: [companyId],
  });
  return row?.count ?? 0;
}

/** The seeds of a full run; in a short one, the one that is given. */
export const seedsOf = (count: number, short: number): number[] =>
  isFullRun ? Array.from({ length: count }, (_, n) => n) : [short];

const FUNCTIONS = ['now', 'statement_timestamp', 'transaction_timestamp', 'clock_timestamp'];

/**
 * Gives the database a clock that can be set: functions that are found before those of PostgreSQL. `setClocks` sets it.
 * @returns the URL for programs with this clock
 */
export async function movableDatabaseClock({ databaseUrl }: TestApi): Promise<string> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`CREATE SCHEMA clock;
      CREATE TABLE clock.ahead (by interval NOT NULL);
      INSERT INTO clock.ahead VALUES ('0');`);
    for (const name of FUNCTIONS) {
      await client.query(`CREATE FUNCTION clock.${name}() RETURNS timestamptz STABLE LANGUAGE sql
        AS 'SELECT pg_catalog.${name}() + (SELECT by FROM clock.ahead)'`);
    }
  });
  const url = new URL(databaseUrl);
  url.searchParams.set('options', '-c search_path=public,clock,pg_catalog');
  return url.href;
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

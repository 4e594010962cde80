import { parseArgs } from 'node:util';
import { connectClient, type DatabaseClient } from '@billhook/db/database-client';
import type { ReadRunner, Statement } from '@billhook/db/statement';
import type { Env } from '@billhook/platform/env';
import { withinTime } from '@billhook/platform/within-time';
import type pg from 'pg';
import { DATABASE_CHECKS } from './database-checks.js';
import { adviceOf, skipped, type DoctorCheck, type DoctorFinding, type DoctorParts } from './doctor-finding.js';
import { REPLICA_CHECKS } from './replica-checks.js';
import { SECRET_CHECKS } from './secret-checks.js';
import { SURROUNDINGS_CHECKS } from './surroundings-checks.js';

const CONNECT_MS = 10_000;
const CHECK_MS = 30_000;

const CHECKS = [...DATABASE_CHECKS, ...REPLICA_CHECKS, ...SECRET_CHECKS, ...SURROUNDINGS_CHECKS];

/** For the list of commands. It does not start the application, because it must also work where that would not start. */
export const DOCTOR = { summary: 'Checks the installation, and names what repairs each finding', usage: '[--json]' };

/** The report of the installation check, and 1 as exit code if there is a problem. */
export interface DoctorReport {
  readonly output: string;
  readonly exitCode: 0 | 1;
}

type NamedDoctorFinding = DoctorFinding & { readonly check: string };

/** @throws an Error with a message for the operator if an option is wrong */
export async function runDoctor(env: Env, args: readonly string[]): Promise<DoctorReport> {
  const { values } = parseArgs({ args: [...args], options: { json: { type: 'boolean', default: false } } });
  const config = { connectionTimeoutMillis: CONNECT_MS, statementMs: CONNECT_MS };
  const client = await connectClient({
    connectionString: env.DATABASE_URL,
    application_name: 'billhook-doctor',
    ...config,
  }).catch(messageOf);
  const lost = typeof client === 'string' ? client : undefined;
  const db = runnerOf(client);
  const parts: DoctorParts = {
    env,
    db,
    hasTables: lost === undefined && (await hasTables(db)),
    arrival: typeof client === 'string' ? { kind: 'arrived' } : client.arrival,
  };
  const findings: NamedDoctorFinding[] = [];
  for (const check of CHECKS) {
    const isFirst = check === CHECKS[0];
    if (lost === undefined || check.needs === 'nothing') findings.push(await findingOf(check, parts));
    else if (isFirst) findings.push({ check: check.name, level: 'problem', text: lost, advice: adviceOf(check, env) });
  }
  if (typeof client !== 'string') await client.end().catch(() => undefined);
  const exitCode = findings.some(({ level }) => level === 'problem') ? 1 : 0;
  return { output: values.json ? `${JSON.stringify({ findings }, null, 2)}\n` : textOf(findings), exitCode };
}

/** @param client or the reason why there is no connection: then no check queries the database */
const runnerOf = (client: DatabaseClient | string): ReadRunner => ({
  query: async <T extends pg.QueryResultRow>({ text, values: given = [] }: Statement) => {
    if (typeof client === 'string') throw new Error(client);
    return (await client.query<T>(text, [...given])).rows;
  },
});

async function hasTables(db: ReadRunner): Promise<boolean> {
  const text = `SELECT to_regclass('companies') IS NOT NULL AS exists`;
  const [row] = await db.query<{ exists: boolean }>({ name: '', text });
  return row?.exists === true;
}

const NO_TABLES =
  'this role finds no tables of Billhook, because the schema step has not run or the role may not use their schema.';

/** SQLSTATE of a statement that took longer than its limit. */
const CANCELED = '57014';

async function findingOf(check: DoctorCheck, parts: DoctorParts): Promise<NamedDoctorFinding> {
  if (check.needs === 'tables' && !parts.hasTables) return { check: check.name, ...skipped(NO_TABLES) };
  try {
    return { check: check.name, ...(await withinTime(CHECK_MS, check.check(parts))) };
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === CANCELED)
      return { check: check.name, ...skipped(`PostgreSQL took longer than ${CONNECT_MS / 1_000} s.`) };
    return { check: check.name, level: 'problem', text: messageOf(error), advice: adviceOf(check, parts.env) };
  }
}

/** Also the cause, which says more than "fetch failed". Some errors of connections have several causes and no message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.message === '') return error.errors.map(messageOf).join('; ');
  return error.cause === undefined ? error.message : `${error.message}: ${messageOf(error.cause)}`;
}

/** Of the longest name. */
const NAME_WIDTH = 'document chains'.length;

const MARKS = { ok: 'ok     ', skipped: 'skipped', warning: 'warning', problem: 'PROBLEM' } as const;

function textOf(findings: readonly NamedDoctorFinding[]): string {
  const lines = findings.map(
    ({ check, level, text, advice }) =>
      `${MARKS[level]}  ${check.padEnd(NAME_WIDTH)}  ${text}\n${advice === undefined ? '' : `${' '.repeat(NAME_WIDTH + 11)}${advice}\n`}`,
  );
  const problems = findings.filter(({ level }) => level === 'problem').length;
  return `${lines.join('')}\n${problems === 0 ? 'No problems.' : `${problems} ${problems === 1 ? 'problem' : 'problems'}.`}\n`;
}

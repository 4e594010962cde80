import { parseArgs } from 'node:util';
import type { ReadRunner } from '@billhook/db/statement';
import type { Env } from '@billhook/platform/env';
import { withinTime } from '@billhook/platform/within-time';
import { DATABASE_CHECKS } from './database-checks.js';
import { connectDoctor } from './doctor-connections.js';
import {
  adviceOf,
  findingOfError,
  skipped,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
} from './doctor-finding.js';
import { MOVE_CHECKS } from './move-checks.js';
import { OTHER_CELLS_CHECKS } from './other-cells-checks.js';
import { REPLICA_CHECKS } from './replica-checks.js';
import { SECRET_CHECKS } from './secret-checks.js';
import { SURROUNDINGS_CHECKS } from './surroundings-checks.js';

const CHECK_MS = 30_000;

const CHECKS = [
  ...[...DATABASE_CHECKS, ...MOVE_CHECKS, ...REPLICA_CHECKS],
  ...[...SECRET_CHECKS, ...OTHER_CELLS_CHECKS, ...SURROUNDINGS_CHECKS],
];

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
  const { db, arrival, lost, close } = await connectDoctor(env.DATABASE_URL);
  const parts: DoctorParts = { env, db, arrival, hasTables: lost === undefined && (await hasTables(db)) };
  const findings: NamedDoctorFinding[] = [];
  for (const check of CHECKS) {
    const isFirst = check === CHECKS[0];
    if (lost === undefined || check.needs === 'nothing') findings.push(await findingOf(check, parts));
    else if (isFirst) findings.push({ check: check.name, level: 'problem', text: lost, advice: adviceOf(check, env) });
  }
  await close();
  const exitCode = findings.some(({ level }) => level === 'problem') ? 1 : 0;
  return { output: values.json ? `${JSON.stringify({ findings }, null, 2)}\n` : textOf(findings), exitCode };
}

async function hasTables(db: ReadRunner): Promise<boolean> {
  const text = `SELECT coalesce(to_regclass('companies'), to_regclass('tenants')) IS NOT NULL AS exists`;
  const [row] = await db.query<{ exists: boolean }>({ name: '', text });
  return row?.exists === true;
}

const NO_TABLES =
  'this role finds no tables of Billhook, because the schema step has not run or the role may not use their schema.';

async function findingOf(check: DoctorCheck, parts: DoctorParts): Promise<NamedDoctorFinding> {
  if (check.needs === 'tables' && !parts.hasTables) return { check: check.name, ...skipped(NO_TABLES) };
  try {
    return { check: check.name, ...(await withinTime(CHECK_MS, check.check(parts))) };
  } catch (error) {
    return { check: check.name, ...findingOfError(error, adviceOf(check, parts.env)) };
  }
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

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { DEFAULT_SERIES } from '@billhook/domain/invoicing/series';
import { withClient } from '@billhook/testing/test-server';
import { makeKey } from './chaos-company.js';
import { CopyReader, type CopyComparison } from './copy-reader.js';
import { Dice } from './dice.js';
import { KILLS, only, struck, type Strike } from './fault.js';
import type { Program } from './program.js';
import { RecordChanges } from './record-changes.js';
import type { ChaosStack } from './stack.js';

/** Changed records per second, and the requests at a time. */
const PACE = { perSecond: 60, lanes: 4 };

export interface CopyUnderKills extends CopyComparison {
  readonly strikes: readonly Strike[];
  readonly changes: RecordChanges['done'];
  /** How often the reader ended because its requests failed for too long. */
  readonly endings: number;
}

/** Copies the records of a new company while they change, and each program is killed twice, in an order and at moments of the seed. */
export async function copyUnderKills(
  stack: ChaosStack,
  { seed, records }: { readonly seed: number; readonly records: number },
): Promise<CopyUnderKills> {
  const dice = new Dice(seed);
  const { companyId, ids } = await filledCompany(stack, records);
  const changes = new RecordChanges(stack, new Dice(seed + 1), ids);
  const reader = new CopyReader(stack, join(stack.folder, `copy-${seed}${seed % 2 === 0 ? '.sqlite' : ''}`));
  const strikes: Strike[] = [];
  changes.start(PACE.perSecond, PACE.lanes);
  reader.start();
  try {
    const faults = [...only(KILLS, 'API', 'worker', 'PostgreSQL'), reader.kill];
    // While the snapshot is written and read, and while the log is followed.
    for (const phase of ['copy', 'follow']) {
      if (phase === 'follow') await reader.completeAndFollow();
      for (const fault of shuffled(faults, dice)) {
        await sleep(dice.between(200, 1_500));
        strikes.push(await struck(stack, fault, dice));
      }
    }
    await sleep(dice.between(200, 1_500));
  } finally {
    await changes.stop();
    await reader.stop();
  }
  const { records: compared, faults } = await reader.compare(companyId);
  const found = [...faults, ...changes.rejected.slice(0, 5)];
  return { records: compared, faults: found, strikes, changes: changes.done, endings: reader.endings };
}

function shuffled<T>(values: readonly T[], dice: Dice): T[] {
  return values
    .map((value) => ({ value, at: dice.next() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value);
}

const SERIES = `INSERT INTO number_series (company_id, kind, code, pattern, reset, start, version, created_at, updated_at)
  VALUES ($1, $2, $3, $4, $5, 1, 1, now(), now())`;

/** A company that can issue documents, and its clients. The stack uses its key from now on. */
async function filledCompany(stack: ChaosStack, records: number) {
  stack.key = await makeKey(stack.databaseUrl);
  const { company } = await stack.call<{ company: { id: number } }>('GET', '/v1/me');
  const address = { line1: '21 rue de la Fonderie', postalCode: '59000', city: 'Lille', country: 'FR' };
  await withClient(stack.databaseUrl, async (client) => {
    const text = `UPDATE companies SET address = $2, vat_number = 'FR83404833048' WHERE id = $1`;
    await client.query(text, [company.id, address]);
    for (const [kind, { code, pattern, reset }] of Object.entries(DEFAULT_SERIES))
      await client.query(SERIES, [company.id, kind, code, pattern, reset]);
  });
  return { companyId: company.id, ids: await stack.addClients(records, 'Client', 8) };
}

export interface CopyUnderLoad extends CopyComparison {
  /** From the start of the reader until the copy had all records of the snapshot. */
  readonly copiedMs: number;
  /** Versions and deletions that the log got per second while the copy was made and followed. */
  readonly changesPerSecond: number;
  /** The highest memory after the copy began minus that before, in MB. */
  readonly growth: { readonly api: number; readonly worker: number };
  readonly memory: { readonly api: number; readonly worker: number };
}

export interface CopyLoad {
  readonly records: number;
  readonly perSecond: number;
  /** How long the reader follows the log after the copy is complete. */
  readonly followMs: number;
  readonly say: (line: string) => void;
}

/** What the API and the worker may need more for a copy of any size. */
export const MOST_GROWTH_MB = 100;

/** Before the first reading of the memory, so that it contains what a program needs that has begun to work. */
const WARM_UP_MS = 30_000;
const READ_EVERY_MS = 250;

/** Copies many records while they change at a rate, with the memory of the API and the worker. */
export async function copyUnderLoad(stack: ChaosStack, load: CopyLoad): Promise<CopyUnderLoad> {
  const { companyId, ids } = await filledCompany(stack, load.records);
  load.say(`${ids.length} records are written`);
  const [worker] = stack.workers;
  if (!worker) throw new Error('the stack has no worker');
  // Without the memory of the batches above.
  for (const program of [stack.api, worker]) {
    await program.end('SIGTERM');
    await program.start();
  }
  const changes = new RecordChanges(stack, new Dice(1), ids);
  changes.start(load.perSecond, 16);
  await sleep(WARM_UP_MS);
  const before = { api: megabytes(stack.api), worker: megabytes(worker) };
  const highest = { ...before };
  const timer = setInterval(() => {
    highest.api = Math.max(highest.api, megabytes(stack.api));
    highest.worker = Math.max(highest.worker, megabytes(worker));
  }, READ_EVERY_MS);
  const [from, numbered] = [Date.now(), await versions(stack, companyId)];
  const reader = new CopyReader(stack, join(stack.folder, 'copy.sqlite'));
  reader.start();
  while (!reader.isComplete) await sleep(READ_EVERY_MS);
  const copiedMs = Date.now() - from;
  load.say(`all records are copied after ${Math.round(copiedMs / 1_000)} s`);
  await sleep(load.followMs);
  const changesPerSecond = ((await versions(stack, companyId)) - numbered) / ((Date.now() - from) / 1_000);
  await changes.stop();
  await reader.stop();
  clearInterval(timer);
  const growth = { api: highest.api - before.api, worker: highest.worker - before.worker };
  const { records, faults } = await reader.compare(companyId);
  return {
    records,
    faults: [...faults, ...changes.rejected.slice(0, 5)],
    copiedMs,
    changesPerSecond,
    growth,
    memory: before,
  };
}

async function versions(stack: ChaosStack, companyId: number): Promise<number> {
  const [row] = await stack.read<{ count: number }>(
    'SELECT count(*)::integer AS count FROM record_changes WHERE company_id = $1',
    [companyId],
  );
  return row?.count ?? 0;
}

/** The resident memory of a program. */
const megabytes = ({ pid }: Program): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;

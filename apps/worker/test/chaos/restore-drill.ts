import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { giveTo } from '@billhook/db/embedded/embedded-postgres-account';
import { takeBaseBackup } from '@billhook/installation/backup/base-backup';
import { restoreBackup } from '@billhook/installation/backup/restore-backup';
import { eventually } from '@billhook/testing/patience';
import { withClient } from '@billhook/testing/test-server';
import { BooksWriter } from './books-writer.js';
import { CHAOS_SECRET } from './chaos-company.js';
import { Dice } from './dice.js';
import { repositoryFile } from './program.js';
import type { Receipt } from './receiver-process.js';
import { aClient, type ChaosStack } from './stack.js';
import { Writers, type Promised } from './writers.js';

/** What the operator does with the deliveries of a restored database. */
export type Choice = 'send' | 'cancel';

export interface RestoredRun {
  readonly choice: Choice;
  /** From the start of the restore until the database is ready. */
  readonly tookMs: number;
  /** Empty if all guarantees hold. */
  readonly faults: string[];
  /** Requests while the endpoints were held. */
  readonly whileHeld: number;
  /** Messages that a receiver got again although it had confirmed them. */
  readonly again: number;
  /** Messages that were cancelled before the receiver had them. */
  readonly missing: number;
}

export interface RestoreOutcome {
  readonly answered: number;
  readonly invoices: number;
  /** Writes with a response before the moment, and after it. */
  readonly kept: number;
  readonly lost: number;
  readonly backup: { readonly bytes: number; readonly tookMs: number };
  readonly runs: readonly RestoredRun[];
}

const run = promisify(execFile);
const DRAIN_MS = 120_000;
const LOAD_MS = 1_500;

/** Backs up a server under load, destroys the installation, and restores a moment after the backup: once with each choice. */
export async function restoreDrill(stack: ChaosStack, seed: number): Promise<RestoreOutcome> {
  const archive = await archiveLog(stack);
  for (const path of ['/ok', '/slow']) await stack.addEndpoint(path, ['client.created', 'client.updated']);
  const writers = new Writers(stack, new Dice(seed), { least: 10, most: 90 });
  const books = new BooksWriter(stack);
  const backup = join(stack.folder, 'backup');
  const { moment, ...taken } = await underLoad(stack, writers, books, backup);
  await archived(stack, archive);
  await destroy(stack);

  const { promised } = writers.written;
  const runs: RestoredRun[] = [];
  for (const choice of ['send', 'cancel'] as const) {
    const dir = join(stack.folder, `restored-${choice}`);
    runs.push(await restored(stack, { choice, dir, backup, archive, moment, promised }));
  }
  const isKept = ({ answeredAt }: Promised) => answeredAt < moment.getTime();
  const kept = promised.filter(isKept).length;
  const counts = { answered: promised.length, invoices: books.invoices, kept, lost: promised.length - kept };
  return { ...counts, backup: taken, runs };
}

/** Takes the backup, and returns the moment to restore: with load before and after each. */
async function underLoad(stack: ChaosStack, writers: Writers, books: BooksWriter, backup: string) {
  writers.start(3);
  try {
    await books.start();
    await sleep(LOAD_MS);
    const startedAt = performance.now();
    const { bytes } = await takeBaseBackup(stack.databaseUrl, backup);
    const tookMs = performance.now() - startedAt;
    await sleep(LOAD_MS);
    const moment = new Date();
    await sleep(LOAD_MS);
    await books.stop();
    return { bytes, tookMs, moment };
  } finally {
    await writers.stop();
  }
}

/** Copies finished log files into a folder, as docs/backup.md describes. */
async function archiveLog(stack: ChaosStack): Promise<string> {
  const archive = join(stack.folder, 'archive');
  mkdirSync(archive);
  const { uid, gid } = statSync(join(stack.folder, 'postgres/cluster'));
  giveTo({ ids: { uid, gid } }, archive);
  await withClient(stack.databaseUrl, async (client) => {
    await client.query(`ALTER SYSTEM SET archive_mode = 'on'`);
    await client.query(`ALTER SYSTEM SET archive_command = 'test ! -f "${archive}/%f" && cp "%p" "${archive}/%f"'`);
  });
  await stack.stopPostgres();
  await stack.startPostgres();
  return archive;
}

async function archived(stack: ChaosStack, archive: string): Promise<void> {
  const [row] = await stack.read<{ name: string }>('SELECT pg_walfile_name(pg_switch_wal()) AS name');
  await eventually('the archived log', () => readdirSync(archive).includes(row?.name ?? '') || undefined);
}

async function destroy(stack: ChaosStack): Promise<void> {
  for (const program of [stack.api, ...stack.workers]) await program.end('SIGKILL');
  await stack.killPostgres();
}

const UNSETTLED = `
SELECT ((SELECT count(*) FROM events WHERE sequence IS NULL AND NOT test)
  + (SELECT count(*) FROM webhook_deliveries WHERE status = 'Sending'))::integer AS left`;

interface RestoredRunOptions {
  readonly choice: Choice;
  readonly dir: string;
  readonly backup: string;
  readonly archive: string;
  readonly moment: Date;
  readonly promised: readonly Promised[];
}

async function restored(stack: ChaosStack, options: RestoredRunOptions): Promise<RestoredRun> {
  const { choice, dir, backup, archive, moment, promised } = options;
  const before = stack.receiver.look().slice();
  const startedAt = performance.now();
  await restoreBackup({ dir, backup, archive, until: moment.toISOString() });
  await stack.startPostgres(dir);
  const tookMs = performance.now() - startedAt;
  await admin(stack, 'hold-deliveries');
  const faults = await booksFaults(stack);
  faults.push(...(await restoredWrites(stack, promised, moment.getTime())));

  for (const program of [stack.api, ...stack.workers]) await program.start();
  await stack.call('POST', '/v1/clients', aClient(`after the restore, ${choice}`));
  await eventually('deliveries that only wait', async () => {
    const [row] = await stack.read<{ left: number }>(UNSETTLED);
    return row?.left === 0 || undefined;
  });
  const whileHeld = stack.receiver.look().length - before.length;
  await admin(stack, 'release-deliveries', ...(choice === 'cancel' ? ['--cancel-before', moment.toISOString()] : []));
  await stack.drain(DRAIN_MS);

  const events = await stack.read<{ id: string }>(`SELECT id FROM events WHERE type LIKE 'client.%' AND NOT test`);
  const confirmed = (receipts: readonly Receipt[]) =>
    new Set(receipts.filter(({ status }) => status === 200).map(({ path, id }) => `${path} ${id}`));
  const [earlier, all] = [confirmed(before), confirmed(stack.receiver.look())];
  const expected = stack.endpoints.flatMap(({ path }) => events.map(({ id }) => `${path} ${id}`));
  const missing = expected.filter((message) => !all.has(message)).length;
  if (choice === 'send' && missing > 0) faults.push(`${missing} messages were never received`);
  const later = stack.receiver.look().slice(before.length);
  const again = later.filter(({ path, id }) => earlier.has(`${path} ${id}`)).length;
  if (choice === 'cancel' && again > 0) faults.push(`${again} cancelled messages were sent`);
  if (whileHeld > 0) faults.push(`${whileHeld} messages were sent while the endpoints were held`);
  await destroy(stack);
  return { choice, tookMs, faults, whileHeld, again, missing };
}

async function booksFaults(stack: ChaosStack): Promise<string[]> {
  try {
    await admin(stack, 'verify-books');
    return [];
  } catch (error) {
    return [`the books do not balance: ${error instanceof Error ? error.message : String(error)}`];
  }
}

/** A write with a response before the moment must be there, one that was requested after it must not. */
async function restoredWrites(stack: ChaosStack, promised: readonly Promised[], moment: number): Promise<string[]> {
  const rows = await stack.read<{ key: string }>(
    `SELECT resource_id || ' ' || (body::jsonb #>> '{data,version}') AS key FROM events WHERE type LIKE 'client.%' AND NOT test`,
  );
  const there = new Set(rows.map(({ key }) => key));
  const isThere = ({ clientId, version }: Promised) => there.has(`${clientId} ${version}`);
  const lost = promised.filter((write) => write.answeredAt < moment && !isThere(write));
  const early = promised.filter((write) => write.askedAt > moment && isThere(write));
  return [
    ...lost.map(({ name }) => `${name} was written before the moment and is not there`),
    ...early.map(({ name }) => `${name} was written after the moment and is there`),
  ];
}

async function admin(stack: ChaosStack, ...args: string[]): Promise<void> {
  const isSource = stack.options.origin === 'sources';
  const imports = isSource ? ['--import', repositoryFile('tools/lib/register-sources.mjs')] : [];
  const program = repositoryFile(isSource ? 'apps/api/src/admin.ts' : 'apps/api/dist/admin.js');
  const env = { NODE_ENV: 'test', DATABASE_URL: stack.databaseUrl, APP_SECRETS: CHAOS_SECRET };
  await run(process.execPath, [...imports, program, ...args], { env });
}

import { setTimeout as sleep } from 'node:timers/promises';
import { relocateCell } from '@billhook/db/cell-changes.sql';
import { deleteMoveOf, insertMoveOf } from '@billhook/db/cell-moves.sql';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { TAKE_GLOBAL_IDS } from '@billhook/db/new-cell';
import { OF_BOTH } from '@billhook/db/table-sides';
import pg from 'pg';
import { createEmptyCopy } from './cell-definition.js';
import { findMove } from './cell-directory.js';
import {
  hasSubscription,
  progressOf,
  publish,
  subscribe,
  unpublish,
  unsubscribe,
  type Progress,
} from './cell-replication.js';
import { CellCommandError, connectServer, readOne, type CellServer } from './cell-server.js';
import {
  beginSnapshots,
  compareAgain,
  compareTables,
  tablesOf,
  withPair,
  type ComparedTables,
} from './compare-cells.js';
import { holdWrites } from './hold-writes.js';
import { sourceProblems, targetProblems } from './move-checks.rules.js';
import { SOURCE_FACTS, TARGET_FACTS, type SourceFacts, type TargetFacts } from './move-facts.sql.js';
import type { BegunSession, Move, MoveOptions } from './move-session.js';
import { guardSchema, removeGuard } from './schema-guard.js';
import { continueSequences } from './sequences.js';
import { missingShared, offeredExtensions, readShared, sharedProblems } from './shared-objects.js';

/** Near enough for a switch, also if writers add nothing. */
const NEAR_BYTES = 1_000_000;
const POLL_MS = 250;
const REPORT_MS = 5_000;
/** Without any progress. The copy of a large table shows its bytes in the meantime. */
const STALLED_MS = 15 * 60_000;
/** Without any progress, if the target reports so many errors. It tries again every 5 s. */
const FAILING_MS = 60_000;
const FAILURES = 5;
/**
 * Programs read the cells every 10 s. One without requests would take the copy of a move back for the cell, if that began before it knows of this
 * move.
 */
const SETTLE_MS = 20_000;

const size = (bytes: number): string =>
  bytes < 1e9 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e9).toFixed(1)} GB`;

/** @throws a CellCommandError with everything that must be changed before the cell can move */
export async function checkMove({ options, cell, aside, target }: Move): Promise<SourceFacts> {
  const schema = aside.globalSchema ?? 'public';
  const [source, there, shared, existing, offered] = await Promise.all([
    readOne<SourceFacts>(aside, SOURCE_FACTS, [cell.schema, schema]),
    readOne<TargetFacts>(target, TARGET_FACTS, [cell.schema]),
    readShared(aside, schema),
    readShared(target, schema),
    offeredExtensions(target),
  ]);
  const isSameVersion = Math.floor(source.version / 10_000) === Math.floor(there.version / 10_000);
  const { problems, warnings } = sharedProblems(shared, existing, { offered, isSameVersion });
  const all = [
    ...sourceProblems(source),
    ...targetProblems(there, source, cell.schema),
    ...(target.globalSchema === null || target.globalSchema === schema
      ? []
      : [
          `The path of the role on the target begins with ${target.globalSchema}, and here with ${schema}. As an administrator of the target, run: CREATE SCHEMA IF NOT EXISTS ${schema}; ALTER ROLE … SET search_path = ${schema}`,
        ]),
    ...problems,
  ];
  if (all.length > 0) throw new CellCommandError(all.join('\n'));
  for (const warning of warnings) options.report(warning);
  return source;
}

/** Creates the empty cell at the target, which begins to copy. */
export async function beginCopy(move: Move, { tables, bytes }: SourceFacts): Promise<BegunSession> {
  const { options, cell, aside, target, directory } = move;
  options.report(
    `Copying ${tables} tables with ${size(bytes)} to ${describeUrl(target.url)}. PostgreSQL does not show the free space of a disk: the target needs as much, and this server keeps its write-ahead log until the switch.`,
  );
  options.report(
    `If this command is interrupted, the same command continues, and cells cancel-move ${cell.number} removes what it has created.`,
  );
  const begun = {
    fromUrl: cell.url,
    toUrl: move.toUrl,
    oldSchema: oldSchemaOf(cell.schema, new Date()),
    targetSystem: target.system,
  };
  await directory.client.query(insertMoveOf(cell.number, begun));
  // As before the second cell: once the only cell is elsewhere, these tables of the global side have rows.
  await directory.client.query(TAKE_GLOBAL_IDS, [directory.globalSchema, OF_BOTH]);
  const own = await tablesOf(aside, cell.schema);
  const roots = own.flatMap(({ qualified, isPartition }) => (isPartition ? [] : [qualified]));
  await publish(aside, cell.number, roots);
  const schema = aside.globalSchema ?? 'public';
  const missing = missingShared(schema, await readShared(aside, schema), await readShared(target, schema));
  try {
    await target.client.query('BEGIN');
    for (const text of missing) await target.client.query(text);
    await createEmptyCopy(aside, target, cell.schema);
    await subscribe(target, cell.number, { source: aside, sourceUrl: move.source.url });
    await target.client.query('COMMIT');
    return { ...move, begun };
  } catch (error) {
    await target.client.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
}

/** `cell_1_moved_20261129t205300`: a cell can return to a server that it has left before. */
const oldSchemaOf = (schema: string, at: Date): string =>
  `${schema}_moved_${at.toISOString().slice(0, 19).replace(/[-:]/g, '').toLowerCase()}`;

/** Waits until the target has all tables, and all changes up to a second ago. */
export async function followSource({ options, cell, aside, target }: Move): Promise<void> {
  let before = { ...(await progressOf(aside, target, cell.number)), at: performance.now() };
  const { failingMs = FAILING_MS } = options;
  let [changedAt, reportedAt, triedAt] = [before.at, 0, before.at];
  let furthest = before;
  for (;;) {
    const progress = { ...(await progressOf(aside, target, cell.number)), at: performance.now() };
    if (progress.tables === 0)
      throw new Error('The subscription of the move no longer exists. Start the same command to begin again.');
    const perSecond = ((progress.writtenBytes - before.writtenBytes) * 1_000) / (progress.at - before.at);
    if (progress.ready === progress.tables && progress.lagBytes < Math.max(NEAR_BYTES, perSecond)) return;
    if (hasAdvanced(before, progress)) changedAt = progress.at;
    if (progress.at - changedAt > STALLED_MS)
      throw new Error(
        `The target has copied nothing for ${STALLED_MS / 60_000} minutes. The log of PostgreSQL on the target says why.`,
      );
    if (isFurther(furthest, progress)) furthest = progress;
    const isLate = (since: number): boolean => progress.at - Math.max(since, furthest.at) > failingMs;
    if (progress.errors - furthest.errors >= FAILURES && isLate(0)) throw new Error(FAILING);
    if (isLate(triedAt)) {
      triedAt = progress.at;
      if (!(await isStarting(target))) throw new Error(FAILING);
    }
    if (progress.at - reportedAt > REPORT_MS) {
      reportedAt = progress.at;
      options.report(progressLine(progress));
    }
    before = progress;
    await sleep(POLL_MS);
  }
}

const FAILING =
  'The target fails to copy or to apply changes. The log of PostgreSQL there names the error, such as a full disk.';

/** Whether a server starts processes. One that does not, because its disk is full, counts no error of a worker. */
async function isStarting({ url }: CellServer): Promise<boolean> {
  const server = await connectServer(url).catch(() => undefined);
  await server?.client.end();
  return server !== undefined;
}

const hasAdvanced = (before: Progress, after: Progress): boolean =>
  (['ready', 'copiedBytes', 'confirmed'] as const).some((name) => before[name] !== after[name]);

/** A copy that fails and begins again shows fewer bytes, and never more than before. */
const isFurther = (before: Progress, { tables, ready, copiedBytes, confirmed }: Progress): boolean =>
  ready !== before.ready || copiedBytes > before.copiedBytes || (ready === tables && confirmed !== before.confirmed);

const progressLine = ({ tables, ready, copiedBytes, lagBytes }: Progress): string =>
  ready < tables
    ? `${ready} of ${tables} tables are copied${copiedBytes > 0 ? `, ${size(copiedBytes)} of the next ones` : ''}.`
    : `The target is ${size(lagBytes)} of the write-ahead log behind.`;

/** Reads all rows of one moment on both servers, and updates the statistics of the target, which are not copied. */
export async function compareCopy(move: Move): Promise<ComparedTables> {
  const { options, cell, aside, source, target } = move;
  const tables = await tablesOf(aside, cell.schema);
  const compared = await withPair({ source: source.url, target: target.url }, async (pair) => {
    const { ms } = await holdWrites(holding(move, tables), { prepare: () => beginSnapshots(pair) });
    options.report(`Writes waited ${Math.round(ms)} ms for a moment that both servers have. Comparing all rows.`);
    return compareTables(pair, tables, options.report);
  });
  for (const { qualified, isPartition } of tables) if (!isPartition) await target.client.query(`ANALYZE ${qualified}`);
  return compared;
}

const holding = (move: Move, tables: readonly { readonly qualified: string; readonly isPartition: boolean }[]) => ({
  source: move.source,
  aside: move.aside,
  cell: move.cell.number,
  tables: tables.flatMap(({ qualified, isPartition }) => (isPartition ? [] : [qualified])),
  report: move.options.report,
  whenReady: () => followSource(move),
});

/**
 * Sends the programs to the target. Until the transaction commits, everything is as before. On one database, it also changes the directory;
 * otherwise the directory follows, and in between no program finds the cell.
 * @returns how long writes waited
 */
export async function switchCell(move: BegunSession, compared: ComparedTables): Promise<number> {
  const { cell, begun, directory, source, aside, target } = move;
  const tables = await tablesOf(aside, cell.schema);
  const isOneDatabase = directory.identity === source.identity;
  const { ms } = await holdWrites(holding(move, tables), {
    prepare: async (leftMs) => {
      await limitStatements([aside, target], leftMs);
      try {
        await requireMove(move);
        await compareAgain({ source: aside, target }, tables, compared);
        await continueSequences(aside, target, cell.schema);
      } finally {
        // Also for what an error has left in the queue of a connection.
        await limitStatements([aside, target], 0);
      }
    },
    changes: [
      ...(isOneDatabase ? [(on: CellServer) => relocate(move, on)] : []),
      ({ client }) => client.query(oneStatement([renaming(cell.schema, begun.oldSchema), guardSchema(cell.schema)])),
    ],
  });
  const committedAt = performance.now();
  if (!isOneDatabase) await relocate(move, directory);
  return ms + performance.now() - committedAt;
}

/**
 * The locks of the directory end with its connection, which had nothing to do while the target copied.
 * @throws an Error if the connection was lost, or if the move was cancelled in the meantime
 */
async function requireMove({ cell, begun, directory }: BegunSession): Promise<void> {
  const now = await findMove(directory.client, cell.number);
  if (now?.oldSchema !== begun.oldSchema)
    throw new Error(`Another command has ended this move of cell ${cell.number}.`);
}

const limitStatements = (servers: readonly CellServer[], ms: number) =>
  Promise.all(servers.map(({ client }) => client.query(`SET statement_timeout = ${ms}`)));

/** @throws an Error if the row is not as it was at the beginning */
export async function relocate({ cell, toUrl, directory }: Move, on: CellServer): Promise<void> {
  const { rowCount } = await on.client.query(relocateCell(cell, toUrl, directory.globalSchema ?? ''));
  if (rowCount !== 1) throw new Error(`The address of cell ${cell.number} was changed during the move.`);
}

const renaming = (from: string, to: string): string =>
  `ALTER SCHEMA ${pg.escapeIdentifier(from)} RENAME TO ${pg.escapeIdentifier(to)}`;

/** PostgreSQL limits the time of each statement of a text. */
const oneStatement = (statements: readonly string[]): string =>
  `DO ${pg.escapeLiteral(`BEGIN ${statements.join('; ')}; END`)}`;

/** Gives a schema its name back. */
export async function restoreSchema(server: CellServer, oldSchema: string, schema: string): Promise<void> {
  await server.client.query('BEGIN');
  await removeGuard(server, schema);
  await server.client.query(`${renaming(oldSchema, schema)}; COMMIT`);
}

/** Removes the replication, once programs use the target, and ends the move. */
export async function finishMove({ options, cell, begun, directory, aside, target }: BegunSession): Promise<void> {
  if (await hasSubscription(target, cell.number)) await unsubscribe(target, cell.number);
  await unpublish(aside, cell.number, begun.targetSystem);
  await endMove(directory, cell.number, options);
}

/** Waits until every program knows that the cell has moved, and allows its next move. */
export async function endMove(
  directory: CellServer,
  cell: number,
  { report, settleMs = SETTLE_MS }: Pick<MoveOptions, 'report' | 'settleMs'>,
): Promise<void> {
  if (settleMs > 0) report(`Waiting ${settleMs / 1_000} s, until every program has read the new address.`);
  await sleep(settleMs);
  await directory.client.query(deleteMoveOf(cell));
}

/** Removes what a move has left that cannot be continued. */
export async function removeCopy({ cell, begun, directory, aside, target }: BegunSession): Promise<void> {
  if (await hasSubscription(target, cell.number)) await unsubscribe(target, cell.number, cell.schema);
  await unpublish(aside, cell.number, begun.targetSystem);
  await directory.client.query(deleteMoveOf(cell.number));
}

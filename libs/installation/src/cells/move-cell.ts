import { setTimeout as sleep } from 'node:timers/promises';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { OperatorError } from '@billhook/db/operator-error';
import { cancelMove } from './cancel-move.js';
import { CellCommandError, isLostServer } from './cell-server.js';
import { KeptCopyError, keptCopy } from './kept-copy.js';
import { factsOf, withMove, type BegunSession, type Move, type MoveOptions } from './move-session.js';
import { moveState } from './move-state.rules.js';
import {
  beginCopy,
  checkMove,
  compareCopy,
  finishMove,
  followSource,
  relocate,
  removeCopy,
  switchCell,
} from './move-steps.js';

/** A server that restarts responds within this time. */
const PATIENCE_MS = 5 * 60_000;
const PAUSE_MS = 1_000;
/** Of connections that worked: a server that is lost again and again does not get further. */
const MOST_LOSSES = 20;

/** What a move has done. */
export interface MovedCell {
  readonly at: string;
  /** The schema that remains at the former server; undefined if the cell was at the target before. */
  readonly oldSchema?: string | undefined;
  /** How long writes waited for the switch; undefined if an earlier command has switched. */
  readonly heldMs?: number | undefined;
}

/**
 * Moves a cell to another server while programs use it, by logical replication. Continues what an interrupted command has left: what is
 * there is read from the servers. A server that restarts in the meantime is awaited.
 * @throws a CellCommandError, which has changed nothing; another error after everything is as before, except for what a report names, or
 *   after the switch. It says whether the cell has moved
 */
export async function moveCell(options: MoveOptions): Promise<MovedCell> {
  const { pauseMs = PAUSE_MS } = options;
  let losses = 0;
  let lostAt: number | undefined;
  for (;;) {
    let isConnected = false;
    try {
      return await withMove(options, (move) => {
        [isConnected, lostAt] = [true, undefined];
        return advance(move);
      });
    } catch (error) {
      if (error instanceof CellCommandError) throw error;
      const isLost = isLostServer(error);
      if (isConnected) losses += 1;
      if (isLost && losses === 0) throw new CellCommandError(messageOf(error), { cause: error });
      lostAt ??= performance.now();
      if (!isLost || losses > MOST_LOSSES || performance.now() - lostAt > PATIENCE_MS)
        throw new OperatorError(`${await undo(options)} ${messageOf(error)}`, { cause: error });
      options.report(`A connection was lost (${messageOf(error)}). The move continues when the servers respond.`);
      await sleep(pauseMs);
    }
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** @returns whether the cell has moved, for the operator */
async function undo(options: MoveOptions): Promise<string> {
  const { cell, report } = options;
  try {
    const done = await cancelMove(options);
    if (done) report(done.text);
    return done?.isMoved === true ? `Cell ${cell} has moved, but an error followed.` : `Cell ${cell} has not moved.`;
  } catch (error) {
    report(
      error instanceof KeptCopyError
        ? error.message
        : `What the move has created could not be removed: ${messageOf(error).replace(/\.$/, '')}. After the cause is corrected, run: cells cancel-move ${cell}`,
    );
    return `The move of cell ${cell} has not ended.`;
  }
}

/** Does what remains, by what the servers have. */
async function advance(move: Move): Promise<MovedCell> {
  const { options, source, target } = move;
  if (source.identity === target.identity && !move.begun) return { at: describeUrl(target.url) };
  const copying = await resume(move);
  if ('at' in copying) return copying;
  await followSource(copying);
  const compared = await compareCopy(copying);
  const heldMs = await switchCell(copying, compared);
  options.report(`Programs use ${describeUrl(target.url)} from now on. Writes waited ${Math.round(heldMs)} ms.`);
  return ended(copying, heldMs);
}

/** @returns the move that copies, or what an earlier command has switched and this one has ended */
async function resume(move: Move): Promise<BegunSession | MovedCell> {
  const { options, begun } = move;
  if (!begun) return beginCopy(move, await checkMove(move));
  const session = { ...move, begun };
  const state = moveState(await factsOf(session));
  if (state === 'moved') return ended(session);
  if (state === 'between') {
    options.report('An earlier command has switched the present server. Sending the programs to the target.');
    await relocate(session, move.directory);
    return ended(session);
  }
  if (state === 'copying') {
    options.report('Continuing the copy of an earlier command.');
    return session;
  }
  if (state === 'lost') throw keptCopy(session, 'missing');
  options.report('An earlier command cannot be continued. Removing its copy, and beginning again.');
  await removeCopy(session);
  return beginCopy(move, await checkMove(move));
}

async function ended(session: BegunSession, heldMs?: number): Promise<MovedCell> {
  await finishMove(session);
  return { at: describeUrl(session.target.url), oldSchema: session.begun.oldSchema, heldMs };
}

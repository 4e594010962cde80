import { deleteMoveOf } from '@billhook/db/cell-moves.sql';
import { addressOf } from '@billhook/db/cell-rows';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { findCell, findMove, lockDirectory, lockSource } from './cell-directory.js';
import { dropSlot, hasSubscription, unpublish, unsubscribe } from './cell-replication.js';
import { connectServer, UnreachableServerError, type CellServer } from './cell-server.js';
import { keptCopy } from './kept-copy.js';
import { isSchema, type MoveOptions } from './move-session.js';
import { endMove, restoreSchema } from './move-steps.js';

export interface CancelOptions extends Pick<
  MoveOptions,
  'directoryUrl' | 'cell' | 'sourceUrl' | 'targetUrl' | 'report' | 'settleMs' | 'lockMs'
> {
  /** Deletes the copy at the target also if the present server does not have the cell, or does not respond. */
  readonly dropCopy?: boolean | undefined;
}

/** What a cancelled move has left. */
export interface CancelledMove {
  /** Whether programs use the target. */
  readonly isMoved: boolean;
  /** What was done, for the operator. */
  readonly text: string;
}

/**
 * Removes what an unfinished move has created: afterwards everything is as before it. If programs use the target already, only the
 * replication is removed, and the move ends when every program knows that. A server that does not respond is left for the next attempt.
 * @returns undefined if there is no unfinished move
 * @throws a KeptCopyError if the copy at the target may be the only current one
 */
export async function cancelMove(options: CancelOptions): Promise<CancelledMove | undefined> {
  const directory = await connectServer(options.directoryUrl, true);
  const open = [directory];
  try {
    await lockDirectory(directory.client);
    const cell = await findCell(directory.client, options.cell);
    const begun = await findMove(directory.client, cell.number);
    if (!begun) return undefined;
    const at = (url: string | null) => addressOf({ url }, options.directoryUrl);
    const addresses = { source: at(options.sourceUrl ?? begun.fromUrl), target: at(options.targetUrl ?? begun.toUrl) };
    const source = await reach(addresses.source, open);
    if (source) await lockSource(source.client, directory.client, { cell, begun }, options.lockMs);
    const target = await reach(addresses.target, open);
    const isMoved = cell.url === begun.toUrl;
    const hasSchema = source !== undefined && (await isSchema(source, cell.schema));
    const hasOldSchema = source !== undefined && (await isSchema(source, begun.oldSchema));
    const hasCopy = target !== undefined && (await hasSubscription(target, cell.number));
    if (hasCopy && !isMoved && !hasSchema && !hasOldSchema && options.dropCopy !== true)
      throw keptCopy({ cell, source: { url: addresses.source }, target }, source === undefined ? 'silent' : 'missing');
    if (source && !hasSchema && hasOldSchema && !isMoved) await restoreSchema(source, begun.oldSchema, cell.schema);
    // Before the slots, which its processes would use and create again.
    if (hasCopy) await unsubscribe(target, cell.number, isMoved ? undefined : cell.schema);
    if (source) await unpublish(source, cell.number, begun.targetSystem);
    const silent = [...(source ? [] : [addresses.source]), ...(target ? [] : [addresses.target])].map(describeUrl);
    // Without its former server, a cell that has moved has nothing left to do.
    const isEnded = silent.length === 0 || (isMoved && target !== undefined);
    if (isEnded && isMoved) await endMove(directory, cell.number, options);
    else if (isEnded) await directory.client.query(deleteMoveOf(cell.number));
    const where = isMoved
      ? `Cell ${cell.number} has moved to ${describeUrl(addresses.target)}. Removed the replication`
      : `Cell ${cell.number} stays at ${describeUrl(addresses.source)}. Removed what the move had created`;
    if (silent.length === 0) return { isMoved, text: `${where}.` };
    const later = isEnded
      ? `If it returns, run there: ${dropSlot(cell.number)}`
      : `When it does, run: cells cancel-move ${cell.number}`;
    return { isMoved, text: `${where}, except at ${silent.join(' and ')}, which does not respond. ${later}` };
  } finally {
    for (const { client } of open) client.end().catch(() => undefined);
  }
}

async function reach(url: string, open: CellServer[]): Promise<CellServer | undefined> {
  try {
    const server = await connectServer(url);
    open.push(server);
    return server;
  } catch (error) {
    if (error instanceof UnreachableServerError) return undefined;
    throw error;
  }
}

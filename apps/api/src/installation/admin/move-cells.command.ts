import { cancelMove } from '@billhook/installation/cells/cancel-move';
import { changeCellState, forgetCopies, removeCell } from '@billhook/installation/cells/manage-cells';
import { moveCell } from '@billhook/installation/cells/move-cell';
import { ENV, type Env } from '@billhook/platform/env';
import { databaseUrl } from '@billhook/platform/env-fields';
import type { INestApplicationContext } from '@nestjs/common';
import { z } from 'zod';
import { readOptions, type Command } from './command.js';

/** The number before the options. @throws Error with a message for the operator */
function readCell([number = '', ...options]: readonly string[]): {
  readonly cell: number;
  readonly options: readonly string[];
} {
  if (/^[1-9]\d{0,3}$/.test(number)) return { cell: Number(number), options };
  throw new Error('Give the number of the cell first, such as: cells move 1 --to postgresql://…');
}

const directoryOf = (app: INestApplicationContext) => ({ directoryUrl: app.get<Env>(ENV).DATABASE_URL });

const Sides = z.object({ source: databaseUrl().optional(), target: databaseUrl().optional() });
const Cancel = Sides.extend({ copy: z.literal('delete').optional() });
const Move = Sides.extend({ to: databaseUrl() });

/** The addresses of the present server of the cell and of the next one, with roles that may move it. */
const sidesOf = ({ source, target }: z.infer<typeof Sides>) => ({ sourceUrl: source, targetUrl: target });

/** A move can take hours, and the output is printed at its end. */
const report = (line: string): void => void process.stderr.write(`${new Date().toISOString()} ${line}\n`);

export const moveCellCommand: Command = {
  summary: 'Moves a cell to another PostgreSQL server while it is in use, or continues such a move',
  usage: 'NUMBER --to URL [--source URL] [--target URL]',
  async run(app, args) {
    const { cell, options } = readCell(args);
    const { to, ...sides } = readOptions(Move, options);
    const { at, oldSchema } = await moveCell({
      ...directoryOf(app),
      ...sidesOf(sides),
      cell,
      toUrl: to,
      report,
    });
    return oldSchema === undefined
      ? `Cell ${cell} is at ${at} already.\n`
      : `Cell ${cell} is at ${at}. The former copy is the schema ${oldSchema} of the former server: cells forget ${cell} deletes it.\n`;
  },
};

export const cancelMoveCommand: Command = {
  summary: 'Removes what an unfinished move of a cell has created',
  usage: 'NUMBER [--source URL] [--target URL] [--copy delete]',
  async run(app, args) {
    const { cell, options } = readCell(args);
    const { copy, ...sides } = readOptions(Cancel, options);
    const at = { ...directoryOf(app), ...sidesOf(sides), cell };
    const done = await cancelMove({ ...at, report, dropCopy: copy === 'delete' });
    return `${done?.text ?? `Cell ${cell} has no unfinished move.`}\n`;
  },
};

const At = z.object({ at: databaseUrl().optional() });

export const forgetCopiesCommand: Command = {
  summary: 'Deletes the copies that moves of a cell have left at a server, by default that of DATABASE_URL',
  usage: 'NUMBER [--at URL]',
  async run(app, args) {
    const { cell, options } = readCell(args);
    const { at } = readOptions(At, options);
    const dropped = await forgetCopies({ ...directoryOf(app), cell, url: at });
    return dropped.length === 0 ? 'There is no former copy.\n' : `Deleted ${dropped.join(', ')}.\n`;
  },
};

export const drainCell: Command = {
  summary: 'Keeps new companies out of a cell',
  usage: 'NUMBER',
  run: (app, args) => setState(app, args, 'draining'),
};

export const openCell: Command = {
  summary: 'Allows new companies in a cell again',
  usage: 'NUMBER',
  run: (app, args) => setState(app, args, 'open'),
};

async function setState(app: INestApplicationContext, args: readonly string[], state: 'open' | 'draining') {
  const { cell, options } = readCell(args);
  readOptions(z.object({}), options);
  await changeCellState({ ...directoryOf(app), cell }, state);
  return `Cell ${cell} ${state === 'open' ? 'gets' : 'no longer gets'} new companies.\n`;
}

export const removeCellCommand: Command = {
  summary: 'Deletes a cell that has no companies, with its schema',
  usage: 'NUMBER [--at URL]',
  async run(app, args) {
    const { cell, options } = readCell(args);
    const { at } = readOptions(At, options);
    await removeCell({ ...directoryOf(app), cell, url: at });
    return `Deleted cell ${cell}.\n`;
  },
};

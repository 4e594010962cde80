import type { Cell } from '@billhook/db/cell-rows';
import { describeUrl } from '@billhook/db/database-problem.rules';
import { CellCommandError } from './cell-server.js';

/** A copy at the target that was not removed, because it may be the only one. */
export class KeptCopyError extends CellCommandError {}

interface CopyPlaces {
  readonly cell: Pick<Cell, 'number' | 'schema'>;
  readonly source: { readonly url: string };
  readonly target: { readonly url: string };
}

/** @param state of the present server: whether it does not respond, or does not have the cell */
export function keptCopy({ cell, source, target }: CopyPlaces, state: 'silent' | 'missing'): KeptCopyError {
  const { number, schema } = cell;
  const what = state === 'silent' ? 'does not respond' : `has no schema ${schema}`;
  return new KeptCopyError(
    `The present server of cell ${number} at ${describeUrl(source.url)} ${what}, so the copy at ${describeUrl(target.url)} may be the only current one, and is kept. When the server is back with its data, start cells move again, or run: cells cancel-move ${number}. To delete the copy before, add --copy delete`,
  );
}

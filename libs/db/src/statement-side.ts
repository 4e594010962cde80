import type { TableSide } from '@billhook/domain/shared/resources';
import { tablesOf } from './statement-tables.js';
import type { Statement } from './statement.js';
import { TABLE_SIDES } from './table-sides.js';

/** Where a statement runs, once companies are divided into cells. */
export type StatementSide = Exclude<TableSide, 'both'>;

/** The side of a table or of one of its partitions; undefined for other names, such as those of common table expressions. */
export const sideOf = (name: string): TableSide | undefined =>
  TABLE_SIDES.get(name) ?? TABLE_SIDES.get(name.replace(/_(?:default|\d{8})$/, ''));

/** Statements that are planned for their values have many texts. */
const MOST_TEXTS = 10_000;

const sides = new Map<string, StatementSide | undefined>();

/**
 * The side of the tables that a statement names. Undefined if it names only tables of both sides, or none.
 * @throws Error if it names tables of one side and of the other
 */
export function sideOfStatement({ name, text }: Pick<Statement, 'name' | 'text'>): StatementSide | undefined {
  if (sides.has(text)) return sides.get(text);
  const found = new Set<TableSide | undefined>(Array.from(tablesOf(text).named, sideOf));
  const isGlobal = found.has('global');
  if (isGlobal && found.has('cell')) throw new Error(`the statement ${name || text} names tables of both sides`);
  const side = isGlobal ? 'global' : found.has('cell') ? 'cell' : undefined;
  if (sides.size >= MOST_TEXTS) sides.clear();
  sides.set(text, side);
  return side;
}

import { CELL_SCHEMA } from './search-path.js';

/** A cell, as a program finds it. */
export interface Cell {
  /** `tenants.cell`. */
  readonly number: number;
  /** Null for the server of DATABASE_URL. */
  readonly url: string | null;
  readonly schema: string;
  /** New companies go to open cells. */
  readonly state: 'open' | 'draining';
  /** Whether the global side may have its own rows in tables of both sides. It remains true when a cell becomes the only one again. */
  readonly isDivided: boolean;
}

/** The number of the cell of an installation that has one. */
export const FIRST_CELL = 1;

/** What a database has that was not asked for more. */
export const ONE_CELL: readonly Cell[] = [
  { number: FIRST_CELL, url: null, schema: CELL_SCHEMA, state: 'open', isDivided: false },
];

/** Whether all connections find everything, as they did before there were cells. Never again once there were several. */
export const isOneCell = (cells: readonly Cell[]): boolean =>
  cells.length === 1 &&
  cells.every(({ url, schema, isDivided }) => url === null && schema === CELL_SCHEMA && !isDivided);

/** Whether statements go to another place with these cells than with those. */
export const haveMoved = (before: readonly Cell[], after: readonly Cell[]): boolean =>
  before.length !== after.length ||
  before.some((cell, n) =>
    (['number', 'url', 'schema', 'isDivided'] as const).some((name) => cell[name] !== after[n]?.[name]),
  );

/** The address of a cell: without a user or a password, with those of the server of DATABASE_URL. */
export function addressOf({ url }: Pick<Cell, 'url'>, first: string): string {
  if (url === null) return first;
  const [own, other] = [new URL(url), new URL(first)];
  if (own.username === '') own.username = other.username;
  if (own.password === '' && own.username === other.username) own.password = other.password;
  return own.href;
}

export const READ_CELLS = {
  name: 'cells_read',
  text: 'SELECT number, url, schema, state, divided AS "isDivided" FROM cells ORDER BY number',
};

/** SQLSTATE codes of a missing table, a missing schema, and a type in place of a table, which a cell leaves that has moved. */
const MISSING: readonly unknown[] = ['42P01', '3F000', '42809'];

/** Whether a statement has not found its table. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && MISSING.includes(error.code);

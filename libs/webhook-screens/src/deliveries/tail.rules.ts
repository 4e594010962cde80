/** A row of the log, as far as its order matters. */
interface Placed {
  readonly id: number;
  readonly createdAt: string;
}

/** Whether `a` comes before `b`: newest first. Instants in one format sort as text. */
export function isNewer(a: Placed, b: Placed): boolean {
  return a.createdAt === b.createdAt ? a.id > b.id : a.createdAt > b.createdAt;
}

interface Followed<Row> {
  readonly rows: readonly Row[];
  /** The number of new rows that are held back. */
  readonly held: number;
  /** Whether there may be rows between the newest ones and the loaded ones. */
  readonly hasGap: boolean;
}

/**
 * The loaded rows, with the newest ones in place of those that they cover: these may have changed, or no longer match.
 * @param newest the current first page; undefined before it was read
 * @param isWhole whether the newest rows are all there are
 * @param top the newest row that may be shown; those above it are held back. Undefined shows all
 */
export function followedRows<Row extends Placed>(
  loaded: readonly Row[],
  newest: readonly Row[] | undefined,
  isWhole: boolean,
  top: Placed | undefined,
): Followed<Row> {
  if (newest === undefined) return { rows: loaded, held: 0, hasGap: false };
  const last = newest.at(-1);
  const older = last && !isWhole ? loaded.filter((row) => isNewer(last, row)) : [];
  const first = loaded[0];
  const hasGap = !isWhole && last !== undefined && first !== undefined && isNewer(last, first);
  const held = top === undefined ? [] : newest.filter((row) => isNewer(row, top));
  return { rows: [...newest.slice(held.length), ...older], held: held.length, hasGap };
}

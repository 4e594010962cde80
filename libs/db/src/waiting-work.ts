import type { QueryResultRow } from 'pg';
import type { Cell } from './cell-rows.js';
import type { Cells } from './cells.js';
import { currentCell } from './current-cell.js';

/** Cells that one statement reads. It locks all of their tables that it names, and PostgreSQL has a table of locks. */
const AT_ONCE = 32;

/** Several kinds of work look at the same time: they share a look of this age. */
const FRESH_MS = 800;

/** A cell in which nothing seems to wait is served nevertheless after this time. */
const ANYWAY_MS = 60_000;

/** A result of a look: the kinds of work that wait, by cell. */
type Found = ReadonlyMap<number, ReadonlySet<string>>;

interface Look {
  readonly at: number;
  /** Undefined if the server did not respond: then the work itself finds out. */
  readonly found: Promise<Found | undefined>;
}

/**
 * Tells in which cells work waits, with one statement for all cells of a server. A worker without it would ask each cell for each kind of work,
 * on connections that change their cell for each question.
 */
export class WaitingWork<Kind extends string> {
  readonly #looks = new Map<string, Look>();
  /** When a kind was last served in a cell. */
  readonly #served = new Map<string, number>();

  /**
   * @param conditions queries by the kind of work, which return a row if it waits. They name tables as `{cell}.imports`
   * @param now in milliseconds
   */
  constructor(
    private readonly cells: Pick<Cells, 'areOne' | 'all' | 'readAt'>,
    readonly conditions: Readonly<Record<Kind, string>>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Whether work of a kind may wait in the current cell. Always with one cell, where the work itself looks. */
  async waits(kind: Kind): Promise<boolean> {
    const number = currentCell();
    if (this.cells.areOne || number === undefined) return true;
    const [key, now] = [`${kind} ${number}`, this.now()];
    // Not all of them at the same time.
    const served = this.#served.get(key) ?? now - Math.random() * ANYWAY_MS;
    this.#served.set(key, served);
    const found = now - served >= ANYWAY_MS ? undefined : await this.#lookAt(number);
    if (found && !found.has(kind)) return false;
    this.#served.set(key, now);
    return true;
  }

  /** Undefined for a cell that is not known yet, or cannot be read. */
  async #lookAt(number: number): Promise<ReadonlySet<string> | undefined> {
    const own = this.cells.all.find((cell) => cell.number === number);
    if (!own) return undefined;
    const beside = this.cells.all.filter(({ url }) => url === own.url);
    const from = Math.floor(beside.indexOf(own) / AT_ONCE) * AT_ONCE;
    const together = beside.slice(from, from + AT_ONCE);
    const names = together.map((cell) => `${cell.number} ${cell.schema}`).join();
    const key = `${own.url} ${names}`;
    const known = this.#looks.get(key);
    if (known && this.now() - known.at < FRESH_MS) return (await known.found)?.get(number);
    const found = this.#read(own, together, names).catch(() => undefined);
    this.#looks.set(key, { at: this.now(), found });
    return (await found)?.get(number);
  }

  async #read(place: Cell, cells: readonly Cell[], names: string): Promise<Found> {
    const kinds = Object.keys(this.conditions);
    // Each set of cells has its text, and a name stands for one text.
    const statement = {
      name: `waiting_work ${names}`,
      text: cells.map((cell) => this.#textFor(cell)).join(' UNION ALL '),
    };
    const rows = await this.cells.readAt<QueryResultRow & { readonly cell: number }>(statement, place);
    return new Map(rows.map((row) => [row.cell, new Set(kinds.filter((kind) => row[kind] === true))]));
  }

  #textFor({ number, schema }: Cell): string {
    const own = `"${schema.replaceAll('"', '""')}"`;
    const columns = Object.entries<string>(this.conditions).map(
      ([kind, query]) => `EXISTS (${query.replaceAll('{cell}', own)}) AS "${kind}"`,
    );
    return `SELECT ${number} AS cell, ${columns.join(', ')}`;
  }
}

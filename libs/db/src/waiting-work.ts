import type { QueryResultRow } from 'pg';
import type { Cell } from './cell-rows.js';
import { groupsOf, schemaInSql, type CellGroup } from './cells-together.js';
import type { Cells } from './cells.js';
import { currentCell } from './current-cell.js';

/** Several kinds of work query at the same time: they share a result up to this age. */
const FRESH_MS = 800;

/** A cell in which nothing seems to wait is served nevertheless after this time. */
const ANYWAY_MS = 600_000;

/** The kinds of work that wait, by cell. */
type Found = ReadonlyMap<number, ReadonlySet<string>>;

/** A query and its result. */
interface WaitingResult {
  readonly at: number;
  /** Undefined if the server did not respond: then the work itself finds out. */
  readonly found: Promise<Found | undefined>;
}

/**
 * Finds the cells in which work waits, with one statement for all cells of a server. Without it, a worker would query each cell for each kind
 * of work, on connections that change their cell for each query.
 */
export class WaitingWork<Kind extends string> {
  readonly #results = new WeakMap<CellGroup, WaitingResult>();
  readonly #texts = new WeakMap<CellGroup, string>();
  /** When a kind was last served in a cell. */
  readonly #served = new Map<string, number>();
  readonly #kinds: readonly Kind[];

  /**
   * @param conditions queries by the kind of work, which return a row if it waits. They name tables as `{cell}.imports`
   * @param now in milliseconds
   */
  constructor(
    private readonly cells: Pick<Cells, 'areOne' | 'all' | 'runAt'>,
    private readonly conditions: Readonly<Record<Kind, string>>,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#kinds = Object.keys(conditions).filter((name) => this.isKind(name));
  }

  isKind(name: string): name is Kind {
    return name in this.conditions;
  }

  /** Whether work of a kind may wait in the current cell. Always with one cell, where the work itself queries. */
  async waits(kind: Kind): Promise<boolean> {
    const number = currentCell();
    if (this.cells.areOne || number === undefined) return true;
    const [key, now] = [`${kind} ${number}`, this.now()];
    // Not all of them at the same time.
    const served = this.#served.get(key) ?? now - Math.random() * ANYWAY_MS;
    this.#served.set(key, served);
    const found = now - served >= ANYWAY_MS ? undefined : await this.#resultFor(number);
    if (found && !found.has(kind)) return false;
    this.#served.set(key, now);
    return true;
  }

  /** Undefined for a cell that is not known yet, or cannot be read. */
  async #resultFor(number: number): Promise<ReadonlySet<string> | undefined> {
    const group = groupsOf(this.cells.all).find(({ cells }) => cells.some((cell) => cell.number === number));
    if (!group) return undefined;
    const known = this.#results.get(group);
    if (known && this.now() - known.at < FRESH_MS) return (await known.found)?.get(number);
    const found = this.#read(group).catch(() => undefined);
    this.#results.set(group, { at: this.now(), found });
    return (await found)?.get(number);
  }

  async #read(group: CellGroup): Promise<Found> {
    const text = this.#texts.get(group) ?? group.cells.map((cell) => this.#textFor(cell)).join(' UNION ALL ');
    this.#texts.set(group, text);
    const statement = { name: `waiting_work ${this.#kinds.join()} ${group.name}`, text };
    const rows = await this.cells.runAt<QueryResultRow & { readonly cell: number }>(statement, group);
    return new Map(rows.map((row) => [row.cell, new Set(this.#kinds.filter((kind) => row[kind] === true))]));
  }

  #textFor(cell: Cell): string {
    const columns = this.#kinds.map(
      (kind) => `EXISTS (${this.conditions[kind].replaceAll('{cell}', schemaInSql(cell))}) AS "${kind}"`,
    );
    return `SELECT ${cell.number} AS cell, ${columns.join(', ')}`;
  }
}

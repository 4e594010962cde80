import { isDeepStrictEqual } from 'node:util';
import type { CellLabel } from '@billhook/platform/metrics/metric-table';
import type { QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';
import { READ_MOVES } from './cell-moves.sql.js';
import { addressOf, FIRST_CELL, isMissing, isOneCell, ONE_CELL, READ_CELLS, type Cell } from './cell-rows.js';
import { currentCell, inCell } from './current-cell.js';
import type { DatabaseClient } from './database-client.js';
import { PlaceConnections, type CellPlace, type ConnectionOptions } from './place-connections.js';
import { poolOf, runStatement } from './run-statement.js';
import { sideOfStatement, type StatementSide } from './statement-side.js';
import type { Statement } from './statement.js';

/** A connection for a while. */
export interface ConnectionLease {
  readonly client: DatabaseClient;
  readonly release: () => void;
}

/**
 * The cells of an installation, as a program knows them, and its connections to them. With one cell it has none: everything runs on the
 * connections of the data source, and no statement is read.
 */
export class Cells {
  /** Undefined until they are read, before the first statement. */
  #cells: readonly Cell[] | undefined;
  #isOne = false;
  #numbers: readonly number[] = [];
  #reading: Promise<void> | undefined;
  #readingMoves: Promise<boolean> | undefined;
  readonly #options: ConnectionOptions;
  readonly #connections: PlaceConnections;

  private constructor(private readonly source: DataSource) {
    this.#options = source.options;
    this.#connections = new PlaceConnections(this.#options);
    this.#closeWithSource();
  }

  /** Those of a data source, the same ones for each caller. */
  static of(source: DataSource): Cells {
    const cells = known.get(source) ?? new Cells(source);
    known.set(source, cells);
    return cells;
  }

  /** Whether there is one cell, where everything is. False before they are read. */
  get areOne(): boolean {
    return this.#isOne;
  }

  get areKnown(): boolean {
    return this.#cells !== undefined;
  }

  /** The cells to which new companies may go. */
  get open(): readonly number[] {
    return (this.#cells ?? []).filter(({ state }) => state === 'open').map(({ number }) => number);
  }

  /** The numbers of the cells, in their order. */
  get numbers(): readonly number[] {
    return this.#numbers;
  }

  /** Where the rows of tables of both sides are: the cells, and with several of them the global side as undefined. */
  get places(): readonly (number | undefined)[] {
    return this.#isOne ? this.numbers : [undefined, ...this.numbers];
  }

  /** The label of metrics about a cell, or about the global side. With one cell, they have none. */
  labelOf(place: number | undefined): CellLabel {
    return this.#isOne ? {} : { cell: place === undefined ? 'global' : String(place) };
  }

  /** Whether a statement is about the current place. With one cell, each is. */
  isHere(statement: Pick<Statement, 'name' | 'text'>): boolean {
    return this.#isOne || (sideOfStatement(statement) ?? this.sideOfWork) === this.sideOfWork;
  }

  /** As they are known, in their order. */
  get all(): readonly Cell[] {
    return this.#cells ?? [];
  }

  /** How many connections work, have no work, and are awaited. */
  get counts(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = poolOf(this.source);
    const all = [{ used: totalCount - idleCount, idle: idleCount, waiting: waitingCount }, ...this.#connections.counts];
    const sum = (name: 'used' | 'idle' | 'waiting'): number => all.reduce((total, counts) => total + counts[name], 0);
    return { used: sum('used'), idle: sum('idle'), waiting: sum('waiting') };
  }

  /** The address of the server of a cell, for work that one server must not delay on another. Empty for that of DATABASE_URL. */
  serverOf(number: number): string {
    return this.all.find((cell) => cell.number === number)?.url ?? '';
  }

  /** Reads the cells again. Simultaneous callers share one read. */
  read(): Promise<void> {
    this.#reading ??= this.#read().finally(() => (this.#reading = undefined));
    return this.#reading;
  }

  /** Reads them unless they are known. */
  async know(): Promise<void> {
    if (!this.#cells) await this.read();
  }

  /** Whether there is a cell with this number. Reads them again if none is known. */
  async has(number: number): Promise<boolean> {
    if (!this.#numbers.includes(number)) await this.read();
    return this.#numbers.includes(number);
  }

  /** Runs work in the cell of a company that its card names. @throws Error if there is none with this number */
  async within<T>(number: number, work: () => Promise<T>): Promise<T> {
    if (!(await this.has(number))) throw new Error(`there is no cell ${number}`);
    return inCell(number, work);
  }

  /** Runs work in each of `places`. @returns the results in their order */
  async everywhere<T>(work: () => Promise<T>): Promise<T[]> {
    await this.know();
    const results: T[] = [];
    for (const place of this.places) results.push(await inCell(place, work));
    return results;
  }

  /** Runs work in each cell, one after the other. @returns the results in their order */
  async each<T>(work: (number: number) => Promise<T>): Promise<T[]> {
    await this.know();
    const results: T[] = [];
    for (const number of this.numbers) results.push(await inCell(number, () => work(number)));
    return results;
  }

  /** The number, if there is such a cell: a text of a caller may name any. Otherwise the first one. */
  async orFirst(number: number): Promise<number> {
    return number === FIRST_CELL || !(await this.has(number)) ? FIRST_CELL : number;
  }

  /** What is known of the cells now, for `haveMovedSince`. */
  get known(): readonly Cell[] | undefined {
    return this.#cells;
  }

  /** Whether a move has begun and not ended. Simultaneous callers share one read. */
  areMoving(): Promise<boolean> {
    this.#readingMoves ??= this.#readMoves().finally(() => (this.#readingMoves = undefined));
    return this.#readingMoves;
  }

  /** Runs a statement alone, on the side of its tables. Not with one cell. */
  async run<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    const { client, release } = await this.acquire(sideOfStatement(statement) ?? this.sideOfWork);
    try {
      return await runStatement<T>(client, statement);
    } finally {
      release();
    }
  }

  /** The same for a quick read of a few rows. Never on the pool, which transactions that wait for one another may hold. */
  lookUp<T extends QueryResultRow>(statement: Statement): Promise<T[]> {
    return this.readBeside<T>(statement, sideOfStatement(statement) ?? this.sideOfWork);
  }

  /** The same for a read during a transaction of the other side, which must not wait for a connection of the pool. */
  readBeside<T extends QueryResultRow>(statement: Statement, side: StatementSide): Promise<T[]> {
    return this.#connections.sharedAt(this.#placeOf(side)).query<T>(statement);
  }

  /** The same for a quick statement on the server of a cell that names the schema of each table. */
  runAt<T extends QueryResultRow>(statement: Statement, { url }: Pick<Cell, 'url'>): Promise<T[]> {
    const place = { url: addressOf({ url }, this.#options.url ?? ''), schema: null };
    return this.#connections.sharedAt(place).query<T>(statement);
  }

  /** A connection that looks on a side: in the current cell, or in none. */
  async acquire(side: StatementSide): Promise<ConnectionLease> {
    const { url, schema } = this.#placeOf(side);
    const pool = this.#connections.poolTo(url);
    const client = await pool.acquire(schema);
    return { client, release: () => pool.release(client) };
  }

  /** The side of what names no table of one side. */
  get sideOfWork(): StatementSide {
    return currentCell() === undefined ? 'global' : 'cell';
  }

  async #read(): Promise<void> {
    const cells =
      this.#cells && !this.#isOne
        ? await this.run<Cell & QueryResultRow>(READ_CELLS)
        : await runStatement<Cell & QueryResultRow>(poolOf(this.source), READ_CELLS).catch((error: unknown) => {
            // A database from before the table, which only specs and the schema step use.
            if (isMissing(error)) return ONE_CELL;
            throw error;
          });
    // The same list for the same cells, by which others keep what follows from it.
    if (!isDeepStrictEqual(this.#cells, cells)) this.#cells = cells;
    this.#isOne = isOneCell(cells);
    this.#numbers = cells.map(({ number }) => number);
    this.#connections.keepOnly(this.#usedPlaces(cells));
  }

  /** Those of the cells, and of each server without a cell. */
  #usedPlaces(cells: readonly Cell[]): CellPlace[] {
    const { url = '' } = this.#options;
    const places = cells.map((cell) => ({ url: addressOf(cell, url), schema: cell.schema }));
    return [{ url, schema: null }, ...places.flatMap((place) => [place, { ...place, schema: null }])];
  }

  async #readMoves(): Promise<boolean> {
    const rows = this.#isOne ? runStatement(poolOf(this.source), READ_MOVES) : this.run(READ_MOVES);
    return (await rows.catch(() => [])).length > 0;
  }

  #placeOf(side: StatementSide): CellPlace {
    const url = this.#options.url ?? '';
    if (side === 'global') return { url, schema: null };
    const number = currentCell();
    if (number === undefined) throw new Error('a statement of a cell runs for a company, or for a job of a cell');
    const cell = this.#cells?.find((one) => one.number === number);
    if (!cell) throw new Error(`there is no cell ${number}`);
    return { url: addressOf(cell, url), schema: cell.schema };
  }

  /** The owner of a data source knows no other connections. */
  #closeWithSource(): void {
    const { source } = this;
    const destroy = source.destroy.bind(source);
    Object.assign(source, { destroy: () => Promise.all([this.#connections.end(), destroy()]).then(() => undefined) });
  }
}

const known = new WeakMap<DataSource, Cells>();

import { AsyncLocalStorage } from 'node:async_hooks';
import { Cells } from '@billhook/db/cells';
import { currentCell, inCell } from '@billhook/db/current-cell';
import { Database } from '@billhook/db/database';
import type { Statement } from '@billhook/db/statement';
import type { StatementSide } from '@billhook/db/statement-side';
import pg, { type QueryResultRow } from 'pg';
import { CELL_SETTING, SPEC_NAMES, SPEC_SCHEMA } from './spec-path.js';

/*
 * What a run of specs with two cells changes in the process of the specs: statements of a spec look in both cells, and product code that a spec
 * calls outside of a request or a job works in the cell of its values. Code that a request or a timer runs is as in a program.
 */

type CellSource = Parameters<typeof Cells.of>[0];

const OF_DATABASE = /\/libs\/db\/src\/|\/spec-cells\.ts/;
const OF_SPECS = /\/test\/|\.e2e-spec\.|\.browser-spec\./;

const frames = (): string[] => {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  return stack.split('\n').slice(1);
};

/** Whether a spec has sent a statement itself. */
const isOfSpec = (): boolean => OF_SPECS.test(frames().find((frame) => !OF_DATABASE.test(frame)) ?? '');

/** Whether a spec has called the code that runs. */
const isCalledBySpec = (): boolean => frames().some((frame) => OF_SPECS.test(frame));

const SECOND_CELL_FROM = 2 ** 40;

const isOfSecond = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isOfSecond) : typeof value === 'number' && value > SECOND_CELL_FROM;

const cellOf = ({ values = [] }: Pick<Statement, 'values'>): number => (values.some(isOfSecond) ? 2 : file.cell);

const OF_WORKER = /[\\/]apps[\\/]worker[\\/]test[\\/]/;
const OF_CELL =
  /[\\/](apps[\\/]worker[\\/]test[\\/](webhooks|chaos)|libs[\\/]mail[\\/]test)[\\/]|[\\/]request[\\/](unit-of-work|completing-steps)\./;

/** Where statements of the spec file look, and the cell of the companies that it inserts. */
let file = { names: SPEC_NAMES, cell: 1 };

/**
 * Called before each spec file. Companies of worker specs are in the second cell. Those that call parts of jobs, or transactions themselves,
 * run in it, and look at its tables.
 * @returns what runs the file
 */
export function beginSpecFile(path: string): <T>(run: () => T) => T {
  const isOfCell = OF_CELL.test(path);
  file = { names: isOfCell ? `cell_2,"$user",public` : SPEC_NAMES, cell: isOfCell || OF_WORKER.test(path) ? 2 : 1 };
  return (run) => (isOfCell ? inCell(2, run) : run());
}

const pools = new WeakMap<CellSource, pg.Pool>();

/** Connections of specs to the database of a data source. */
function poolOf(source: CellSource): pg.Pool {
  const known = pools.get(source);
  if (known) return known;
  const { url = '' } = source.options as { readonly url?: string };
  const address = new URL(url);
  // An option of the URL comes before one of the pool.
  const [, further] = /search_path=(\S+)/.exec(address.searchParams.get('options') ?? '') ?? [];
  const names = further ? `${file.names},${further}` : file.names;
  address.searchParams.set('options', `-c search_path=${names} -c ${CELL_SETTING}=${file.cell}`);
  const pool = new pg.Pool({ connectionString: address.href, max: 4 });
  pool.on('error', () => undefined);
  pools.set(source, pool);
  const destroy = source.destroy.bind(source);
  Object.assign(source, { destroy: async () => void (await Promise.all([destroy(), pool.end()])) });
  return pool;
}

interface Patched {
  query(statement: Statement): Promise<QueryResultRow[]>;
  lookUp(statement: Statement): Promise<QueryResultRow[]>;
  onPool(statement: Statement): Promise<QueryResultRow[]>;
  readonly source: CellSource;
}

/* As properties: a method of a class would need its object. */
interface Acquiring {
  readonly acquire: (this: Cells, side: StatementSide) => ReturnType<Cells['acquire']>;
}
interface Everywhere {
  readonly everywhere: (this: Cells, work: () => Promise<unknown>) => Promise<unknown[]>;
}
interface SideOfWork {
  readonly get?: (this: Cells) => StatementSide;
}

/** Called once in each process of specs. */
export function useSpecCells(): void {
  const database = Database.prototype as unknown as Patched;
  for (const name of ['query', 'lookUp', 'onPool'] as const) {
    const original = database[name];
    database[name] = function (this: Patched, statement: Statement): Promise<QueryResultRow[]> {
      if (!isOfSpec()) return original.call(this, statement);
      const { text, values = [] } = statement;
      return poolOf(this.source)
        .query(text, [...values])
        .then(({ rows }) => rows as QueryResultRow[]);
    };
  }

  const cells = Cells.prototype;
  const inPlaces = new AsyncLocalStorage<true>();
  const outside = (): boolean => currentCell() === undefined && !inPlaces.getStore() && isCalledBySpec();
  const { everywhere } = cells as unknown as Everywhere;
  Object.assign(cells, {
    everywhere(this: Cells, work: () => Promise<unknown>) {
      return inPlaces.run(true, () => everywhere.call(this, work));
    },
  });
  for (const name of ['run', 'lookUp', 'readBeside'] as const) {
    const original = cells[name] as (
      this: Cells,
      statement: Statement,
      ...rest: unknown[]
    ) => Promise<QueryResultRow[]>;
    Object.assign(cells, {
      [name](this: Cells, statement: Statement, ...rest: unknown[]) {
        const work = () => original.call(this, statement, ...rest);
        return outside() ? inCell(cellOf(statement), work) : work();
      },
    });
  }
  const { acquire } = cells as unknown as Acquiring;
  cells.acquire = function (this: Cells, side: StatementSide) {
    return outside() ? inCell(file.cell, () => acquire.call(this, side)) : acquire.call(this, side);
  };
  const sideOfWork: SideOfWork | undefined = Object.getOwnPropertyDescriptor(cells, 'sideOfWork');
  Object.defineProperty(cells, 'sideOfWork', {
    get(this: Cells): StatementSide {
      return outside() ? 'cell' : (sideOfWork?.get?.call(this) ?? 'global');
    },
  });

  const of = Cells.of.bind(Cells);
  const seen = new WeakSet<CellSource>();
  Cells.of = (source) => {
    if (!seen.has(source)) lookInBoth(source);
    seen.add(source);
    return of(source);
  };
}

/** The connections of TypeORM, which the product does not use with several cells. */
function lookInBoth(source: CellSource): void {
  const create = source.createQueryRunner.bind(source);
  const path = `SELECT set_config('search_path', '${file.names}', false), set_config('${CELL_SETTING}', '${file.cell}', false)
    WHERE to_regnamespace('${SPEC_SCHEMA}') IS NOT NULL`;
  Object.assign(source, {
    createQueryRunner(...args: Parameters<typeof create>) {
      const runner = create(...args);
      const connect = runner.connect.bind(runner);
      let connected: Promise<unknown> | undefined;
      runner.connect = () => {
        connected ??= (async () => {
          const client = (await connect()) as pg.PoolClient;
          await client.query(path);
          return client;
        })();
        return connected;
      };
      return runner;
    },
  });
}

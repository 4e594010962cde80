import { parse as parseQuery } from 'node:querystring';
import { setTimeout as sleep } from 'node:timers/promises';
import { ListInvoices } from '@billhook/contract/invoicing/invoice';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { InvoicesRepository } from '@billhook/invoicing/invoices/invoices.repository';
import { isFullRun } from '@billhook/testing/full-run';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { List } from '../support/lists.js';
import { Records } from '../support/records.js';
import { World } from '../support/world.js';

const ROWS = isFullRun ? 10_000 : 2_000;
const LIMIT = 100;

/** The rows per write, the pause between writes, and the rows added during one walk. */
const BATCH = 20;
const REST_MS = 20;
const MOST = 1_000;

let api: TestApi;
let beside: TestApi;
/** The same list, through two processes. */
let lists: readonly [List, List];
let companyId: number;
let template: number;

beforeAll(async () => {
  api = await TestApi.start();
  beside = await TestApi.beside(api);
  const key = await new World(api).key();
  ({ companyId } = key);
  lists = [new List(key, '/v1/invoices'), new List(new World(beside).bearer(key.secret), '/v1/invoices')];
  template = (await new Records(key).draft({ lines: [], issueDate: '2026-01-01' })).id;
  // In portions, because one statement would time out on a slow machine.
  for (let rows = 0; rows < ROWS; rows += MOST) await add(api, MOST);
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});

/** Copies of one draft, spread over 400 days; every seventh has no due date. */
async function add({ database }: TestApi, count: number): Promise<void> {
  await database.query({
    name: 'test_add',
    // OFFSET 0: otherwise each column would evaluate the row again, and take an id.
    text: `INSERT INTO invoices SELECT (copy.row).* FROM (SELECT jsonb_populate_record(i, jsonb_build_object(
        'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'issue_date', date '2026-01-01' + (random() * 400)::int,
        'due_date', CASE WHEN n % 7 > 0 THEN date '2026-02-01' + (random() * 400)::int END)) AS row
      FROM invoices i, generate_series(1, $2::int) n WHERE i.id = $1 OFFSET 0) copy`,
    values: [template, count],
  });
}

/** One in twenty existing rows may be deleted during a walk, so that enough are left for the last one. */
async function split(): Promise<{ kept: number[]; doomed: number[] }> {
  const rows = await api.database.query<{ id: number }>({
    name: 'test_ids',
    text: 'SELECT id FROM invoices WHERE company_id = $1 ORDER BY id',
    values: [companyId],
  });
  const ids = rows.map(({ id }) => id);
  const isDoomed = (id: number, index: number) => index % 20 === 0 && id !== template;
  return { kept: ids.filter((id, index) => !isDoomed(id, index)), doomed: ids.filter(isDoomed) };
}

interface Written {
  added: number;
  deleted: number;
}

/** Adds and deletes on connections of both processes until the callback has ended. */
async function whileOthersWrite<T>(doomed: readonly number[], work: () => Promise<T>): Promise<[T, Written]> {
  let done = false;
  const written = { added: 0, deleted: 0 };
  const adding = async () => {
    while (!done && written.added < MOST) {
      await add(api, BATCH);
      written.added += BATCH;
      await sleep(REST_MS);
    }
  };
  const deleting = async () => {
    // From all parts of the list in turn.
    const order = [...doomed].sort((a, b) => (a % 997) - (b % 997));
    for (let ids = order.splice(0, BATCH); !done && ids.length > 0; ids = order.splice(0, BATCH)) {
      await beside.database.query({
        name: 'test_delete',
        text: 'DELETE FROM invoices WHERE id = ANY ($1)',
        values: [ids],
      });
      written.deleted += ids.length;
      await sleep(REST_MS);
    }
  };
  const writers = Promise.all([adding(), deleting()]);
  try {
    return [await work(), written];
  } finally {
    done = true;
    await writers;
  }
}

interface Way {
  readonly seen: number[];
  /** Of the last page. */
  readonly end: readonly number[];
  readonly prevCursor: string | null;
}

/** All pages in one direction, alternating between the processes. */
async function walk(query: string, way: 'nextCursor' | 'prevCursor', start: string | null): Promise<Way> {
  const seen: number[] = [];
  let cursor = start ?? '';
  for (let count = 0; ; count++) {
    const { data, page } = await lists[count % 2 === 0 ? 0 : 1].at(query, LIMIT, cursor);
    const end = data.map(({ id }) => id);
    seen.push(...end);
    const further = page[way];
    if (further === null) return { seen, end, prevCursor: page.prevCursor };
    cursor = further;
  }
}

function expectWhole(seen: readonly number[], kept: readonly number[], written: Written): void {
  expect(new Set(seen).size).toBe(seen.length);
  const found = new Set(seen);
  expect(kept.filter((id) => !found.has(id))).toEqual([]);
  expect(kept.length).toBeGreaterThan(ROWS / 2);
  expect(Math.min(written.added, written.deleted)).toBeGreaterThanOrEqual(BATCH);
}

describe('a walk over thousands of invoices, through two processes, during inserts and deletions', () => {
  it.each(['', 'sort=issueDate', 'sort=-dueDate,id'])(
    '?%s returns none twice and misses none of the old, forward and back',
    async (query) => {
      const { kept, doomed } = await split();
      const [forth, written] = await whileOthersWrite(doomed, () => walk(query, 'nextCursor', null));
      expectWhole(forth.seen, kept, written);

      const next = await split();
      const [back, writtenThen] = await whileOthersWrite(next.doomed, () =>
        walk(query, 'prevCursor', forth.prevCursor),
      );
      // The way back begins before the last page, and other rows were deleted in the meantime.
      const behind = new Set(forth.end);
      const keptNext = new Set(next.kept);
      expectWhole(
        back.seen,
        kept.filter((id) => keptNext.has(id) && !behind.has(id)),
        writtenThen,
      );
    },
  );
});

/** PostgreSQL plans a statement for its values this often before it compares the costs. */
const TRIALS = 5;

describe('a prepared statement', () => {
  const words = ['', 'limit=1', 'limit=100', 'sort=id', 'status=Draft', 'status=Draft&status=Void', 'hasBalance=true'];

  it('is planned once, not at each call', async () => {
    await api.database.query({ name: '', text: 'ANALYZE invoices' });
    const invoices = api.app.get(InvoicesRepository);
    const middle = { value: '2026-06-01T00:00:00Z', id: template + ROWS / 2, back: false, including: false };
    // A transaction has one connection, whose prepared statements it can read.
    const plans = await api.app.get(UnitOfWork).around(async (tx) => {
      for (const each of [...words, `clientId=${template}`, 'updatedSince=2020-01-01T00:00:00Z']) {
        const query = ListInvoices.parse(parseQuery(each));
        for (let call = 0; call < TRIALS + 2; call++) {
          await invoices.list(companyId, query, { limit: query.limit });
          await invoices.list(companyId, query, { limit: query.limit, from: middle });
        }
      }
      return tx.query<{ name: string; custom: number; generic: number }>({
        name: '',
        text: `SELECT name, custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
          WHERE name LIKE 'invoice_list_%' AND custom_plans + generic_plans > ${TRIALS + 1} ORDER BY name`,
      });
    }, 'discard');
    expect(plans.length).toBeGreaterThanOrEqual(2 * words.length);
    // The first plan without values is compared with those before it, so one more call may be planned for its values.
    expect(plans.filter(({ custom }) => custom > TRIALS + 1)).toEqual([]);
  });
});

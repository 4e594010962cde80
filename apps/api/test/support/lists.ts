import type { RecordListOf, Tombstone } from '@billhook/contract/shared/list-query';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { expect, it } from '@jest/globals';
import type { Caller } from './world.js';

/** Any record of a list. */
export interface Listed {
  readonly id: number;
  readonly [member: string]: unknown;
}

/** The lists of one resource as an integration reads them, with names for the records of a spec. */
export class List {
  readonly names = new Map<number, string>();

  constructor(
    readonly by: Caller,
    readonly path: string,
  ) {}

  /** Gives a record a name. */
  name<T extends { readonly id: number }>(name: string, record: T): T {
    this.names.set(record.id, name);
    return record;
  }

  async page(query: string): Promise<RecordListOf<Listed>> {
    const answer = await this.by.call<RecordListOf<Listed>>('GET', `${this.path}?${query}`);
    if (answer.status !== 200) throw new Error(`${query}: ${answer.text}`);
    return answer.body;
  }

  /** The names of the results of a query, in order; records of other specs appear as their id. */
  async find(query: string): Promise<string[]> {
    return (await this.page(`limit=100&${query}`)).data.map(({ id }) => this.names.get(id) ?? `${id}`);
  }

  /** All pages. `between` runs after each page; without it, paging backwards must return the same pages. */
  async walk(query: string, limit: number, between?: () => Promise<unknown>): Promise<(Listed | Tombstone)[]> {
    const pages: RecordListOf<Listed>[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const answer: RecordListOf<Listed> = await this.at(query, limit, cursor);
      const { data, page } = answer;
      expect(page.hasMore).toBe(page.nextCursor !== null);
      expect(page.prevCursor === null).toBe(pages.length === 0);
      expect(data.length).toBe(page.hasMore ? limit : data.length);
      pages.push(answer);
      cursor = page.nextCursor;
      await between?.();
    }
    if (!between) await this.retrace(query, limit, pages);
    return pages.flatMap(({ data }) => data);
  }

  private async retrace(query: string, limit: number, pages: readonly RecordListOf<Listed>[]): Promise<void> {
    let cursor = pages.at(-1)?.page.prevCursor ?? null;
    for (const before of pages.slice(0, -1).reverse()) {
      const answer: RecordListOf<Listed> = await this.at(query, limit, cursor ?? '');
      expect(answer).toEqual(before);
      cursor = answer.page.prevCursor;
    }
    expect(cursor).toBeNull();
  }

  /** The page of a cursor; without one, the first page. */
  at(query: string, limit: number, cursor: string): Promise<RecordListOf<Listed>> {
    return this.page(`limit=${limit}&${query}${cursor && `&cursor=${cursor}`}`);
  }
}

/** Each query is rejected with a 400 that names the parameter. */
export function itRefuses(path: string, cases: readonly (readonly [string, string])[], by: () => Caller): void {
  it.each(cases)('400 for ?%s, naming %s', async (query, parameter) => {
    const answer = await by().call<ProblemView>('GET', `${path}?${query}`);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_query']);
    expect(answer.body.errors?.map((fault) => fault.parameter)).toContain(parameter);
  });
}

/** The errors of the query of any list of records. */
export const WRONG_QUERIES = [
  ['limit=0', 'limit'],
  ['limit=1.5', 'limit'],
  ['colour=red', 'colour'],
  ['sort=colour', 'sort'],
  ['sort=', 'sort'],
  ['sort=--id', 'sort'],
  ['sort=id,-id', 'sort'],
  ['sort=updatedAt,createdAt', 'sort'],
  ['sort=updatedAt&sort=id', 'sort'],
  ['externalId=', 'externalId'],
  ['externalId=a&externalId=b', 'externalId'],
  ['includeTotal=yes', 'includeTotal'],
  ['createdAfter=yesterday', 'createdAfter'],
  ['createdAfter=2026-11-21', 'createdAfter'],
  ['createdBefore=0001-01-01T00:00:00Z', 'createdBefore'],
  [`createdBefore=2026-11-21T00:00:00.${'1'.repeat(200)}Z`, 'createdBefore'],
  ['createdAfter=2026-11-21T00:00:00Z&createdBefore=2026-11-20T00:00:00Z', 'createdAfter'],
  ['updatedSince=2026-13-21T00:00:00Z', 'updatedSince'],
  ['updatedSince=2026-11-21T00:00:00Z&sort=-updatedAt', 'sort'],
  ['updatedSince=2026-11-21T00:00:00Z&sort=updatedAt,-id', 'sort'],
  ['updatedSince=2026-11-21T00:00:00Z&sort=id', 'sort'],
  ['q=a', 'q'],
  ['q=%20a%20', 'q'],
] as const;

/** Sorts records like a list: empty values last, equal ones by id. */
export function sorted<T extends { readonly id: number }>(
  records: readonly T[],
  by: (record: T) => string | number | null,
  descending: boolean,
  idDescending = descending,
): T[] {
  const turn = (order: number, back: boolean) => (back ? -order : order);
  return [...records].sort((a, b) => {
    const [x, y] = [by(a), by(b)];
    if (x === y) return turn(a.id - b.id, idDescending);
    if (x === null || y === null) return x === null ? 1 : -1;
    return turn(x < y ? -1 : 1, descending);
  });
}

/** Each query finds exactly these records, and counts them. */
export function itFinds(
  list: () => List,
  ids: Readonly<Record<string, number>>,
  cases: readonly (readonly [string, string[]])[],
): void {
  it.each(cases)('?%s', async (query, names) => {
    const filled = query.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
    expect(await list().find(filled)).toEqual(names);
    expect((await list().page(`${filled}&includeTotal=true&limit=1`)).page.total).toBe(names.length);
  });
}

/** Paging in both directions returns all records in this order. */
export function itSorts(
  list: () => List,
  members: Readonly<Record<string, (record: Listed) => string | number | null>>,
): void {
  it.each(
    Object.keys(members)
      .flatMap((member) => [`${member}`, `-${member}`, `-${member},id`])
      .filter((sort) => sort !== '-id,id'),
  )('sort=%s', async (sort) => {
    const whole = (await list().page('limit=100')).data as Listed[];
    const by = members[/\w+/.exec(sort)?.[0] ?? ''] ?? (() => null);
    const descending = sort.startsWith('-');
    const expected = sorted(whole, by, descending, sort.endsWith(',id') ? false : descending);
    for (const limit of [1, 2, 100]) {
      expect((await list().walk(`sort=${sort}`, limit)).map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
    }
  });
}

/** The value of a record under a name. */
export const member = (name: string) => (record: Listed) => record[name] as string | null;
export const gross = (record: Listed) => Number((record['totals'] as { gross: string }).gross);

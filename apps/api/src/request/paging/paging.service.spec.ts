import type { RecordQuery } from '@billhook/contract/shared/list-query';
import { cut, type Listed, type Window } from '@billhook/db/lists/list-records';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { describe, expect, it } from '@jest/globals';
import { PagingService } from './paging.service.js';

const SECRET = 'a secret of the paging spec, long enough';
const OTHER_SECRET = 'another secret of the paging spec, long enough';
const paging = new PagingService(new AppSecrets([SECRET]));

interface Query {
  readonly limit: number;
  readonly cursor?: string | null;
  readonly status?: string;
  readonly q?: string;
}

interface Place {
  readonly list?: string;
  readonly companyId?: number;
  readonly by?: PagingService;
}

/** A list of rows with ids only, newest first, as the database would return it. */
async function ask(ids: readonly number[], { cursor, ...query }: Query, place: Place = {}) {
  const { list = 'clients', companyId = 1, by = paging } = place;
  const windows: Window[] = [];
  const read = async (window: Window) => {
    windows.push(window);
    const { from } = window;
    const beyond = (id: number) =>
      !from || (from.including && id === from.id) || (from.back ? id > from.id : id < from.id);
    const entries = ids.filter(beyond).map((id) => ({ row: id, position: { value: null, id } }));
    return cut((from?.back ? entries.reverse() : entries).slice(0, window.limit + 1), window);
  };
  const asked = cursor === null || cursor === undefined ? query : { ...query, cursor };
  const { data, page } = await by.page(list, companyId, asked, read, (id) => `row ${id}`);
  return { data, page, window: windows[0] };
}

const IDS = [9, 8, 7, 6, 5];
const MISMATCH = { code: 'cursor_mismatch' };

describe('Paging', () => {
  it('starts with the first page without a cursor, and has no previous page', async () => {
    const { data, page, window } = await ask(IDS, { limit: 2 });
    expect(window).toEqual({ limit: 2 });
    expect(data).toEqual(['row 9', 'row 8']);
    expect(page).toEqual({ nextCursor: expect.any(String), prevCursor: null, limit: 2, hasMore: true });
    const nothing = { nextCursor: null, prevCursor: null, limit: 2, hasMore: false };
    expect((await ask([], { limit: 2 })).page).toEqual(nothing);
  });

  it('returns the same pages backwards', async () => {
    const first = await ask(IDS, { limit: 2 });
    const second = await ask(IDS, { limit: 2, cursor: first.page.nextCursor });
    const third = await ask(IDS, { limit: 2, cursor: second.page.nextCursor });
    expect([first, second, third].map(({ data }) => data.length)).toEqual([2, 2, 1]);
    expect(third.page).toEqual({ nextCursor: null, prevCursor: expect.any(String), limit: 2, hasMore: false });
    const back = await ask(IDS, { limit: 2, cursor: third.page.prevCursor });
    expect([back.data, back.page]).toEqual([second.data, second.page]);
    const top = await ask(IDS, { limit: 2, cursor: back.page.prevCursor });
    expect([top.data, top.page]).toEqual([first.data, first.page]);
  });

  it('returns to the previous page from a page whose rows are deleted', async () => {
    const first = await ask(IDS, { limit: 3 });
    const empty = await ask(IDS.slice(0, 3), { limit: 3, cursor: first.page.nextCursor });
    expect(empty.data).toEqual([]);
    expect(empty.page).toMatchObject({ nextCursor: null, hasMore: false });
    const back = await ask(IDS.slice(0, 3), { limit: 3, cursor: empty.page.prevCursor });
    expect([back.data, back.page]).toEqual([first.data, first.page]);
  });

  it('continues from a page whose previous rows are deleted', async () => {
    const { page } = await ask(IDS, { limit: 3 });
    const last = await ask(IDS, { limit: 3, cursor: page.nextCursor });
    const empty = await ask(IDS.slice(3), { limit: 3, cursor: last.page.prevCursor });
    expect(empty.data).toEqual([]);
    expect(empty.page).toMatchObject({ prevCursor: null, hasMore: true });
    expect((await ask(IDS.slice(3), { limit: 3, cursor: empty.page.nextCursor })).data).toEqual(last.data);
  });

  it.each([1, 41, 1_000_000, Number.MAX_SAFE_INTEGER])('continues after the last row: %i', async (id) => {
    const { page } = await ask([id, 0], { limit: 1 });
    const { window } = await ask([], { limit: 2, cursor: page.nextCursor });
    expect(window).toEqual({ limit: 2, from: { id, value: null, back: false, including: false } });
  });

  it('never resembles a key in a URL, whatever the cursor contains', async () => {
    const cursors: string[] = [];
    for (let id = 1; id <= 300; id++) cursors.push((await ask([id, 0], { limit: 1 })).page.nextCursor ?? '');
    expect(cursors.join('')).toMatch(/~/);
    for (const cursor of cursors) expect(cursor).toMatch(/^[0-9A-Za-z~-]+\.[0-9A-Za-z~-]+$/);
  });

  it('accepts a cursor with another limit, with the filters in another order, and with unset filters', async () => {
    const { page } = await ask(IDS, { limit: 2, status: 'Active', q: 'a' });
    const again = await ask(IDS, { limit: 100, q: 'a', status: 'Active', cursor: page.nextCursor });
    expect(again.data).toEqual(['row 7', 'row 6', 'row 5']);
    const cursor = (await ask(IDS, { limit: 2 })).page.nextCursor;
    expect((await ask(IDS, { limit: 2, cursor, ...{ status: undefined } })).data).toEqual(['row 7', 'row 6']);
  });

  it('accepts a cursor from before the secret was replaced, and none of another installation', async () => {
    const { nextCursor: cursor } = (await ask(IDS, { limit: 2 })).page;
    const by = new PagingService(new AppSecrets([OTHER_SECRET, SECRET]));
    const second = await ask(IDS, { limit: 2, cursor }, { by });
    expect(second.data).toEqual(['row 7', 'row 6']);
    // New cursors are signed with the new secret.
    const replaced = new PagingService(new AppSecrets([OTHER_SECRET]));
    expect((await ask(IDS, { limit: 2, cursor: second.page.prevCursor }, { by: replaced })).data).toHaveLength(2);
    await expect(ask(IDS, { limit: 2, cursor }, { by: replaced })).rejects.toMatchObject(MISMATCH);
  });
});

describe('Paging rejects', () => {
  const query = { limit: 2, status: 'Active' };
  const made = async () => {
    const cursor = (await ask(IDS, query)).page.nextCursor ?? '';
    const [text = '', seal = ''] = cursor.split('.');
    return { cursor, text, seal };
  };

  it.each<[string, object, Place]>([
    ['another order', { ...query, sort: { by: 'name' } }, {}],
    ['another filter', { ...query, status: 'Archived' }, {}],
    ['no filter', { limit: 2 }, {}],
    ['an additional filter', { ...query, q: 'a' }, {}],
    ['another list', query, { list: 'invoices' }],
    ['another company', query, { companyId: 2 }],
  ])('the cursor of %s', async (_, other, place) => {
    const { cursor } = await made();
    await expect(ask(IDS, { limit: 2, ...other, cursor }, place)).rejects.toMatchObject(MISMATCH);
  });

  it('every cursor with a changed, missing or additional character', async () => {
    const { cursor, text, seal } = await made();
    const letters = [...'Aa0_~-.= \n%é\u0000'];
    const changed = [...cursor].flatMap((letter, place) => [
      cursor.slice(0, place) + cursor.slice(place + 1),
      ...letters.map((other) => cursor.slice(0, place) + (other === letter ? 'Z' : other) + cursor.slice(place + 1)),
      ...letters.map((other) => cursor.slice(0, place) + other + cursor.slice(place)),
    ]);
    const reversed = Buffer.from('[8,null,true,false]').toString('base64url');
    const others = [
      ...['', '.', '..', 'rubbish', 'null', '0', '-1', '[]', '{}', `${cursor}.`, `${cursor}=`, `${cursor}.${seal}`],
      ...[text, `.${seal}`, `${text}.`, `${text}..${seal}`, `${seal}.${text}`, `${reversed}.${seal}`],
      ...[`-1.${seal}`, `zzzzzzzzzzz.${seal}`, ` ${cursor}`, cursor.toUpperCase(), 'x'.repeat(9_000), '\ud800', '😀'],
    ];
    expect(changed.length).toBeGreaterThan(500);
    for (const given of [...changed, ...others].filter((each) => each !== cursor)) {
      const rejection = await ask(IDS, { ...query, cursor: given }).catch((problem: unknown) => problem);
      expect([given, rejection]).toEqual([given, expect.objectContaining(MISMATCH)]);
    }
  });

  it('hundreds of random texts', async () => {
    // A seeded generator (the constants of Numerical Recipes): the same texts each time.
    let state = 1;
    const next = (below: number) => (state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32) % below;
    for (let n = 0; n < 400; n++) {
      const given = String.fromCharCode(...Array.from({ length: next(60) }, () => next(n % 2 === 0 ? 128 : 65_536)));
      await expect(ask(IDS, { ...query, cursor: given })).rejects.toMatchObject(MISMATCH);
    }
  });
});

describe('Paging of records', () => {
  const none: Listed<{ id: number }> = { entries: [], hasPrevious: false, hasMore: false };
  const askRecords = async (query: RecordQuery & { readonly expand?: readonly string[] }, listed = none) => {
    const windows: Window[] = [];
    const read = async (window: Window) => (windows.push(window), listed);
    const { data, page } = await paging.records('invoices', 1, query, read, ({ id }) => ({ shown: id }));
    return { data, page, window: windows[0] };
  };
  const entry = (id: number, value: string | null) => ({ row: { id }, position: { id, value } });
  const middle = { hasPrevious: true, hasMore: true };

  it.each([
    ['a date', '2026-11-21'],
    ['nothing', null],
    // In base64url it would be full of underscores.
    ['a name of question marks', '???'.repeat(60)],
    ['a name of every kind of letter', `É "x" \\ 北京 😀${'é'.repeat(190)}`],
  ])('continues after %s and an id, and returns before them', async (_, value) => {
    const { page } = await askRecords({ limit: 2 }, { entries: [entry(9, value), entry(7, value)], ...middle });
    const next = await askRecords({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.window).toEqual({ limit: 1, from: { id: 7, value, back: false, including: false } });
    const previous = await askRecords({ limit: 1, cursor: page.prevCursor ?? '' });
    expect(previous.window).toEqual({ limit: 1, from: { id: 9, value, back: true, including: false } });
  });

  it('shows a deleted record as its id, version and time of deletion, and continues after it', async () => {
    const at = new Date('2026-11-21T09:30:00.000Z');
    const gone = { deleted: { id: 3, version: 2, at }, position: { id: 3, value: at.toISOString() } };
    const { data, page } = await askRecords({ limit: 2 }, { entries: [entry(4, 'x'), gone], ...middle });
    expect(data).toEqual([{ shown: 4 }, { id: 3, version: 2, deletedAt: at.toISOString() }]);
    const next = await askRecords({ limit: 2, cursor: page.nextCursor ?? '' });
    expect(next.window?.from).toMatchObject({ id: 3, value: at.toISOString() });
  });

  it('returns the total if it was counted, on any page and with any expansion', async () => {
    const total = { total: 10_000, capped: true };
    const query = { limit: 1, includeTotal: true, expand: ['client'] };
    const { page } = await askRecords(query, { entries: [entry(2, null)], ...middle, total });
    expect(page).toMatchObject({ total: 10_000, totalCapped: true, hasMore: true });
    const next = await askRecords({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.page).toEqual({ nextCursor: null, prevCursor: null, limit: 1, hasMore: false });
  });
});

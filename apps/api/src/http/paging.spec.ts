import { describe, expect, it } from '@jest/globals';
import type { RecordQuery } from '@billhook/contract/list-query';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Listed, Window } from '@billhook/records/lists/list-records';
import { Paging } from './paging.js';

const paging = new Paging(new AppSecrets(['a secret of the paging spec, long enough']));

interface Query {
  readonly limit: number;
  readonly cursor?: string;
  readonly status?: string;
  readonly q?: string;
}

function cursorFor(query: Query, position = 41, list = 'clients', companyId = 1): string {
  const sliced = { rows: [{ id: 99 }, { id: position }], hasMore: true };
  const { page } = paging.page(
    list,
    companyId,
    query,
    sliced,
    (row) => row,
    (row) => row.id,
  );
  return page.nextCursor ?? '';
}

const open = (query: Query, list = 'clients', companyId = 1) => paging.slice(list, companyId, query);

describe('Paging', () => {
  it('begins at the top without a cursor', () => {
    expect(open({ limit: 25 })).toEqual({ limit: 25 });
  });

  it.each([1, 41, 1_000_000, Number.MAX_SAFE_INTEGER])('goes on after the last row: %i', (position) => {
    const cursor = cursorFor({ limit: 2 }, position);
    expect(open({ limit: 2, cursor })).toEqual({ limit: 2, before: position });
  });

  it('presents the rows and says whether there are more', () => {
    const sliced = { rows: [{ id: 3 }], hasMore: false };
    expect(
      paging.page(
        'clients',
        1,
        { limit: 5 },
        sliced,
        (row) => ({ shown: row.id }),
        (row) => row.id,
      ),
    ).toEqual({
      data: [{ shown: 3 }],
      page: { nextCursor: null, limit: 5, hasMore: false },
    });
    const empty = paging.page('clients', 1, { limit: 5 }, { rows: [], hasMore: false }, String, () => 0);
    expect(empty.page.nextCursor).toBeNull();
  });

  it('takes a cursor with another limit, with the filters in another order, and with filters that are not set', () => {
    const cursor = cursorFor({ limit: 2, status: 'Active', q: 'a' });
    expect(open({ limit: 100, q: 'a', status: 'Active', cursor })).toMatchObject({ before: 41 });
    const plain = cursorFor({ limit: 2 });
    expect(paging.slice('clients', 1, { limit: 2, cursor: plain, ...{ status: undefined } })).toMatchObject({
      before: 41,
    });
  });

  const cursor = cursorFor({ limit: 2, status: 'Active' });
  const [text = '', mac = ''] = cursor.split('.');

  it.each<[string, () => unknown]>([
    ['another order', () => open({ limit: 2, status: 'Active', ...{ sort: { by: 'name' } }, cursor })],
    ['another filter', () => open({ limit: 2, status: 'Archived', cursor })],
    ['no filter', () => open({ limit: 2, cursor })],
    ['a filter more', () => open({ limit: 2, status: 'Active', q: 'a', cursor })],
    ['another list', () => open({ limit: 2, status: 'Active', cursor }, 'invoices')],
    ['another company', () => open({ limit: 2, status: 'Active', cursor }, 'clients', 2)],
    ['another position', () => open({ limit: 2, status: 'Active', cursor: `${text}0.${mac}` })],
    ['a shorter seal', () => open({ limit: 2, status: 'Active', cursor: `${text}.${mac.slice(0, 8)}` })],
    ['no seal', () => open({ limit: 2, status: 'Active', cursor: `${text}.` })],
    ['no position', () => open({ limit: 2, status: 'Active', cursor: `.${mac}` })],
    ['a negative position', () => open({ limit: 2, status: 'Active', cursor: `-1.${mac}` })],
    ['a position beyond all numbers', () => open({ limit: 2, status: 'Active', cursor: `zzzzzzzzzzz.${mac}` })],
    ['rubbish', () => open({ limit: 2, status: 'Active', cursor: 'rubbish' })],
    ['nothing', () => open({ limit: 2, status: 'Active', cursor: '' })],
  ])('refuses a cursor with %s', (_, work) => {
    expect(work).toThrow(expect.objectContaining({ code: 'cursor_mismatch' }));
  });

  it('refuses the cursor of an installation with another secret', () => {
    const other = new Paging(new AppSecrets(['another secret of the paging spec, long enough']));
    expect(() => other.slice('clients', 1, { limit: 2, ...{ status: 'Active' }, cursor })).toThrow(
      expect.objectContaining({ code: 'cursor_mismatch' }),
    );
  });
});

describe('Paging of records', () => {
  const ask = (query: RecordQuery, listed: Listed<{ id: number }> = { entries: [], hasMore: false }) => {
    const windows: Window[] = [];
    const answer = paging.records(
      'invoices',
      1,
      query,
      async (window) => (windows.push(window), listed),
      ({ id }) => ({ shown: id }),
    );
    return answer.then(({ data, page }) => ({ data, page, window: windows[0] }));
  };
  const entry = (id: number, value: string | null) => ({ row: { id }, position: { id, value } });

  it.each([
    ['a date', '2026-11-21'],
    ['nothing', null],
    ['a name of every kind of letter', `É "x" \\ 北京 😀${'é'.repeat(190)}`],
  ])('goes on after %s and an id', async (_, value) => {
    const { page } = await ask({ limit: 1 }, { entries: [entry(9, 'before'), entry(7, value)], hasMore: true });
    expect(page.nextCursor?.length).toBeLessThan(2_000);
    const next = await ask({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.window).toEqual({ limit: 1, after: { id: 7, value } });
  });

  it('shows what was deleted as an id and its end, and goes on after it', async () => {
    const at = new Date('2026-11-21T09:30:00.000Z');
    const gone = { deleted: { id: 3, at }, position: { id: 3, value: at.toISOString() } };
    const { data, page } = await ask({ limit: 2 }, { entries: [entry(4, 'x'), gone], hasMore: true });
    expect(data).toEqual([{ shown: 4 }, { id: 3, deletedAt: at.toISOString() }]);
    const next = await ask({ limit: 2, cursor: page.nextCursor ?? '' });
    expect(next.window?.after).toEqual({ id: 3, value: at.toISOString() });
  });

  it('tells the total where it was counted, on whichever page', async () => {
    const total = { total: 10_000, capped: true };
    const { page } = await ask({ limit: 1, includeTotal: true }, { entries: [entry(2, null)], hasMore: true, total });
    expect(page).toMatchObject({ total: 10_000, totalCapped: true, hasMore: true });
    const next = await ask({ limit: 1, cursor: page.nextCursor ?? '' });
    expect(next.page).toEqual({ nextCursor: null, limit: 1, hasMore: false });
  });

  it('refuses the cursor of another order', async () => {
    const { page } = await ask({ limit: 1 }, { entries: [entry(2, null)], hasMore: true });
    const sort = { by: 'issueDate', descending: true, idDescending: true };
    await expect(ask({ limit: 1, sort, cursor: page.nextCursor ?? '' })).rejects.toMatchObject({
      code: 'cursor_mismatch',
    });
  });
});

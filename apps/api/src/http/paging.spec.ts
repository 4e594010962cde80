import { describe, expect, it } from '@jest/globals';
import { AppSecrets } from '@billhook/platform/app-secrets';
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

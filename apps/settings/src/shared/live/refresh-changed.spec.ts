import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient, QueryObserver } from '@tanstack/react-query';
import { recordKeys } from '../workspace/records.js';
import { RefreshChanged } from './refresh-changed.js';

const READ_MS = 3_000;

beforeEach(() => {
  jest.useFakeTimers();
  Object.assign(globalThis, { document: { hidden: false } });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'document');
});

describe('the reads of a page while records change all the time', () => {
  it('end before the next one begins, and show the last change', async () => {
    const client = new QueryClient();
    const queryKey = recordKeys.one('invoices', 7);
    let [version, begun, interrupted] = [1, 0, 0];
    const read = async ({ signal }: { readonly signal: AbortSignal }) => {
      begun++;
      signal.addEventListener('abort', () => interrupted++);
      const found = { id: 7, version };
      await new Promise((resolve) => setTimeout(resolve, READ_MS));
      return found;
    };
    const leave = new QueryObserver(client, { queryKey, queryFn: read }).subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(READ_MS);
    const refresh = new RefreshChanged(client);
    while (version < 20) {
      refresh.add([{ resource: 'invoice', id: 7, version: ++version, deleted: false }]);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    await jest.advanceTimersByTimeAsync(3 * READ_MS);
    expect({ interrupted, shown: client.getQueryData(queryKey) }).toEqual({
      interrupted: 0,
      shown: { id: 7, version },
    });
    expect(begun).toBeGreaterThan(2);
    refresh.stop();
    leave();
    client.clear();
  });

  it('go on after one that never ends', async () => {
    const client = new QueryClient();
    let begun = 0;
    const read = () => (begun++ === 0 ? { id: 7, version: 1 } : new Promise(() => undefined));
    const observer = new QueryObserver<unknown>(client, { queryKey: recordKeys.one('invoices', 7), queryFn: read });
    const leave = observer.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(1);
    const refresh = new RefreshChanged(client);
    for (const version of [2, 3]) {
      refresh.add([{ resource: 'invoice', id: 7, version, deleted: false }]);
      await jest.advanceTimersByTimeAsync(60_000);
    }
    expect(begun).toBe(3);
    refresh.stop();
    leave();
    client.clear();
  });

  it('let the page of a list arrive that scrolling has requested, and then show the change', async () => {
    const client = new QueryClient();
    let [version, interrupted] = [1, 0];
    const list = new InfiniteQueryObserver(client, {
      queryKey: recordKeys.list('invoices', {}),
      queryFn: async ({ pageParam, signal }) => {
        signal.addEventListener('abort', () => interrupted++);
        const found = { data: [{ id: pageParam, version }] };
        await new Promise((resolve) => setTimeout(resolve, READ_MS));
        return found;
      },
      initialPageParam: 7,
      getNextPageParam: (_, pages) => 7 + pages.length,
    });
    const leave = list.subscribe(() => undefined);
    await jest.advanceTimersByTimeAsync(READ_MS);
    void list.fetchNextPage();
    const refresh = new RefreshChanged(client);
    refresh.add([{ resource: 'invoice', id: 7, version: ++version, deleted: false }]);
    await jest.advanceTimersByTimeAsync(6 * READ_MS);
    expect({ interrupted, shown: list.getCurrentResult().data?.pages }).toEqual({
      interrupted: 0,
      shown: [{ data: [{ id: 7, version }] }, { data: [{ id: 8, version }] }],
    });
    refresh.stop();
    leave();
    client.clear();
  });
});

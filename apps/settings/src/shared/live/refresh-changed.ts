import type { ScreenChange } from '@billhook/contract/webhooks/change';
import type { Query, QueryClient } from '@tanstack/react-query';
import { recordKeys } from '../workspace/records.js';
import { isAffected, pagesIn, unseen } from './affected-queries.js';

/** Changes that belong together, such as an invoice and its payment, are read together. */
const GATHER_MS = 150;

/** The shortest time between two reads of a page, such as during an import. */
const PAUSE_MS = 2_000;

/** A longer list is read again when its tab comes back into view, as before: one change would read all of its pages. */
const PAGES_AT_MOST = 4;

const isShort = ({ state }: Query): boolean => pagesIn(state.data).length <= PAGES_AT_MOST;

/** Reads again what the page shows of the changed records. A tab in the background does so when it comes into view. */
export class RefreshChanged {
  #waiting: ScreenChange[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #readAt = -Infinity;

  constructor(private readonly client: QueryClient) {}

  add(changes: readonly ScreenChange[]): void {
    this.#waiting.push(...changes);
    if (this.#waiting.length === 0) return;
    const ms = Math.max(GATHER_MS, this.#readAt + PAUSE_MS - performance.now());
    this.#timer ??= setTimeout(() => this.#refresh(), ms);
  }

  /** Reads everything again, after changes that are not known. */
  all(): void {
    void this.client.invalidateQueries({
      queryKey: recordKeys.all,
      refetchType: document.hidden ? 'none' : 'active',
    });
  }

  /** Reads the record of the page again, to see whether it has changed. */
  poll(): void {
    const { length } = recordKeys.one('clients', 0);
    void this.client.refetchQueries({
      queryKey: recordKeys.all,
      type: 'active',
      predicate: ({ queryKey }) => queryKey[2] === 'one' && queryKey.length === length,
    });
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #refresh(): void {
    this.#timer = undefined;
    this.#readAt = performance.now();
    const changes = unseen(this.client, this.#waiting);
    this.#waiting = [];
    if (changes.length === 0) return;
    const predicate = ({ queryKey }: Query): boolean => isAffected(queryKey, changes);
    void this.client.invalidateQueries({ predicate, refetchType: 'none' });
    if (document.hidden) return;
    void this.client.refetchQueries({ type: 'active', predicate: (each) => predicate(each) && isShort(each) });
  }
}

import type { ScreenChange } from '@billhook/contract/webhooks/change';
import type { Query, QueryClient } from '@tanstack/react-query';
import { recordKeys } from '../workspace/records.js';
import { isAffected, pagesIn, unseen } from './affected-queries.js';

/** Changes that belong together, such as an invoice and its payment, are read together. */
const GATHER_MS = 150;

/** The shortest time between two reads of a page, such as during an import. */
const PAUSE_MS = 2_000;

/** The next read interrupts one that takes longer, such as a request without a response. */
const READ_MOST_MS = 20_000;

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
    for (const change of changes) this.#waiting.push(change);
    if (this.#timer === undefined) this.#refreshLater();
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
    this.#waiting = [];
  }

  #refreshLater(): void {
    this.#timer = undefined;
    if (this.#waiting.length === 0) return;
    const ms = Math.max(GATHER_MS, this.#readAt + PAUSE_MS - performance.now());
    this.#timer = setTimeout(() => void this.#refresh(), ms);
  }

  async #refresh(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#atMost(READ_MOST_MS, this.#settled(waiting));
    const changes = unseen(this.client, waiting);
    if (changes.length > 0) await this.#read(changes);
    this.#readAt = performance.now();
    this.#refreshLater();
  }

  /** The end of the reads that have begun, such as of the page that scrolling requested: a read would interrupt them. */
  #settled(changes: readonly ScreenChange[]): Promise<unknown> {
    const reading = this.client.getQueryCache().findAll({
      fetchStatus: 'fetching',
      predicate: ({ queryKey }) => isAffected(queryKey, changes),
    });
    return Promise.allSettled(reading.map(({ promise }) => Promise.resolve(promise)));
  }

  /** A read would interrupt the one before it, and on a slow line none would end. */
  async #read(changes: readonly ScreenChange[]): Promise<void> {
    const predicate = ({ queryKey }: Query): boolean => isAffected(queryKey, changes);
    void this.client.invalidateQueries({ predicate, refetchType: 'none' });
    if (document.hidden) return;
    const shown = { type: 'active', predicate: (each: Query) => predicate(each) && isShort(each) } as const;
    await this.#atMost(READ_MOST_MS, this.client.refetchQueries(shown));
  }

  async #atMost(ms: number, work: Promise<unknown>): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#timer = setTimeout(resolve, ms);
      void work.then(() => resolve());
    });
    clearTimeout(this.#timer);
  }
}

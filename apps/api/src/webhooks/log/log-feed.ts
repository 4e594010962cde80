import { inCell } from '@billhook/db/current-cell';
import type { LogPlace, LogPortion, LogStretch } from '@billhook/db/log-stretch';
import type { Logger } from '@billhook/platform/logger';

/** An entry with what readers select by. */
export interface LogEntry<Type extends string> {
  readonly type: Type;
}

/** A log with a sequence for each company. */
export interface FollowedLog<Type extends string, Entry extends LogEntry<Type>> {
  end(companyId: number): Promise<number>;
  ends(companies: readonly number[]): Promise<ReadonlyMap<number, number>>;
  read(
    companyId: number,
    place: LogPlace,
    types: readonly Type[] | undefined,
    portion: LogPortion,
  ): Promise<LogStretch<Entry>>;
}

/** How often the ends of the log are read while there are listeners: one row of each company, however many listeners it has. */
const LOOK_MS = 200;

/** Wake-ups after which a log may have new entries. Some may be lost. */
export interface FeedWakeUps {
  /** The time between two reads without a wake-up. */
  readonly everyMs: number;
  /**
   * Called for the first listener. Returns how to stop, which is called after the last one has left.
   * @param onWake called with the cells that may have entries; without cells for any
   */
  listen(onWake: (cells?: readonly number[]) => void): () => void;
}

/** The maximum number of entries in memory for one listener, so a slow listener holds no more than that. */
export const PORTION: LogPortion = { limit: 100, bytes: 262_144 };

/** A listener that waits for new entries in a log. */
export class Listener<Type extends string> {
  /** Set for a listener that has read everything and waits with others for the next event. */
  live = false;
  wake: (() => void) | undefined;

  /**
   * @param cell where the log of the company is
   * @param place the sequence up to which it has read
   */
  constructor(
    readonly companyId: number,
    readonly cell: number,
    readonly types: readonly Type[] | undefined,
    public place: number,
  ) {}
}

/**
 * Notifies listeners of additions to a log. One query of its ends serves all listeners of a cell; new entries are read once for each company
 * with waiting listeners. A listener that is behind reads separately. A cell that does not respond delays no listener of another one.
 */
export class LogFeed<Type extends string, Entry extends LogEntry<Type>> {
  private readonly feeds = new Map<number, CellFeed<Type, Entry>>();
  private stopListening: (() => void) | undefined;

  /** @param wakeUps without them, the ends are read several times a second */
  constructor(
    private readonly log: Pick<FollowedLog<Type, Entry>, 'ends' | 'read'>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly wakeUps?: FeedWakeUps,
  ) {}

  join(listener: Listener<Type>): void {
    const isFirst = this.isEmpty;
    this.feedOf(listener).join(listener);
    if (isFirst)
      this.stopListening = this.wakeUps?.listen((cells) => {
        for (const [cell, feed] of this.feeds) if (!cells || cells.includes(cell)) feed.woken();
      });
  }

  leave(listener: Listener<Type>): void {
    this.feedOf(listener).leave(listener);
    if (!this.isEmpty) return;
    this.stopListening?.();
    this.stopListening = undefined;
  }

  /**
   * Waits for entries after the position of a listener.
   * @returns false if there is none within the time, or the listener has left
   */
  waitForEntries(listener: Listener<Type>, timeoutMs: number): Promise<boolean> {
    return this.feedOf(listener).waitForEntries(listener, timeoutMs);
  }

  /** Reads entries after the position of a listener, and advances it. The first of a company's listeners at one position reads for all of them. */
  read(listener: Listener<Type>): Promise<LogStretch<Entry>> {
    return this.feedOf(listener).read(listener);
  }

  private get isEmpty(): boolean {
    return [...this.feeds.values()].every(({ isEmpty }) => isEmpty);
  }

  private feedOf({ cell }: Listener<Type>): CellFeed<Type, Entry> {
    const feed = this.feeds.get(cell) ?? new CellFeed(cell, this.log, this.logger, this.wakeUps?.everyMs);
    this.feeds.set(cell, feed);
    return feed;
  }
}

/** The listeners of one cell. */
class CellFeed<Type extends string, Entry extends LogEntry<Type>> {
  private readonly listeners = new Set<Listener<Type>>();
  /** The entries read for the listeners that wait at one position, until the next query. */
  private readonly shared = new Map<string, Promise<LogStretch<Entry>>>();
  /** The ends of the logs of companies with listeners, at the last query. */
  private ends: ReadonlyMap<number, number> = new Map();
  private timer: NodeJS.Timeout | undefined;
  /** The timer of the last query, until it has ended. */
  private looking: NodeJS.Timeout | undefined;
  private lookedAt = -Infinity;
  /** Whether there was a wake-up after the beginning of the last query. */
  private isWoken = false;

  /** @param everyMs the time between two queries without a wake-up */
  constructor(
    private readonly cell: number,
    private readonly log: Pick<FollowedLog<Type, Entry>, 'ends' | 'read'>,
    private readonly logger: Pick<Logger, 'warn'>,
    private readonly everyMs = LOOK_MS,
  ) {}

  get isEmpty(): boolean {
    return this.listeners.size === 0;
  }

  join(listener: Listener<Type>): void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.lookIn(0);
  }

  leave(listener: Listener<Type>): void {
    this.listeners.delete(listener);
    listener.wake?.();
    if (this.listeners.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ends = new Map();
    this.shared.clear();
  }

  async waitForEntries(listener: Listener<Type>, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.isBehind(listener) && this.listeners.has(listener)) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        listener.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      listener.wake = undefined;
    }
    return this.listeners.has(listener);
  }

  async read(listener: Listener<Type>): Promise<LogStretch<Entry>> {
    const { companyId, types, place, live } = listener;
    const from = { sequence: place, fromOldest: false };
    listener.live = false;
    // A stream asks outside of its request.
    const readOf = (selected: typeof types) =>
      inCell(this.cell, () => this.log.read(companyId, from, selected, PORTION));
    if (!live) return this.moved(listener, await readOf(types));
    const name = `${companyId}/${place}`;
    const reading = this.shared.get(name) ?? readOf(undefined);
    this.shared.set(name, reading);
    const stretch = await reading;
    const entries = types ? stretch.entries.filter(({ type }) => types.includes(type)) : stretch.entries;
    return this.moved(listener, { ...stretch, entries });
  }

  private moved(listener: Listener<Type>, stretch: LogStretch<Entry>): LogStretch<Entry> {
    listener.place = stretch.end;
    return stretch;
  }

  private isBehind({ companyId, place }: Listener<Type>): boolean {
    return place < (this.ends.get(companyId) ?? 0);
  }

  woken(): void {
    if (this.isWoken || this.isEmpty) return;
    this.isWoken = true;
    // A query that has begun may have missed it: another one follows.
    const isLooking = this.looking === this.timer;
    if (!isLooking) this.lookIn(Math.max(0, this.lookedAt + LOOK_MS - performance.now()));
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    const timer = setTimeout(() => void this.look(timer), ms);
    this.timer = timer;
  }

  /** @param timer that started this query: meanwhile the last listener may have left and another one may have started a new timer */
  private async look(timer: NodeJS.Timeout): Promise<void> {
    this.shared.clear();
    this.looking = timer;
    this.isWoken = false;
    try {
      const companies = new Set([...this.listeners].map(({ companyId }) => companyId));
      const ends = await inCell(this.cell, () => this.log.ends([...companies]));
      if (this.timer === timer) this.notify(ends);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read the ends of a log');
    }
    if (this.timer !== timer) return;
    this.looking = undefined;
    this.lookedAt = performance.now();
    this.lookIn(this.isWoken ? LOOK_MS : this.everyMs);
  }

  private notify(ends: ReadonlyMap<number, number>): void {
    const before = this.ends;
    this.ends = ends;
    for (const listener of this.listeners) {
      // Others read or are about to wait, and compare their position with the new end themselves.
      if (listener.wake === undefined || !this.isBehind(listener)) continue;
      listener.live = listener.place >= (before.get(listener.companyId) ?? Infinity);
      listener.wake();
    }
  }
}

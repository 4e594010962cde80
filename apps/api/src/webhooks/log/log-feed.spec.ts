import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LogPlace, LogPortion, LogStretch } from '@billhook/db/log-stretch';
import type { EventType } from '@billhook/domain/shared/event-types';
import type { LoggedEvent } from '@billhook/webhooks/events/event-log.repository';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { BearerCaller } from '../../request/principal.js';
import { Listener, LogFeed } from './log-feed.js';
import { LogStreams } from './log-streams.js';

/** Longer than a query, and than the time between two queries. */
const SOON_MS = 5_000;

interface Entry {
  readonly companyId: number;
  readonly type: EventType;
}

/** A log in memory, which numbers the events of each company and counts its queries. */
class FakeLog {
  readonly entries: Entry[] = [];
  readonly asked = { ends: 0, companies: [] as number[], reads: [] as number[] };
  broken = false;
  /** A company whose cell does not respond. */
  silent: number | undefined;

  async ends(companies: readonly number[]): Promise<Map<number, number>> {
    if (companies.some((id) => id === this.silent)) return new Promise(() => undefined);
    this.asked.ends++;
    this.asked.companies.push(companies.length);
    if (this.broken) throw new Error('the database is unavailable');
    return new Map(companies.map((id) => [id, this.of(id).length]));
  }

  async read(
    companyId: number,
    { sequence }: LogPlace,
    types: readonly EventType[] | undefined,
    { limit }: LogPortion,
  ): Promise<LogStretch<LoggedEvent>> {
    this.asked.reads.push(companyId);
    const own = this.of(companyId);
    const found = own.slice(sequence).filter(({ type }) => types?.includes(type) ?? true);
    const entries = found.slice(0, limit);
    const hasMore = found.length > entries.length;
    return { entries, hasMore, end: hasMore ? (entries.at(-1)?.sequence ?? 0) : own.length };
  }

  of(companyId: number): LoggedEvent[] {
    return this.entries
      .filter((entry) => entry.companyId === companyId)
      .map(({ type }, n) => ({ id: `msg_${n + 1}`, type, sequence: n + 1, body: '{}' }));
  }

  happen(companyId: number, type: EventType = 'client.created'): void {
    this.entries.push({ companyId, type });
  }
}

let log: FakeLog;
let feed: LogFeed<EventType, LoggedEvent>;
let warnings: number;
let listeners: Listener<EventType>[];

beforeEach(() => {
  log = new FakeLog();
  warnings = 0;
  listeners = [];
  feed = new LogFeed<EventType, LoggedEvent>(log, { warn: () => void warnings++ });
});
afterEach(() => {
  jest.useRealTimers();
  listeners.forEach((listener) => feed.leave(listener));
});

function listen(
  companyId: number,
  place = log.of(companyId).length,
  types?: readonly EventType[],
  cell = 1,
): Listener<EventType> {
  const listener = new Listener(companyId, cell, types, place);
  listeners.push(listener);
  feed.join(listener);
  return listener;
}

const idsOf = ({ entries }: LogStretch<LoggedEvent>) => entries.map(({ id }) => id);

/** Waits until the ends of the log have been read that many more times. */
async function afterReads(count: number): Promise<void> {
  const start = log.asked.ends;
  while (log.asked.ends < start + count) await sleep(5);
}

describe('the feed of events', () => {
  it('runs no query without listeners, before the first and after the last', async () => {
    await sleep(250);
    expect(log.asked.ends).toBe(0);
    const listener = listen(1);
    await afterReads(2);
    feed.leave(listener);
    const { ends } = log.asked;
    await sleep(450);
    expect(log.asked.ends).toBe(ends);
  });

  it('with wake-ups, looks after them and seldom without; it listens to them while it has listeners', async () => {
    let [wake, isListening] = [() => undefined as void, false];
    const follow = (onWake: () => void) => {
      [wake, isListening] = [onWake, true];
      return () => void (isListening = false);
    };
    feed = new LogFeed<EventType, LoggedEvent>(
      log,
      { warn: () => void warnings++ },
      { everyMs: 600_000, listen: follow },
    );
    const listener = listen(1);
    const news = feed.waitForEntries(listener, SOON_MS);
    await afterReads(1);
    log.happen(1);
    const { ends } = log.asked;
    for (let n = 0; n < 100; n++) wake();
    expect(await news).toBe(true);
    expect(log.asked.ends).toBe(ends + 1);
    feed.leave(listener);
    expect(isListening).toBe(false);
  });

  it('returns false if there is no event within the time, for a heartbeat', async () => {
    expect(await feed.waitForEntries(listen(1), 30)).toBe(false);
  });

  it('wakes the waiting readers of a company when it has a new event, and reads it once for all of them', async () => {
    const three = [listen(1), listen(1), listen(1, 0, ['client.deleted'])];
    const waiting = Promise.all(three.map((listener) => feed.waitForEntries(listener, SOON_MS)));
    await afterReads(1);
    log.happen(1);
    log.happen(1, 'client.deleted');
    expect(await waiting).toEqual([true, true, true]);
    const stretches = await Promise.all(three.map((listener) => feed.read(listener)));
    expect(stretches.map(idsOf)).toEqual([['msg_1', 'msg_2'], ['msg_1', 'msg_2'], ['msg_2']]);
    expect(log.asked.reads).toEqual([1]);
    expect(three.map(({ place }) => place)).toEqual([2, 2, 2]);
  });

  it('reads nothing for readers of other companies', async () => {
    const [busy, quiet] = [listen(1), listen(2)];
    const [news, silence] = [feed.waitForEntries(busy, SOON_MS), feed.waitForEntries(quiet, 700)];
    await afterReads(2);
    for (let n = 0; n < 5; n++) log.happen(1);
    expect(await news).toBe(true);
    await feed.read(busy);
    expect(await silence).toBe(false);
    expect([quiet.place, log.asked.reads]).toEqual([0, [1]]);
    log.happen(2);
    expect(await feed.waitForEntries(quiet, SOON_MS)).toBe(true);
    expect(idsOf(await feed.read(quiet))).toEqual(['msg_1']);
  });

  it('asks for the end of a company once, however many readers it has', async () => {
    for (let n = 0; n < 20; n++) listen(1 + (n % 3));
    await afterReads(2);
    expect(log.asked.companies.at(-1)).toBe(3);
  });

  it('lets a reader that is behind read separately, in portions, until it has caught up', async () => {
    for (let n = 0; n < 250; n++) log.happen(1);
    const listener = listen(1, 0);
    const ids: string[] = [];
    while (ids.length < 250) {
      expect(await feed.waitForEntries(listener, SOON_MS)).toBe(true);
      ids.push(...idsOf(await feed.read(listener)));
    }
    expect(ids).toEqual(log.entries.map((_, n) => `msg_${n + 1}`));
    expect(log.asked.reads).toHaveLength(3);
    expect(await feed.waitForEntries(listener, 30)).toBe(false);
  });

  it('misses no event while readers read, join or leave', async () => {
    const seen = new Map<Listener<EventType>, string[]>();
    const follow = async (listener: Listener<EventType>): Promise<void> => {
      const ids: string[] = [];
      seen.set(listener, ids);
      while (await feed.waitForEntries(listener, SOON_MS)) {
        ids.push(...idsOf(await feed.read(listener)));
        await sleep(Math.random() * 30);
      }
    };
    const following: Promise<void>[] = [];
    for (let n = 0; n < 60; n++) {
      if (n % 10 === 0) following.push(follow(listen(1 + (n % 3), 0)));
      for (let m = 0; m < Math.random() * 4; m++) log.happen(1 + ((n + m) % 3));
      await sleep(Math.random() * 25);
    }
    await afterReads(3);
    for (const listener of listeners) while (listener.place < log.of(listener.companyId).length) await sleep(5);
    for (const listener of listeners) feed.leave(listener);
    await Promise.all(following);
    for (const [{ companyId }, ids] of seen) {
      expect(ids).toEqual(log.of(companyId).map(({ id }) => id));
    }
  });

  it('serves the readers of a cell while another one does not respond', async () => {
    log.silent = 2;
    const waiting = feed.waitForEntries(listen(2, 0, undefined, 2), SOON_MS);
    const listener = listen(1);
    for (const id of ['msg_1', 'msg_2']) {
      const news = feed.waitForEntries(listener, SOON_MS);
      log.happen(1);
      expect(await news).toBe(true);
      expect(idsOf(await feed.read(listener))).toEqual([id]);
    }
    feed.leave(listeners[0] as Listener<EventType>);
    expect(await waiting).toBe(false);
  });

  it('listens to wake-ups once for all cells, until the last reader of any has left', async () => {
    const calls: string[] = [];
    const wakeUps = {
      everyMs: 600_000,
      listen: () => {
        calls.push('listen');
        return () => void calls.push('stop');
      },
    };
    feed = new LogFeed<EventType, LoggedEvent>(log, { warn: () => void warnings++ }, wakeUps);
    const [one, two] = [listen(1), listen(2, 0, undefined, 2)];
    feed.leave(one);
    expect(calls).toEqual(['listen']);
    feed.leave(two);
    expect(calls).toEqual(['listen', 'stop']);
  });

  it('looks in the cells that a wake-up names, and in each without names', async () => {
    let wake: (cells?: readonly number[]) => void = () => undefined;
    const follow = (onWake: typeof wake) => {
      wake = onWake;
      return () => undefined;
    };
    feed = new LogFeed<EventType, LoggedEvent>(
      log,
      { warn: () => void warnings++ },
      { everyMs: 600_000, listen: follow },
    );
    const first = listen(1);
    const news = [first, listen(2, 0, undefined, 2)].map((listener) => feed.waitForEntries(listener, SOON_MS));
    await afterReads(2);
    const { ends } = log.asked;
    log.happen(1);
    log.happen(2);
    wake([2, 3]);
    expect(await news[1]).toBe(true);
    expect(log.asked.ends).toBe(ends + 1);
    wake();
    expect(await news[0]).toBe(true);
  });

  it('ends the wait of a reader that leaves', async () => {
    const listener = listen(1);
    const news = feed.waitForEntries(listener, SOON_MS);
    feed.leave(listener);
    expect(await news).toBe(false);
  });

  it('continues after the database was unavailable', async () => {
    log.broken = true;
    const listener = listen(1);
    const news = feed.waitForEntries(listener, SOON_MS);
    await afterReads(2);
    expect(warnings).toBeGreaterThan(0);
    log.broken = false;
    log.happen(1);
    expect(await news).toBe(true);
    expect(idsOf(await feed.read(listener))).toEqual(['msg_1']);
  });
});

describe('the streams of a log', () => {
  it('send a heartbeat 15 s after the last message, also while entries happen that send none', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
    const to = new ServerResponse(new IncomingMessage(new Socket()));
    const by = { company: { id: 1 }, permissions: [] } as unknown as BearerCaller;
    const streams = new LogStreams<EventType, LoggedEvent>({
      first: async () => ({ entries: [], end: 0, hasMore: false }),
      feed,
      readers: {
        checked: 'before each message',
        again: async () => by,
        placeOf: () => ({ companyId: 1, kind: 'key', id: 1 }),
      },
      places: { take: async () => undefined, release: () => undefined },
      textOf: () => '',
    });
    const texts: string[] = [];
    const stream = await streams.begin({ by, secret: '', after: undefined, types: undefined, to });
    stream.on('data', (text: Buffer) => texts.push(String(text)));
    for (let n = 0; n < 8; n++) {
      log.happen(1);
      await jest.advanceTimersByTimeAsync(4_000);
    }
    expect(texts).toEqual(['retry: 2000\n\n', ': still here\n\n', ': still here\n\n']);
    to.emit('close');
    await jest.advanceTimersByTimeAsync(15_000);
    expect(jest.getTimerCount()).toBe(0);
  });
});

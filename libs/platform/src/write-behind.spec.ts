import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { createLogger } from './logger.js';
import { WriteBehind } from './write-behind.js';

/** Sums by name; `during` can make a write fail. */
class Sums extends WriteBehind<string, readonly [string, number]> {
  readonly writes: (readonly [string, number])[][] = [];
  during = async (): Promise<void> => undefined;

  constructor() {
    super(createLogger('test', { LOG_FORMAT: 'json', LOG_LEVEL: 'silent' }), 'not written');
  }

  add(name: string, sum: number): void {
    this.keep(name, [name, sum]);
  }

  protected merge(older: readonly [string, number], newer: readonly [string, number]): readonly [string, number] {
    return [older[0], older[1] + newer[1]];
  }

  protected async write(entries: readonly (readonly [string, number])[]): Promise<void> {
    await this.during();
    this.writes.push([...entries]);
  }
}

afterEach(() => {
  jest.useRealTimers();
});

describe('buffered writes', () => {
  it('are written every 5 s, until the process ends', async () => {
    // The interval alone: a timer that Jest or a package sets at this moment is not one of the class.
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'setTimeout'] });
    const sums = new Sums();
    sums.onModuleInit();
    sums.add('a', 1);
    await jest.advanceTimersByTimeAsync(4_999);
    expect(sums.writes).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    expect(sums.writes).toEqual([[['a', 1]]]);
    await sums.onApplicationShutdown();
    expect(jest.getTimerCount()).toBe(0);
  });

  it('are written together, one entry per name, and once', async () => {
    const sums = new Sums();
    sums.add('a', 1);
    sums.add('b', 2);
    sums.add('a', 3);
    expect(sums.writes).toEqual([]);
    await sums.flush();
    await sums.flush();
    expect(sums.writes).toEqual([
      [
        ['a', 4],
        ['b', 2],
      ],
    ]);
  });

  it('are kept if the write fails, together with later ones', async () => {
    const sums = new Sums();
    sums.add('a', 1);
    sums.add('b', 2);
    sums.during = async () => {
      sums.add('b', 3);
      sums.add('c', 4);
      throw new Error('no database');
    };
    await sums.flush();
    sums.during = async () => undefined;
    await sums.onApplicationShutdown();
    expect(sums.writes.map((entries) => Object.fromEntries(entries))).toEqual([{ a: 1, b: 5, c: 4 }]);
  });

  it('are written one after the other, and all before the process ends', async () => {
    const sums = new Sums();
    let running = 0;
    sums.during = async () => {
      expect(running++).toBe(0);
      await new Promise((done) => setTimeout(done, 5));
      running--;
    };
    sums.add('a', 1);
    void sums.flush();
    await Promise.resolve();
    sums.add('a', 2);
    await sums.onApplicationShutdown();
    expect(sums.writes).toEqual([[['a', 1]], [['a', 2]]]);
  });
});

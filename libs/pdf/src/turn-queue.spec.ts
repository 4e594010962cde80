import { describe, expect, it } from '@jest/globals';
import { TurnQueue } from './turn-queue.js';

const rest = (queue: TurnQueue<string>): string[] => {
  const items: string[] = [];
  for (let item = queue.shift(); item; item = queue.shift()) items.push(item);
  return items;
};

describe('TurnQueue', () => {
  it('lets owners take turns, oldest item first', () => {
    const queue = new TurnQueue<string>();
    for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.push(item.charCodeAt(0), item);
    expect([queue.size, queue.countOf('a'.charCodeAt(0))]).toEqual([6, 3]);
    expect(rest(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3']);
    expect(queue.size).toBe(0);
  });

  it('removes an item once', () => {
    const queue = new TurnQueue<string>();
    queue.push(1, 'a');
    queue.push(1, 'b');
    queue.remove(1, 'a');
    queue.remove(1, 'a');
    queue.remove(2, 'b');
    expect([queue.size, queue.countOf(1), queue.countOf(2)]).toEqual([1, 1, 0]);
    expect(rest(queue)).toEqual(['b']);
  });
});

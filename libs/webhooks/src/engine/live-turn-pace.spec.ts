import { expect, it } from '@jest/globals';
import { LiveTurnPace } from './live-turn-pace.js';

it('tries live turns less and less often while they leave their events, and each time again once one does not', () => {
  const pace = new LiveTurnPace();
  const tried: number[] = [];
  for (let round = 0; round < 200; round++)
    if (pace.next()) {
      tried.push(round);
      pace.ended(round < 100);
    }
  expect(tried.slice(0, 8)).toEqual([0, 2, 5, 10, 19, 36, 69, 102]);
  expect(tried.slice(8)).toEqual(Array.from({ length: 97 }, (_, n) => 103 + n));
});

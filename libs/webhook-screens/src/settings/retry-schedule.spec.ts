import { describe, expect, it } from '@jest/globals';
import { parseSchedule, writeLength, writeSchedule } from './retry-schedule.js';

describe('the text of a retry schedule', () => {
  it.each([
    ['0s 5s 5m 30m 2h', [0, 5, 300, 1_800, 7_200]],
    ['0s, 90m,1d', [0, 5_400, 86_400]],
    ['  ', []],
  ])('%j is %j', (text, waits) => {
    expect(parseSchedule(text)).toEqual({ waits });
  });

  it.each([
    ['0s 5', '5'],
    ['0s five', 'five'],
    ['1w', '1w'],
    ['-5s', '-5s'],
  ])('%j is rejected because of %j', (text, wrong) => {
    expect(parseSchedule(text)).toEqual({ wrong });
  });

  it('is written with the largest unit that divides each wait, and read back', () => {
    const waits = [0, 5, 90, 300, 5_400, 7_200, 86_400, 90_000];
    expect(writeSchedule(waits)).toBe('0s 5s 90s 5m 90m 2h 1d 25h');
    expect(parseSchedule(writeSchedule(waits))).toEqual({ waits });
  });

  it.each([
    [0, '0s'],
    [65, '1m 5s'],
    [272_105, '3d 3h 35m 5s'],
  ])('%i seconds are %j', (seconds, text) => {
    expect(writeLength(seconds)).toBe(text);
  });
});

import { describe, expect, it } from '@jest/globals';
import { dayBefore, dayOf, endOfDay, startOfDay } from './local-day.js';

describe('a day in a filter', () => {
  it.each(['2026-11-21', '2026-03-29', '2026-10-25', '2026-12-31'])(
    '%s is from its first instant to that of the next day',
    (date) => {
      const [start, end] = [startOfDay(date), endOfDay(date)];
      expect([dayOf(start), dayBefore(end)]).toEqual([date, date]);
      expect(new Date(start ?? '').getHours()).toBe(0);
      expect(new Date(end ?? '').getHours()).toBe(0);
      expect(Date.parse(end ?? '') - Date.parse(start ?? '')).toBeGreaterThanOrEqual(23 * 3_600_000);
    },
  );

  it('is none for text that is not a date', () => {
    expect([startOfDay(''), startOfDay('2026-02-30'), endOfDay('x'), dayOf(undefined), dayBefore(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
      '',
      '',
    ]);
  });
});

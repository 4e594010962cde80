import { describe, expect, it } from '@jest/globals';
import { addDays, dateInZone, dueDate, endOfMonth, isTimeZone, daysUntil, utcDay } from './calendar.js';

describe('dateInZone', () => {
  it.each([
    ['2026-11-21T09:30:00Z', 'Europe/Paris', '2026-11-21'],
    ['2026-11-21T22:59:59Z', 'Europe/Paris', '2026-11-21'],
    ['2026-11-21T23:00:00Z', 'Europe/Paris', '2026-11-22'],
    ['2026-07-21T22:00:00Z', 'Europe/Paris', '2026-07-22'],
    ['2026-11-21T10:00:00Z', 'Pacific/Kiritimati', '2026-11-22'],
    ['2026-11-21T10:59:59Z', 'Pacific/Pago_Pago', '2026-11-20'],
    ['2026-11-21T18:14:59Z', 'Asia/Kathmandu', '2026-11-21'],
    ['2026-11-21T18:15:00Z', 'Asia/Kathmandu', '2026-11-22'],
    ['2026-12-31T23:30:00Z', 'UTC', '2026-12-31'],
    ['2026-12-31T23:30:00Z', 'Africa/Lagos', '2027-01-01'],
    ['2028-02-29T00:00:00Z', 'America/New_York', '2028-02-28'],
  ])('%s in %s is %s', (instant, zone, date) => {
    expect(dateInZone(new Date(instant), zone)).toBe(date);
  });
});

describe('isTimeZone', () => {
  it.each(['Europe/Paris', 'UTC', 'Asia/Kolkata', 'America/Argentina/Buenos_Aires'])('%s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Paris', 'Europe/Atlantis', 'Mars/Olympus_Mons', 'CTT', 'IST', 'US/Pacific-New'])('not %j', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});

describe('addDays', () => {
  it.each([
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-21', 30, '2026-12-21'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2027-01-01', -1, '2026-12-31'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    // The clocks of Paris change in these nights, which must not affect dates.
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-10-24', 2, '2026-10-26'],
  ])('%s and %d days is %s', (date, days, moved) => {
    expect(addDays(date, days)).toBe(moved);
  });
});

describe('endOfMonth', () => {
  it.each([
    ['2026-11-01', '2026-11-30'],
    ['2026-12-31', '2026-12-31'],
    ['2026-02-10', '2026-02-28'],
    ['2028-02-10', '2028-02-29'],
    ['2100-02-10', '2100-02-28'],
  ])('of %s is %s', (date, end) => {
    expect(endOfMonth(date)).toBe(end);
  });
});

describe('dueDate', () => {
  it.each([
    ['2026-11-21', 30, false, '2026-12-21'],
    ['2026-11-21', 0, false, '2026-11-21'],
    ['2026-11-21', 0, true, '2026-11-30'],
    // 45 days, end of month: adds the days first, then moves to the end of that month.
    ['2026-11-21', 45, true, '2027-01-31'],
    ['2028-01-31', 30, false, '2028-03-01'],
    ['2027-01-30', 29, true, '2027-02-28'],
  ])('of %s at %d days (end of month: %s) is %s', (issueDate, days, atEnd, due) => {
    expect(dueDate(issueDate, { days, endOfMonth: atEnd })).toBe(due);
  });
});

describe('daysUntil', () => {
  it.each<[string, number, string[]]>([
    ['2028-03-01', 3, ['2028-02-28', '2028-02-29', '2028-03-01']],
    ['2027-01-01', 2, ['2026-12-31', '2027-01-01']],
    ['2027-01-01', 1, ['2027-01-01']],
  ])('%s, %i', (last, count, days) => {
    expect(daysUntil(last, count)).toEqual(days);
  });

  it('begins with the day in UTC', () => {
    expect(utcDay(new Date('2027-01-01T23:59:59.999Z'))).toBe('2027-01-01');
  });
});

import { describe, expect, it } from '@jest/globals';
import { ManualClock } from './clock.js';
import { CompanyClock, companyTime, inCompanyTime } from './company-time.js';

const NOON = '2026-11-21T12:00:00.000Z';
const machine = new ManualClock(NOON);
const clock = new CompanyClock(machine);
const now = () => clock.now().toISOString();
const HOUR = 3_600_000;

describe('the clock of a company', () => {
  it('is that of the machine outside of a company and in one without an offset', () => {
    expect([now(), inCompanyTime(0, now)]).toEqual([NOON, NOON]);
  });

  it('is ahead by the offset, also after waiting, and only within the work', async () => {
    const later = await inCompanyTime(HOUR, async () => {
      await Promise.resolve();
      return now();
    });
    expect([later, now()]).toEqual(['2026-11-21T13:00:00.000Z', NOON]);
  });

  it('is that of the inner company within work for another one', () => {
    const both = inCompanyTime(HOUR, () => [inCompanyTime(2 * HOUR, now), inCompanyTime(0, now), now()]);
    expect(both.map((time) => time.slice(11, 13))).toEqual(['14', '12', '13']);
  });

  it('runs with the machine', () => {
    machine.advance(HOUR);
    expect(companyTime(machine.now(), { clockOffset: HOUR }).toISOString()).toBe('2026-11-21T14:00:00.000Z');
  });
});

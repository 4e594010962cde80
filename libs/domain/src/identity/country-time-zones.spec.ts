import { describe, expect, it } from '@jest/globals';
import { isTimeZone } from '../shared/calendar.js';
import { COUNTRY_TIME_ZONES, countryOfZone, timeZoneOf } from './country-time-zones.js';

describe('the time zone of a country', () => {
  it.each([
    ['FR', 'UTC', 'Europe/Paris'],
    ['FR', 'Europe/Berlin', 'Europe/Paris'],
    ['DE', 'UTC', 'Europe/Berlin'],
    ['BE', 'Europe/Paris', 'Europe/Brussels'],
    // Several zones: that of the browser if the country has it.
    ['US', 'America/Los_Angeles', 'America/Los_Angeles'],
    ['US', 'Europe/Paris', 'America/New_York'],
    ['ES', 'Atlantic/Canary', 'Atlantic/Canary'],
    ['ES', 'UTC', 'Europe/Madrid'],
    ['BR', 'UTC', 'America/Sao_Paulo'],
    // No zone is known: that of the browser stays.
    ['BV', 'Europe/Oslo', 'Europe/Oslo'],
    ['', 'UTC', 'UTC'],
  ])('of %s for a browser in %s is %s', (country, usual, zone) => {
    expect(timeZoneOf(country, usual)).toBe(zone);
  });

  it('is one that a company can have', () => {
    const zones = [...COUNTRY_TIME_ZONES.values()].flat();
    expect(zones.length).toBeGreaterThan(400);
    expect(zones.filter((zone) => !isTimeZone(zone))).toEqual([]);
  });
});

it.each([
  ['Europe/Paris', 'FR'],
  ['Europe/Busingen', 'DE'],
  ['UTC', undefined],
])('the country of the zone %s is %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country);
});

import { describe, expect, it } from '@jest/globals';
import { addressLines } from './address-lines.js';

describe('addressLines', () => {
  it('ends with the country if there is one, and has no empty line', () => {
    const address = { line1: '1 High Street', line2: '', postalCode: '10969', city: 'Berlin', country: 'DE' };
    expect(addressLines(address, 'Germany')).toEqual(['1 High Street', '10969 Berlin', 'Germany']);
    expect(addressLines(address, undefined)).toEqual(['1 High Street', '10969 Berlin']);
  });

  it.each([
    ['GB', { city: 'Leeds', postalCode: 'LS1 4AP' }, ['Leeds', 'LS1 4AP']],
    ['US', { city: 'Austin', region: 'TX', postalCode: '78701' }, ['Austin TX 78701']],
    ['IT', { city: 'Como', region: 'CO', postalCode: '22100' }, ['22100 Como', 'CO']],
    ['FR', {}, []],
  ])('%s: the town in the format of its postal service', (country, place, lines) => {
    expect(addressLines({ ...place, country }, undefined)).toEqual(lines);
  });
});

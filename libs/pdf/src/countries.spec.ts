import { describe, expect, it } from '@jest/globals';
import { addressLines, countryName } from './countries.js';

describe('countryName', () => {
  it('speaks both languages, and gives a code that it does not know', () => {
    expect([countryName('DE', 'en'), countryName('DE', 'fr'), countryName('QQ', 'en')]).toEqual([
      'Germany',
      'Allemagne',
      'QQ',
    ]);
  });
});

describe('addressLines', () => {
  const street = { line1: '1 High Street', line2: '' };

  it('names the country abroad, not at home', () => {
    const address = { ...street, postalCode: '10969', city: 'Berlin', country: 'DE' };
    expect(addressLines(address, 'fr', 'FR')).toEqual(['1 High Street', '10969 Berlin', 'ALLEMAGNE']);
    expect(addressLines(address, 'fr', 'DE')).toEqual(['1 High Street', '10969 Berlin']);
    expect(addressLines(address, 'en')).toContain('GERMANY');
  });

  it.each([
    ['GB', { city: 'Leeds', postalCode: 'LS1 4AP' }, ['Leeds', 'LS1 4AP']],
    ['US', { city: 'Austin', region: 'TX', postalCode: '78701' }, ['Austin TX 78701']],
    ['IT', { city: 'Como', region: 'CO', postalCode: '22100' }, ['22100 Como', 'CO']],
    ['FR', {}, []],
  ])('%s: the town as its post writes it', (country, place, lines) => {
    expect(addressLines({ ...place, country }, 'en', country)).toEqual(lines);
  });
});

import { describe, expect, it } from '@jest/globals';
import { countryName, postalLines } from './countries.js';

describe('countryName', () => {
  it('has names in both languages, and returns an unknown code', () => {
    expect([countryName('DE', 'en'), countryName('DE', 'fr'), countryName('QQ', 'en')]).toEqual([
      'Germany',
      'Allemagne',
      'QQ',
    ]);
  });
});

describe('postalLines', () => {
  it('include the country only for addresses abroad', () => {
    const address = { line1: '1 High Street', line2: '', postalCode: '10969', city: 'Berlin', country: 'DE' };
    expect(postalLines(address, 'fr', 'FR')).toEqual(['1 High Street', '10969 Berlin', 'ALLEMAGNE']);
    expect(postalLines(address, 'fr', 'DE')).toEqual(['1 High Street', '10969 Berlin']);
    expect(postalLines(address, 'en')).toContain('GERMANY');
  });
});

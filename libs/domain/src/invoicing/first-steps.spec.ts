import { describe, expect, it } from '@jest/globals';
import { hasInvoicingDetails } from './first-steps.js';

const address = { line1: '1 rue de la Paix', city: 'Paris', country: 'FR' };
const complete = { address, vatNumber: 'FR40303265045', taxNumber: null, iban: 'FR7630006000011234567890189' };

describe('the details of a company for its first invoice', () => {
  it.each([
    ['complete', {}, true],
    ['with a tax number instead of a VAT number', { vatNumber: null, taxNumber: '12/345/67890' }, true],
    ['without a number', { vatNumber: null }, false],
    ['without an account', { iban: null }, false],
    ['without an address', { address: null }, false],
    ['without a street', { address: { city: 'Paris', country: 'FR' } }, false],
  ])('%s: %s', (_, missing, expected) => expect(hasInvoicingDetails({ ...complete, ...missing })).toBe(expected));
});

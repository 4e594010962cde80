import { countryError } from '@billhook/domain/invoicing/codes/countries';
import { unitError } from '@billhook/domain/invoicing/codes/unit-codes';
import { ibanError } from '@billhook/domain/invoicing/payment-details/iban';
import { describe, expect, it } from '@jest/globals';
import { errorFacts } from './error-facts.js';

describe('the facts in an error of the API', () => {
  it.each([
    [countryError('EL'), { meant: 'GR' }],
    [countryError('AN'), { meant: 'BQ, CW, SX' }],
    [unitError('HR'), { meant: 'HUR' }],
    [ibanError('AT32010000000173363'), { iban: { country: 'AT', expected: '20', given: '19' } }],
    [ibanError('DE00370400440532013000'), {}],
    ['must not be blank', {}],
  ])('%s', (message, facts) => expect(errorFacts(message ?? '')).toEqual(facts));
});

import { describe, expect, it } from '@jest/globals';
import { payeeAccount } from './payee-account.js';

const seller = { iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP' };
const none = { iban: null, bic: null };

describe('payeeAccount', () => {
  it('is that of the seller if the document names none, or only asks for a transfer', () => {
    for (const means of [null, { code: '30' }, { code: '58' }]) expect(payeeAccount(means, seller)).toEqual(seller);
  });

  it('is that of the document if it names one, without the BIC of another bank', () => {
    const iban = 'DE89370400440532013000';
    expect(payeeAccount({ code: '30', iban }, seller)).toEqual({ iban, bic: null });
    expect(payeeAccount({ code: '30', iban, bic: 'COBADEFF' }, none)).toEqual({ iban, bic: 'COBADEFF' });
  });

  it('is null if no account is paid, or there is none', () => {
    for (const code of ['10', '48', '49', '59']) expect(payeeAccount({ code }, seller)).toEqual(none);
    expect(payeeAccount(null, none)).toEqual(none);
  });
});

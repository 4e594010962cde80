import { describe, expect, it } from '@jest/globals';
import { codeErrors, codeWarnings, type CodedDocument, type CodedParties } from './stored-codes.js';

const IBAN = 'DE89370400440532013000';
const parties: CodedParties = {
  seller: {
    iban: IBAN,
    bic: 'DEUTDEFF',
    address: { country: 'DE' },
    legalId: { scheme: '0088', value: '4012345500004' },
  },
  client: {
    billingAddress: { country: 'FR' },
    deliveryAddress: null,
    legalId: { scheme: '0002', value: '732 829 320' },
    electronicAddress: { scheme: '0225', value: '732829320_4711' },
  },
};
const document: CodedDocument = { paymentMeans: { code: '30' }, lines: [{ unit: 'HUR' }] };
const { seller, client } = parties;

describe('the codes of a stored document', () => {
  it('are correct', () => {
    expect(codeErrors(document, parties)).toEqual([]);
    expect(codeWarnings(document, parties)).toEqual([]);
    expect(
      codeErrors({ lines: [] }, { ...parties, seller: { ...seller, address: null, iban: null, bic: null } }),
    ).toEqual([]);
  });

  const COMPANY = 'Correct it under Settings > Company details.';
  it.each<[string, CodedDocument, CodedParties, string]>([
    [
      '/client/billingAddress/country',
      document,
      { seller, client: { ...client, billingAddress: { country: 'EL' } } },
      'The country EL of the billing address must be an ISO 3166-1 code: did you mean GR? Correct the client.',
    ],
    [
      '/client/deliveryAddress/country',
      document,
      { seller, client: { ...client, deliveryAddress: { country: 'ZZ' } } },
      'The country ZZ of the delivery address must be an ISO 3166-1 code, like FR. Correct the client.',
    ],
    [
      '/seller/address/country',
      document,
      { seller: { ...seller, address: { country: 'UK' } }, client },
      `The country UK of the company must be an ISO 3166-1 code: did you mean GB? ${COMPANY}`,
    ],
    [
      '/seller/iban',
      document,
      { seller: { ...seller, iban: 'DE6537040044053201300012' }, client },
      `The IBAN to pay to must be complete: an IBAN of DE has 22 characters, this one has 24. ${COMPANY}`,
    ],
    [
      '/paymentMeans/iban',
      { ...document, paymentMeans: { code: '30', iban: 'DE00370400440532013000' } },
      parties,
      'The IBAN to pay to must have valid check digits: compare it with the original. Correct paymentMeans.',
    ],
    [
      '/seller/bic',
      document,
      { seller: { ...seller, bic: 'AGRIQQPP' }, client },
      `The BIC to pay to must have the country of the bank as characters 5 and 6, and QQ is not an ISO 3166-1 code. ${COMPANY}`,
    ],
  ])('keep it from being issued: %s', (pointer, given, of, message) => {
    expect(codeErrors(given, of)).toEqual([expect.objectContaining({ pointer, message })]);
  });

  it('are not checked for an account that is not used', () => {
    const wrong = { ...parties, seller: { ...seller, iban: 'X', bic: 'Y' } };
    expect(codeErrors({ ...document, paymentMeans: { code: '48' } }, wrong)).toEqual([]);
    expect(codeErrors({ ...document, paymentMeans: { code: '30', iban: IBAN } }, wrong)).toEqual([]);
  });

  it('are warnings where only electronic invoices read them', () => {
    const given = { paymentMeans: { code: 'abcd' }, lines: [{ unit: 'HUR' }, { unit: 'HR' }] };
    const of = {
      seller: { ...seller, legalId: { scheme: 'banana', value: '1' } },
      client: { ...client, legalId: { scheme: '0002', value: '12' }, electronicAddress: { scheme: 'x', value: '1' } },
    };
    expect(codeWarnings(given, of).map(({ pointer }) => pointer)).toEqual([
      '/lines/1/unit',
      '/paymentMeans/code',
      '/seller/legalId/scheme',
      '/client/legalId/value',
      '/client/electronicAddress/scheme',
    ]);
    expect(codeWarnings(given, of)[0]?.message).toBe(
      'The unit HR must be a UN/ECE Recommendation 20 code: did you mean HUR? Correct the line.',
    );
    expect(codeErrors(given, of)).toEqual([]);
  });
});

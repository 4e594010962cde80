import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { describe, expect, it } from '@jest/globals';
import { lineFieldId } from './draft-errors.js';
import { draftLike, lineLike } from './draft.fixture.js';
import { emptyLine, type Draft } from './draft.js';
import { readinessProblems } from './readiness.js';

type Parties = Parameters<typeof readinessProblems>[2];

const address = { line1: '21 rue de la Fonderie', city: 'Lille', country: 'FR' };
const company: Parties['company'] = {
  address,
  legalId: null,
  taxNumber: null,
  vatNumber: 'FR83404833048',
  iban: 'FR1420041010050500013M02606',
  bic: null,
  paymentTerms: null,
  // The sentences that French law requires.
  legalNotice: requiredTerms('FR')?.en ?? null,
};
const bare: Parties['company'] = { ...company, address: null, vatNumber: null, iban: null };
const client: NonNullable<Parties['client']> = {
  kind: 'Business',
  vatNumber: 'DE136695976',
  billingAddress: { line1: 'Hafenstraße 5', city: 'Hamburg', country: 'DE' },
  deliveryAddress: null,
  paymentTerms: null,
};
const empty = draftLike({ lines: [emptyLine({ taxCategory: 'S', taxRate: '' })] });
const reverse = lineLike({ taxCategory: 'AE', taxRate: '0', exemptionReason: 'Reverse charge' });
const exempt = lineLike({ taxCategory: 'E', taxRate: '0', exemptionReason: 'Art. 293 B CGI' });
const noRate = lineLike({ taxRate: '' });

const codes = (draft: Draft, parties: Partial<Parties> = {}, kind: 'invoice' | 'quote' = 'invoice') =>
  readinessProblems(kind, draft, { company, client, ...parties }).map(
    ({ code, required }) => `${code}${required ? '' : '?'}`,
  );

describe('what a draft invoice misses', () => {
  it.each<[string, Draft, Partial<Parties>, string[]]>([
    ['nothing', draftLike(), {}, []],
    [
      'a new company before a line or a client is entered',
      empty,
      { company: bare, client: undefined },
      ['seller_address_required', 'seller_identification_required', 'payment_account_missing?'],
    ],
    [
      'the sentences that the law of its country requires',
      draftLike(),
      { company: { ...company, legalNotice: null } },
      ['late_payment_penalty_missing?', 'recovery_costs_missing?', 'early_payment_discount_missing?'],
    ],
    ['the IBAN', draftLike(), { company: { ...company, iban: null } }, ['payment_account_missing?']],
    [
      'no IBAN with one of its own',
      draftLike({ iban: 'DE89370400440532013000' }),
      { company: { ...company, iban: null } },
      [],
    ],
    ['no IBAN if it is paid by card', draftLike({ paymentCode: '48' }), { company: { ...company, iban: null } }, []],
    [
      'the address of a business',
      draftLike(),
      { client: { ...client, billingAddress: { country: 'DE' } } },
      ['buyer_address_required'],
    ],
    [
      'the address of a consumer, who may have none',
      draftLike(),
      { client: { ...client, kind: 'Individual', vatNumber: null, billingAddress: { country: 'DE' } } },
      ['buyer_address_missing?'],
    ],
    [
      'both VAT numbers of a reverse charge',
      draftLike({ lines: [reverse] }),
      { company: { ...company, vatNumber: null }, client: { ...client, vatNumber: null } },
      ['seller_vat_number_required', 'buyer_vat_number_required'],
    ],
    [
      'a tax number that only electronic invoices need',
      draftLike({ lines: [exempt] }),
      { company: { ...company, vatNumber: null, legalId: { value: '404833048' } } },
      ['seller_tax_number_missing?'],
    ],
    ['the rate of each line', draftLike({ lines: [noRate, lineLike()] }), {}, ['tax_rate_required']],
    ['no rate of a blank line', draftLike({ lines: [lineLike(), ...empty.lines] }), {}, []],
    [
      'the date of supply in Germany',
      draftLike(),
      { company: { ...company, address: { ...address, country: 'DE' } } },
      ['supply_date_missing?'],
    ],
    ['nothing that only an attempt to send shows', draftLike({ issueDate: '2031-01-01' }), {}, []],
    [
      'no warnings for a date that is no date',
      draftLike({ issueDate: '30 Fev' }),
      { company: { ...company, iban: null } },
      [],
    ],
  ])('is %s', (_what, draft, parties, expected) => {
    expect(codes(draft, parties)).toEqual(expected);
  });

  it('is placed at its field', () => {
    const [problem] = readinessProblems('invoice', draftLike({ lines: [noRate] }), { company, client });
    expect(problem?.at).toBe(lineFieldId(noRate.key, 'taxRate'));
  });
});

it('a draft quote misses only the rates of its lines', () => {
  expect(codes(draftLike({ lines: [noRate] }), { company: bare, client: undefined }, 'quote')).toEqual([
    'tax_rate_required',
  ]);
});

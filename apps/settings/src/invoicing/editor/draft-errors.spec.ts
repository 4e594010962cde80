import { computeTotals } from '@billhook/domain/invoicing/totals/totals';
import { describe, expect, it } from '@jest/globals';
import { totalsInput } from './draft-body.js';
import {
  adjustmentFieldId,
  computeDraft,
  fieldAt,
  focusOrder,
  lineFieldId,
  pointerAt,
  saveErrors,
  sendErrors,
} from './draft-errors.js';
import { draftLike, lineLike } from './draft.fixture.js';
import { emptyLine, type DraftAdjustment } from './draft.js';

const BLANK = emptyLine({ taxCategory: 'S', taxRate: '20' });
const today = '2026-11-21';
const address = { line1: '21 rue de la Fonderie', city: 'Lille', country: 'FR' };
const company = { address, legalId: null, taxNumber: null, vatNumber: 'FR83404833048' };
const billingAddress = { line1: 'Hafenstraße 5', city: 'Hamburg', country: 'DE' };
const client = { kind: 'Business', vatNumber: 'DE136695976', billingAddress, deliveryAddress: null } as const;
const parties = { company, client, today };

const allowance = (part: Partial<DraftAdjustment> = {}): DraftAdjustment => ({
  key: 'a1',
  is: 'allowance',
  worth: '10',
  worthIs: 'percent',
  reason: '',
  taxCategory: '',
  taxRate: '',
  ...part,
});

describe('the pointer of a field', () => {
  const [first, second] = [lineLike({ key: 'k1' }), lineLike({ key: 'k12' })];
  const charge: DraftAdjustment = { ...allowance(), key: 'a2', is: 'charge' };
  const draft = draftLike({
    lines: [first, BLANK, second],
    adjustments: [allowance(), charge],
    notes: [{ key: 'n1', text: '' }],
  });

  it.each([
    ['ed-line-k1-name', '/lines/0/name'],
    ['ed-line-k12-unitPrice', '/lines/2/unitPrice'],
    ['ed-adjustment-a1-worth', '/allowances/0/worth'],
    ['ed-adjustment-a2-taxCategory', '/charges/0/taxCategory'],
    ['ed-clientId', '/clientId'],
    ['ed-note-n1', '/notes'],
    ['ed-line-gone-name', '/line-gone-name'],
  ])('%s is %s, with indexes as on screen', (at, pointer) => {
    expect(pointerAt(at, draft)).toBe(pointer);
  });
});

describe('what keeps a draft from being saved', () => {
  it.each(['issueDate', 'dueDate', 'expiryDate', 'supplyDate', 'periodStart', 'periodEnd'] as const)(
    'is a %s that is no date, and that alone is said of it',
    (name) => {
      const period = { periodStart: '2026-11-01', periodEnd: '2026-11-30' };
      const draft = draftLike({ ...period, [name]: '30 Fev 2026' });
      const found = [...saveErrors(draft), ...sendErrors('invoice', draft, parties)];
      expect(found.filter(({ at }) => at === `ed-${name}`)).toMatchObject([{ code: 'not_a_date' }]);
    },
  );

  it('is nothing for a complete draft', () => {
    expect(saveErrors(draftLike())).toEqual([]);
    expect(saveErrors(draftLike({ lines: [BLANK] }))).toEqual([]);
  });

  it('is at its fields, also below lines that are left out', () => {
    const bad = lineLike({ name: ' ', description: 'Two days', unitPrice: '', quantity: '1.23456', taxRate: '' });
    const errors = saveErrors(draftLike({ clientId: undefined, lines: [BLANK, bad] }));
    expect(new Map(errors.map(({ at, code }) => [at, code]))).toEqual(
      new Map([
        ['ed-clientId', 'client_missing'],
        [lineFieldId(bad.key, 'name'), 'name_missing'],
        [lineFieldId(bad.key, 'unitPrice'), 'price_missing'],
        [lineFieldId(bad.key, 'quantity'), 'wrong_decimals'],
        [lineFieldId(bad.key, 'taxRate'), 'tax_rate_required'],
      ]),
    );
  });

  it.each([
    [{ dueDate: '2026-11-20' }, 'ed-dueDate', 'due_before_issue'],
    [{ expiryDate: '2026-11-20' }, 'ed-expiryDate', 'expiry_before_issue'],
    [{ periodStart: '2026-11-02', periodEnd: '2026-11-01' }, 'ed-periodEnd', 'period_ends_early'],
    [{ periodStart: '2026-11-02' }, 'ed-periodEnd', 'period_open'],
    [{ roundingIncrement: '-0.05' }, 'ed-roundingIncrement', 'rounding_increment_negative'],
    [{ adjustments: [allowance({ worth: '' })] }, adjustmentFieldId('a1', 'worth'), 'worth_missing'],
  ])('%j is %s %s', (part, at, code) => {
    expect(saveErrors(draftLike(part)).map((error) => [error.at, error.code])).toEqual([[at, code]]);
  });
});

describe('what keeps a draft from being sent', () => {
  it('is nothing for a complete draft', () => {
    expect(sendErrors('invoice', draftLike(), parties)).toEqual([]);
  });

  it('is a future date, a missing line or a negative total', () => {
    const codes = (part: Parameters<typeof draftLike>[0]) =>
      sendErrors('invoice', draftLike(part), parties).map(({ code }) => code);
    expect(codes({ issueDate: '2026-11-22' })).toEqual(['date_in_future']);
    expect(codes({ lines: [BLANK] })).toEqual(['lines_missing']);
    expect(codes({ lines: [lineLike({ quantity: '-1' })] })).toEqual(['total_negative']);
  });

  it('is a VAT number that the category requires, for invoices only', () => {
    const reverse = lineLike({ taxCategory: 'AE', taxRate: '0', exemptionReason: 'Reverse charge' });
    const draft = draftLike({ lines: [reverse] });
    const without = { ...parties, client: { ...client, vatNumber: null } };
    expect(sendErrors('invoice', draft, parties)).toEqual([]);
    expect(sendErrors('invoice', draft, without).map(({ at, code }) => [at, code])).toEqual([
      [lineFieldId(reverse.key, 'taxCategory'), 'buyer_vat_number_required'],
    ]);
    expect(sendErrors('quote', draft, without)).toEqual([]);
  });

  it('lists each error of the company, and those of the client at its field', () => {
    const bare = { ...client, billingAddress: { country: 'DE' } };
    const anonymous = { address: null, legalId: null, taxNumber: null, vatNumber: null };
    const found = sendErrors('invoice', draftLike(), { company: anonymous, client: bare, today });
    expect(found.map(({ at, code }) => [at, code])).toEqual([
      ['ed-seller-address', 'seller_address_required'],
      ['ed-seller-vatNumber', 'seller_identification_required'],
      ['ed-clientId', 'buyer_address_required'],
    ]);
  });
});

describe('the totals while a person types', () => {
  it('equal those of the server', () => {
    const draft = draftLike({
      lines: [lineLike({ discount: '10' }), lineLike({ taxRate: '5.5', unitPrice: '19.995', quantity: '3' })],
      adjustments: [
        allowance(),
        allowance({ key: 'a2', is: 'charge', worth: '15.00', worthIs: 'amount', taxCategory: 'S', taxRate: '20' }),
      ],
    });
    const { lines, ...totals } = computeTotals(totalsInput(draft));
    const live = computeDraft(draft);
    expect(live).toMatchObject({ ...totals, partial: false });
    expect([...(live?.lines.values() ?? [])]).toEqual(lines);
  });

  it('leave out only the incomplete line', () => {
    const [good, half] = [lineLike(), lineLike({ unitPrice: '' })];
    const live = computeDraft(draftLike({ lines: [half, good] }));
    expect(live?.partial).toBe(true);
    expect(live?.totals.gross).toBe('1080.00');
    expect([...(live?.lines.keys() ?? [])]).toEqual([good.key]);
  });

  it('do not need the exemption reason', () => {
    const exempt = lineLike({ taxCategory: 'E', taxRate: '0' });
    expect(computeDraft(draftLike({ lines: [exempt] }))).toMatchObject({ partial: false, totals: { gross: '900.00' } });
  });
});

describe('the field of a pointer', () => {
  const line = lineLike();
  const draft = draftLike({
    lines: [BLANK, line],
    adjustments: [allowance({ key: 'c1', is: 'charge' }), allowance()],
    notes: [
      { key: 'n0', text: ' ' },
      { key: 'n1', text: 'x' },
    ],
  });
  it.each([
    ['/lines/0/unitPrice', lineFieldId(line.key, 'unitPrice')],
    ['/lines/0/discount/percent', lineFieldId(line.key, 'discount')],
    ['/lines/0', lineFieldId(line.key, 'name')],
    ['/lines', 'ed-lines'],
    ['/lines/9/name', 'ed-lines'],
    ['/allowances/0/amount', adjustmentFieldId('a1', 'worth')],
    ['/charges/0/taxRate', adjustmentFieldId('c1', 'taxCategory')],
    ['/servicePeriod', 'ed-periodStart'],
    ['/servicePeriod/end', 'ed-periodEnd'],
    ['/paymentMeans/bic', 'ed-bic'],
    ['/notes/0', 'ed-note-n1'],
    ['/lines/0/customFields/color', lineFieldId(line.key, 'name')],
    ['/lines/0/servicePeriod/end', lineFieldId(line.key, 'name')],
    ['/dueDate', 'ed-dueDate'],
  ])('%s is %s', (pointer, at) => {
    expect(fieldAt(pointer, draft)).toBe(at);
  });
});

describe('the element to focus for an error', () => {
  const line = lineLike();
  const draft = draftLike({ lines: [line] });
  it.each([
    ['ed-dueDate', ['ed-dueDate', 'ed-clientId']],
    [lineFieldId(line.key, 'unitPrice'), [lineFieldId(line.key, 'name'), 'ed-lines']],
    [lineFieldId(line.key, 'taxRate'), [lineFieldId(line.key, 'taxCategory'), lineFieldId(line.key, 'name')]],
    [adjustmentFieldId('a9', 'worth'), ['ed-add-allowance']],
    ['ed-note-n9', ['ed-add-note']],
    ['ed-seller-address', ['ed-errors']],
    ['ed-series', ['ed-clientId']],
  ])('of %s is one of %j', (at, others) => {
    const order = focusOrder(at, draft);
    expect(order[0]).toBe(at);
    expect(order).toEqual(expect.arrayContaining(others));
  });
});

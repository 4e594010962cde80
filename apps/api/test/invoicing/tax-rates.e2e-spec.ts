import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { line } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();
let owner: SeededMember;
let session: SessionCaller;
let key: KeyCaller;
const suite = () => ({ api, world });

beforeEach(async () => {
  owner = await world.member(await world.company());
  session = await world.session(owner);
  key = await world.key({ member: owner });
});

type Body = TaxRateView & Omit<ProblemView, 'status'>;
const create = (body: object, by = session) => by.call<Body>('POST', '/app/tax-rates', { body });
const patch = (id: number, body: object, headers = {}, by = session) =>
  by.call<Body>('PATCH', `/app/tax-rates/${id}`, { body, headers });
const listed = async () => (await key.call<{ data: TaxRateView[] }>('GET', '/v1/tax-rates')).body.data;

/** Changes of rates require a person with company.manage. */
function itIsForAdministrators(method: string, path: string): void {
  it('401 without a session, also with a key', async () => {
    expect((await api.call(method, `/app${path}`)).status).toBe(401);
    expect((await key.call(method, `/app${path}`)).status).toBe(401);
  });

  it('403 without company.manage', async () => {
    const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'company.manage');
    const by = await world.session(await world.member(owner.companyId, { permissions }));
    expect(await by.call(method, `/app${path}`)).toMatchObject({ status: 403, body: { missing: ['company.manage'] } });
  });
}

describe('GET /v1/tax-rates', () => {
  itRequires('invoice.read', 'GET', '/v1/tax-rates', suite);

  it('200 with the usual rates of the country of a new company, the highest first', async () => {
    expect((await listed()).map(({ taxCategory, taxRate, status }) => [taxCategory, taxRate, status])).toEqual(
      ['20', '10', '5.5', '2.1'].map((rate) => ['S', rate, 'Active']),
    );
    expect((await session.call('GET', '/app/tax-rates')).body).toEqual({ data: await listed() });
  });
});

describe('POST /app/tax-rates', () => {
  itIsForAdministrators('POST', '/tax-rates');

  it.each<[string, object, string, string]>([
    ['no name', { taxRate: '7' }, '/name', 'required'],
    ['a change of direction', { name: 'Books\u202e', taxRate: '7' }, '/name', 'invalid_character'],
    ['a rate of 0', { name: 'None', taxRate: '0.00' }, '/taxRate', 'invalid_value'],
    ['a rate below 0', { name: 'None', taxRate: '-7' }, '/taxRate', 'invalid_decimal'],
    ['a number', { name: 'Books', taxRate: 7 }, '/taxRate', 'invalid_type'],
    ['an unknown member', { name: 'Books', taxRate: '7', taxCategory: 'S' }, '/taxCategory', 'unknown_property'],
  ])('422 for %s', async (_, body, pointer, code) => {
    const answer = await create(body);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer, code }));
  });

  it('409 for an existing rate in any spelling, naming it; 10 in parallel create one', async () => {
    const [standard] = await listed();
    const taken = await create({ name: 'Again', taxRate: '20.00' });
    expect(taken.body).toMatchObject({ status: 409, code: 'tax_rate_taken', existingId: standard?.id });
    const answers = await Promise.all(Array.from({ length: 10 }, () => create({ name: 'Books', taxRate: '7' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  it('201, with an audit entry', async () => {
    const { status, body } = await create({ name: 'Corsica', taxRate: '0.90' });
    expect([status, body]).toEqual([
      201,
      {
        ...{ id: expect.any(Number), name: 'Corsica', taxCategory: 'S', taxRate: '0.9', status: 'Active', version: 1 },
        ...{ createdAt: expect.any(String), updatedAt: expect.any(String) },
      },
    ]);
    expect(await listed()).toContainEqual(body);
    expect(await auditOf(api, owner.companyId, 'tax_rate.created')).toMatchObject([
      { target: String(body.id), details: { name: 'Corsica', taxRate: '0.9' } },
    ]);
  });
});

describe('PATCH /app/tax-rates/{id}', () => {
  itIsForAdministrators('PATCH', '/tax-rates/999999');

  it("404 for another company's rate", async () => {
    const [standard] = await listed();
    const stranger = await world.session(await world.member(await world.company()));
    expect((await patch(standard?.id ?? 0, { name: 'Mine' }, {}, stranger)).status).toBe(404);
  });

  it('412 for another version, 422 for the rate itself, which documents have copied', async () => {
    const [standard] = await listed();
    const stale = await patch(standard?.id ?? 0, { name: 'Normal' }, { 'if-match': '"7"' });
    expect(stale.body).toMatchObject({ status: 412, code: 'version_mismatch' });
    const changed = await patch(standard?.id ?? 0, { taxRate: '21' });
    expect(changed.body.errors).toEqual([expect.objectContaining({ pointer: '/taxRate', code: 'unknown_property' })]);
  });

  it('200 renamed, archived and restored; no entry without a change', async () => {
    const [standard] = await listed();
    const id = standard?.id ?? 0;
    expect((await patch(id, { name: 'Normal', status: 'Archived' })).body).toMatchObject({
      ...{ name: 'Normal', status: 'Archived', version: 2 },
    });
    expect((await patch(id, { status: 'Archived' })).body.version).toBe(2);
    expect((await patch(id, { status: 'Active' })).body).toMatchObject({ status: 'Active', version: 3 });
    expect(await auditOf(api, owner.companyId, 'tax_rate.updated')).toHaveLength(2);
  });
});

describe('warnings of a validation', () => {
  const IBAN = 'FR7630006000011234567890189';

  it('name what would keep an invoice of this company from being paid or accepted', async () => {
    const records = new Records(key);
    const billingAddress = { postalCode: '60311', city: 'Frankfurt', country: 'DE' };
    const { id: clientId } = await records.client({ vatNumber: 'DE136695976', billingAddress });
    const dates = { issueDate: '2026-11-02', dueDate: '2027-03-02' };
    const body = { clientId, currency: 'EUR', ...dates, lines: [line], terms: 'Net 120 days, interest at 8 % if late' };
    const codes = async () => {
      const { body: view } = await key.call<{ warnings: { pointer: string; code: string }[] }>(
        'POST',
        '/v1/invoices/preview',
        { body },
      );
      return view.warnings.map(({ pointer, code }) => `${pointer} ${code}`);
    };
    const [street, account, term] = [
      '/client/billingAddress buyer_street_missing',
      '/paymentMeans payment_account_missing',
      '/dueDate payment_term_too_long',
    ];
    const texts = ['/terms recovery_costs_missing', '/terms early_payment_discount_missing'];
    expect(await codes()).toEqual([street, account, term, ...texts]);
    const address = { line1: 'Kai 1', city: 'Hamburg', country: 'DE' };
    await session.call('PATCH', '/app/company', { body: { iban: IBAN, address } });
    expect(await codes()).toEqual([street, term, '/supplyDate supply_date_missing']);
  });

  const warned = async (body: object) => {
    await session.call('PATCH', '/app/company', { body: { iban: IBAN, terms: requiredTerms('FR') } });
    const draft = await new Records(key).draft(body as { clientId?: number });
    const validation = await key.call<{ sendable: boolean; warnings: object[] }>(
      'POST',
      `/v1/invoices/${draft.id}/validate`,
    );
    expect(validation.body.sendable).toBe(true);
    const sent = await key.call('POST', `/v1/invoices/${draft.id}/send`);
    expect(sent.status).toBe(200);
    return validation.body.warnings;
  };

  it('include a fraction instead of a percentage, which a send accepts', async () => {
    expect(await warned({ lines: [line, { ...line, taxRate: '0.2' }] })).toEqual([
      {
        pointer: '/lines/1/taxRate',
        code: 'unknown_tax_rate',
        message: '0.2 % is not a tax rate of the company; did you mean 20 %?',
      },
    ]);
  });

  it('include an archived rate, and no active one', async () => {
    const [standard] = await listed();
    expect(await warned({ lines: [line] })).toEqual([]);
    await patch(standard?.id ?? 0, { status: 'Archived' });
    expect(await warned({ lines: [line] })).toMatchObject([{ code: 'unknown_tax_rate' }]);
  });

  it('include no rates if the company has none', async () => {
    for (const { id } of await listed()) await patch(id, { status: 'Archived' });
    expect(await warned({ lines: [{ ...line, taxRate: '150' }] })).toEqual([]);
  });

  it('include a consumer without a street, and a VAT number of another country, also in a preview', async () => {
    const records = new Records(key);
    const consumer = { kind: 'Individual', vatNumber: undefined, billingAddress: { country: 'FR' } };
    const { id } = await records.client(consumer);
    expect(await warned({ clientId: id })).toMatchObject([{ code: 'buyer_address_missing' }]);
    const abroad = await records.client({ vatNumber: 'DE136695976' });
    const body = { clientId: abroad.id, currency: 'EUR', lines: [line] };
    expect((await key.call('POST', '/v1/invoices/preview', { body })).body).toMatchObject({
      ...{ sendable: true, faults: [] },
      warnings: [{ pointer: '/client/vatNumber', code: 'vat_number_country_differs' }],
    });
  });
});

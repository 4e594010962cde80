import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { addDays, dateInZone } from '@billhook/domain/shared/calendar';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { eventsOf, eventTypes, Records } from '../support/records.js';
import { expectLastEvent, itReturns404ForOthers, itRequires } from '../support/route-cases.js';
import { startWithKey } from '../support/start.js';

const NOW = '2026-11-21T10:30:00.000Z';

const { api, world, key, records } = await startWithKey(NOW);
const suite = () => ({ api, world });

const HAMBURG = { line1: 'Hafenstraße 5', postalCode: '20457', city: 'Hamburg', country: 'DE' };

const act = <T = InvoiceView>(action: string, id: number, body?: object, by = key) =>
  by.call<T>('POST', `/v1/invoices/${id}/${action}`, { body });

describe('POST /v1/invoices/{id}/send', () => {
  itRequires('invoice.write', 'POST', '/v1/invoices/999999/send', suite);
  itReturns404ForOthers({ method: 'POST', path: '/v1/invoices', rest: '/send', make: (own) => own.draft() }, suite);

  const between = (taxCategory: string) => ({ ...line, taxCategory, taxRate: '0', exemptionReason: 'Article 138' });
  it.each<[string, object, object, string, string]>([
    ['no line', {}, { lines: [] }, '/lines', 'lines_missing'],
    ['less than zero', {}, { lines: [{ ...line, quantity: '-1' }] }, '/lines', 'total_negative'],
    [
      'reverse charge of a client without a VAT number',
      { vatNumber: undefined },
      { lines: [between('AE')] },
      '/lines/0/taxCategory',
      'buyer_vat_number_required',
    ],
    [
      'a supply within the EU to a client without one',
      { vatNumber: undefined, billingAddress: HAMBURG },
      { supplyDate: '2026-11-02', lines: [between('K')] },
      '/lines/0/taxCategory',
      'buyer_vat_number_required',
    ],
    [
      'a supply within the EU that stays in France',
      {},
      { supplyDate: '2026-11-02', lines: [between('K')] },
      '/lines/0/taxCategory',
      'same_member_state',
    ],
    [
      'an export to Germany',
      { billingAddress: HAMBURG },
      { lines: [between('G')] },
      '/lines/0/taxCategory',
      'destination_not_outside',
    ],
    [
      'a business whose address is a country',
      { billingAddress: { country: 'FR' } },
      {},
      '/client/billingAddress',
      'buyer_address_required',
    ],
    [
      'an authority without a street',
      { kind: 'Public', billingAddress: { city: 'Lyon', country: 'FR' } },
      {},
      '/client/billingAddress',
      'buyer_address_required',
    ],
  ])('422 for %s: still a draft, without a number or an event', async (_, clientChange, change, pointer, code) => {
    const { id: clientId } = await records.client(clientChange);
    const draft = await records.draft({ clientId, ...change });
    const answer = await act<ProblemView>('send', draft.id);
    expect(answer.body).toMatchObject({ status: 422, code: 'invoice_not_sendable' });
    expect(answer.body.errors).toEqual([expect.objectContaining({ pointer, code })]);
    const { body: validation } = await act('validate', draft.id);
    expect(validation).toMatchObject({ sendable: false, faults: answer.body.errors });
    expect(await records.invoice(draft.id)).toEqual(draft);
    expect(await eventTypes(api, 'invoice', draft.id)).toEqual(['invoice.created']);
  });

  it('422 for reverse charge by a company without a VAT number, until it has one', async () => {
    const member = await world.member(await world.company());
    const [own, session] = [await world.key({ member }), await world.session(member)];
    expect((await session.call('PATCH', '/app/company', { body: { vatNumber: null } })).status).toBe(200);
    const { id } = await new Records(own).draft({ lines: [between('AE')] });
    const refused = await act<ProblemView>('send', id, undefined, own);
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ pointer: '/lines/0/taxCategory', code: 'seller_vat_number_required' }),
    ]);
    await session.call('PATCH', '/app/company', { body: { vatNumber: 'FR83404833048' } });
    expect((await act('send', id, undefined, own)).status).toBe(200);
  });

  it.each<[string, object, string, string]>([
    ['without an address', { address: null }, '/seller/address', 'seller_address_required'],
    ['whose address is a country', { address: { country: 'FR' } }, '/seller/address', 'seller_address_required'],
    ['without identification', { vatNumber: null }, '/seller/vatNumber', 'seller_identification_required'],
    [
      'with a legal id alone',
      { vatNumber: null, legalId: { scheme: '0002', value: '404833048' } },
      '/seller/vatNumber',
      'seller_identification_required',
    ],
  ])('422 for a company %s, with the place to enter it', async (_, change, pointer, code) => {
    const member = await world.member(await world.company());
    const [own, session] = [await world.key({ member }), await world.session(member)];
    expect((await session.call('PATCH', '/app/company', { body: change })).status).toBe(200);
    const { id } = await new Records(own).draft();
    const message = expect.stringContaining('under Settings > Company details');
    const errors = [{ pointer, code, message }];
    expect((await act('validate', id, undefined, own)).body).toMatchObject({ sendable: false, faults: errors });
    const refused = await act<ProblemView>('send', id, undefined, own);
    expect(refused.body).toMatchObject({ status: 422, code: 'invoice_not_sendable', errors });
    const address = { line1: '21 rue de la Fonderie', city: 'Lille', country: 'FR' };
    await session.call('PATCH', '/app/company', { body: { address, taxNumber: ' 133/8150/8159 ' } });
    const sent = await act('send', id, undefined, own);
    expect(sent.body).toMatchObject({ status: 'Sent', seller: { taxNumber: '133/8150/8159' } });
  });

  it.each<[string, object, object, string]>([
    [
      'a consumer whose address is a country',
      { kind: 'Individual', vatNumber: undefined, billingAddress: { country: 'FR' } },
      {},
      'S',
    ],
    ['a business without a street', { billingAddress: { postalCode: '60311', city: 'Lyon', country: 'FR' } }, {}, 'S'],
    ['a supply to Germany', { vatNumber: 'DE136695976', billingAddress: HAMBURG }, { supplyDate: '2026-11-02' }, 'K'],
    ['an export', { billingAddress: { ...HAMBURG, country: 'CH' } }, {}, 'G'],
  ])('200 for %s', async (_, clientChange, change, category) => {
    const { id: clientId } = await records.client(clientChange);
    const lines = category === 'S' ? [line] : [between(category)];
    expect((await records.sent({ clientId, lines, ...change })).number).not.toBeNull();
  });

  it('422 for an unknown channel', async () => {
    const { id } = await records.draft();
    const answer = await act<ProblemView>('send', id, { channel: 'Pigeon' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ pointer: '/channel' }));
  });

  it('200 for the last day of a year after the next one has begun: dates follow the numbers within a period', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.sent({ issueDate: '2025-12-30' });
    await made.sent({ issueDate: '2026-01-02' });
    const send = async (issueDate: string) =>
      act<InvoiceView & { errors?: unknown }>('send', (await made.draft({ issueDate })).id, undefined, own);
    const early = await send('2025-12-29');
    const last = await send('2025-12-31');
    expect(early.body.errors).toEqual([
      {
        pointer: '/issueDate',
        code: 'date_before_series',
        message: 'must not be before 2025-12-30, the last date of its series in 2025',
      },
    ]);
    expect(last.body).toMatchObject({ status: 'Sent', number: 'INV-2025-00002' });
    expect((await made.sent()).number).toBe('INV-2026-00002');
  });

  it('422 for a date before the last one of its series, which keeps its number', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.sent({ issueDate: '2026-11-20' });
    const late = await made.draft({ issueDate: '2026-11-19' });
    const refused = await act<ProblemView>('send', late.id, undefined, own);
    expect(refused.body).toMatchObject({ status: 422, code: 'invoice_not_sendable' });
    expect(refused.body.errors).toEqual([
      expect.objectContaining({ pointer: '/issueDate', code: 'date_before_series' }),
    ]);
    expect((await made.sent({ issueDate: '2026-11-20' })).number).toBe('INV-2026-00002');
  });

  it('422 for an issue date that the draft would reject as well, and for one of an issued invoice', async () => {
    const { id } = await records.draft({ issueDate: '2026-11-18', dueDate: '2026-11-19' });
    const asked = (of: number, issueDate: string) =>
      act<ProblemView>('send', of, { channel: 'Link', issueDate }).then(({ body }) => body);
    expect(await asked(id, '2026-11-20')).toMatchObject({
      errors: [{ pointer: '/dueDate', code: 'due_before_issue' }],
    });
    expect(await asked(id, '2999-01-01')).toMatchObject({ status: 422 });
    expect((await records.invoice(id)).issueDate).toBe('2026-11-18');
    const { id: issued } = await records.sent();
    const refused = await asked(issued, '2026-11-20');
    expect(refused).toMatchObject({ status: 422, errors: [{ pointer: '/issueDate', code: 'already_issued' }] });
  });

  it('200 with another issue date than the draft, in one step; a due date by the payment terms moves with it', async () => {
    const own = await world.key();
    const made = new Records(own);
    await made.sent({ issueDate: '2026-11-20' });
    const { id: clientId } = await made.client({ paymentTerms: { days: 30, endOfMonth: false } });
    for (const [body, dueDate] of [
      [{}, '2026-12-20'],
      [{ dueDate: '2026-12-24' }, '2026-12-24'],
    ] as const) {
      const { id } = await made.draft({ clientId, issueDate: '2026-11-18', ...body });
      const sent = await act('send', id, { channel: 'None', issueDate: '2026-11-20' }, own);
      expect(sent.body).toMatchObject({ status: 'Sent', issueDate: '2026-11-20', dueDate, version: 2 });
      await expectLastEvent(api, own, 'invoice', id, 'invoice.sent');
    }
  });

  it('409 for a client that was archived meanwhile', async () => {
    const draft = await records.draft();
    await key.call('DELETE', `/v1/clients/${draft.clientId}`);
    expect((await act<ProblemView>('send', draft.id)).body).toMatchObject({ status: 409, code: 'client_archived' });
  });

  it('409 the second time, with its status', async () => {
    const sent = await records.sent();
    const answer = await act<ProblemView>('send', sent.id);
    expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus: 'Sent' });
    expect(await records.invoice(sent.id)).toEqual(sent);
    expect(await eventTypes(api, 'invoice', sent.id)).toEqual(['invoice.created', 'invoice.sent']);
  });

  it('200: issued and numbered, with one event', async () => {
    const own = await world.key();
    const draft = await new Records(own).draft();
    const { status, body } = await act('send', draft.id, { channel: 'None' }, own);
    expect(status).toBe(200);
    const by = expect.stringContaining(own.secret.slice(0, 12));
    expect(body).toMatchObject({
      status: 'Sent',
      number: 'INV-2026-00001',
      issuedAt: NOW,
      sentAt: NOW,
      version: 2,
      lines: draft.lines,
      totals: draft.totals,
      lastTransition: { from: 'Draft', to: 'Sent', at: NOW, by, reason: null },
    });
    const event = (await eventsOf(api, 'invoice', draft.id)).at(-1);
    const got = await own.call('GET', `/v1/invoices/${draft.id}`);
    expect(got.body).toEqual(body);
    expect(event?.type).toBe('invoice.sent');
    expect(event?.body.endsWith(`"data":${got.text}}`)).toBe(true);
  });

  it('200 as Paid immediately if nothing is outstanding, with that event', async () => {
    const invoice = await records.sent({ lines: [{ ...line, unitPrice: '0' }] });
    expect(invoice).toMatchObject({ status: 'Paid', paidAt: NOW, balance: '0.00' });
    await expectLastEvent(api, key, 'invoice', invoice.id, 'invoice.paid');
  });

  it('422 for a date in the future: the series would reject earlier ones until then', async () => {
    const tomorrow = addDays(dateInZone(api.clock.now(), 'Europe/Paris'), 1);
    const { id } = await records.draft({ issueDate: tomorrow });
    const answer = await key.call<ProblemView>('POST', `/v1/invoices/${id}/send`);
    expect(answer.body).toMatchObject({ status: 422, code: 'invoice_not_sendable' });
    expect(answer.body.errors).toContainEqual(
      expect.objectContaining({ pointer: '/issueDate', code: 'date_in_future' }),
    );
  });

  it('200 with numbers that restart with the year', async () => {
    const made = new Records(await world.key());
    const issueDates = ['2025-12-31', '2025-12-31', '2026-01-01', '2026-01-01'];
    const given: (string | null)[] = [];
    for (const issueDate of issueDates) given.push((await made.sent({ issueDate })).number);
    expect(given).toEqual(['INV-2025-00001', 'INV-2025-00002', 'INV-2026-00001', 'INV-2026-00002']);
  });

  it('200 with both parties as they were, after any later change', async () => {
    const member = await world.member(await world.company());
    const [own, session] = [await world.key({ member }), await world.session(member)];
    const made = new Records(own);
    const client = await made.client({ customFields: { z: 1, a: 2 } });
    const invoice = await made.sent({ clientId: client.id });
    // Private notes and balances are hidden from the client.
    const { notes: _, balances: __, ...buyer } = client;
    expect(invoice.client).toEqual(buyer);
    expect(invoice.seller).toMatchObject({ vatNumber: 'FR83404833048' });
    const before = await own.call('GET', `/v1/invoices/${invoice.id}`);
    await own.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Renamed', vatNumber: null } });
    expect((await session.call('PATCH', '/app/company', { body: { name: 'Renamed' } })).status).toBe(200);
    expect((await own.call('GET', `/v1/invoices/${invoice.id}`)).text).toBe(before.text);
    await own.call('DELETE', `/v1/clients/${client.id}`);
    expect((await own.call('GET', `/v1/invoices/${invoice.id}`)).text).toBe(before.text);
    expect((await made.sent()).seller?.name).toBe('Renamed');
  });
});

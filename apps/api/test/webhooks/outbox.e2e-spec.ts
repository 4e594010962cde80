import type { EventView } from '@billhook/contract/webhooks/event';
import { EVENT_TYPES, EVENTS, type EventType } from '@billhook/domain/shared/event-types';
import { describe, expect, it } from '@jest/globals';
import { line } from '../support/bodies.js';
import { changesOf } from '../support/changes.js';
import { markOverdue, signChains } from '../support/document-states.js';
import { Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();

/** Values whose order, digits or spaces the database could change. */
const customFields = { zeta: 1.5, alpha: 'é "quoted" </script>', 10: null, 9: true };
const rich = {
  customFields,
  issueDate: '2026-11-01',
  lines: [
    { ...line, quantity: '2.5000', discount: { reason: 'Loyalty', percent: '10' }, customFields },
    {
      ...line,
      servicePeriod: { start: '2026-10-01', end: '2026-10-31' },
      charges: [{ reason: 'Freight', amount: '1.00' }],
    },
  ],
  allowances: [{ reason: 'Whole', percent: '1.5' }],
  roundingIncrement: '0.05',
  paymentMeans: { iban: 'FR7630006000011234567890189', code: '30' },
  notes: ['b', 'a'],
};
const richClient = {
  customFields,
  contacts: [{ receives: ['Quote', 'Invoice'], email: 'ada@example.com', name: 'Ada' }],
  legalId: { value: '404833048', scheme: '0002' },
  billingAddress: { postalCode: '69003', country: 'FR', city: 'Lyon', line1: '8 rue des Tilleuls' },
  paymentTerms: { text: '30 days', days: 30 },
};

interface Action {
  readonly act: () => Promise<unknown>;
  /** The path of the record that `act` deletes. */
  readonly gone?: string;
}

interface Case {
  readonly name: string;
  readonly events: readonly EventType[];
  readonly prepare: (by: KeyCaller, made: Records) => Promise<Action>;
}

/** A case with one request to a record that exists already. */
function request(
  name: string,
  events: readonly EventType[],
  make: (made: Records, by: KeyCaller) => Promise<string>,
  method: string,
  body?: object,
): Case {
  return {
    name,
    events,
    async prepare(by, made) {
      const path = await make(made, by);
      const isGone = events.some((type) => type.endsWith('.deleted') && !type.startsWith('payment.'));
      return { act: () => by.call(method, path, { body }), ...(isGone ? { gone: path } : {}) };
    },
  };
}

const client = async (made: Records) => `/v1/clients/${(await made.client(richClient)).id}`;
const usedClient = async (made: Records) => `/v1/clients/${(await made.draft(rich)).clientId}`;
const draft = async (made: Records) => `/v1/invoices/${(await made.draft(rich)).id}`;
const sent = async (made: Records) => `/v1/invoices/${(await made.sent(rich)).id}`;
const quote = async (made: Records) => `/v1/quotes/${(await made.quote({ ...rich, title: 'Title' })).id}`;

async function rejected(made: Records, by: KeyCaller): Promise<string> {
  const path = await sent(made);
  await by.call('POST', `${path}/reject`, { body: { code: 'Other', text: 'No.' } });
  return path;
}

async function two(made: Records) {
  const first = await made.sent({ ...rich, ...(await clientId(made)) });
  const second = await made.sent({ ...rich, clientId: first.clientId });
  return [first, second] as const;
}

const clientId = async (made: Records) => ({ clientId: (await made.client(richClient)).id });

const CASES: readonly Case[] = [
  {
    name: 'create a client',
    events: ['client.created'],
    prepare: async (_, made) => ({ act: () => made.client(richClient) }),
  },
  request('edit a client', ['client.updated'], client, 'PATCH', { name: 'Other', customFields }),
  request('archive a client', ['client.updated'], client, 'PATCH', { status: 'Archived' }),
  request('delete a client', ['client.deleted'], client, 'DELETE'),
  request('delete a client with documents', ['client.updated'], usedClient, 'DELETE'),
  {
    name: 'delete a client with documents again',
    events: [],
    async prepare(by, made) {
      const path = await usedClient(made);
      await by.call('DELETE', path);
      return { act: () => by.call('DELETE', path) };
    },
  },
  {
    name: 'create an invoice',
    events: ['invoice.created'],
    async prepare(_, made) {
      const of = await clientId(made);
      return { act: () => made.draft({ ...rich, ...of }) };
    },
  },
  request('edit an invoice', ['invoice.updated'], draft, 'PATCH', { ...rich, terms: 'Net' }),
  request('edit an invoice but not its lines', ['invoice.updated'], draft, 'PATCH', { terms: 'Net' }),
  request('delete an invoice', ['invoice.deleted'], draft, 'DELETE'),
  request('send an invoice', ['invoice.sent'], async (made) => `${await draft(made)}/send`, 'POST'),
  request('reject an invoice', ['invoice.rejected'], async (made) => `${await sent(made)}/reject`, 'POST', {
    code: 'Other',
  }),
  request('reopen an invoice', ['invoice.updated'], async (made, by) => `${await rejected(made, by)}/reopen`, 'POST'),
  request('send an invoice again', [], async (made) => `${await sent(made)}/send`, 'POST'),
  request('edit an invoice that is issued', [], sent, 'PATCH', { terms: 'Net' }),
  {
    name: 'let an invoice fall due',
    events: ['invoice.overdue'],
    async prepare(_, made) {
      await made.sent({ ...rich, issueDate: '2020-01-01', dueDate: '2020-01-31' });
      return { act: () => markOverdue(api) };
    },
  },
  {
    name: 'pay one invoice in full and another in part',
    events: ['invoice.paid', 'invoice.partial', 'payment.created'],
    async prepare(_, made) {
      const [first, second] = await two(made);
      const parts = [
        { invoiceId: second.id, amount: '1.00' },
        { invoiceId: first.id, amount: first.balance },
      ];
      return { act: () => made.payment(first, '5000.00', parts) };
    },
  },
  {
    name: 'record a payment of no invoice',
    events: ['payment.created'],
    async prepare(_, made) {
      const of = { ...(await clientId(made)), currency: 'EUR' };
      return { act: () => made.payment(of, '10.00') };
    },
  },
  {
    name: 'take a payment of two invoices back',
    events: ['invoice.partial', 'invoice.updated', 'payment.deleted'],
    async prepare(by, made) {
      const [first, second] = await two(made);
      await made.paid(first, '1.00');
      const parts = [first, second].map(({ id }) => ({ invoiceId: id, amount: '2.00' }));
      const { id } = await made.payment(first, '4.00', parts);
      return { act: () => by.call('DELETE', `/v1/payments/${id}?reason=Bounced`) };
    },
  },
  {
    name: 'sign the head of the document chain',
    events: ['checkpoint.signed'],
    async prepare(_, made) {
      // The other companies have their checkpoint of the day.
      await signChains(api);
      await made.sent();
      return { act: () => signChains(api) };
    },
  },
  {
    name: 'create a quote',
    events: ['quote.created'],
    async prepare(_, made) {
      const of = await clientId(made);
      return { act: () => made.quote({ ...rich, ...of, expiryDate: '2026-11-02' }) };
    },
  },
  request('edit a quote', ['quote.updated'], quote, 'PATCH', { ...rich, title: null }),
  request('delete a quote', ['quote.deleted'], quote, 'DELETE'),
  request('send a quote', ['quote.updated'], async (made) => `${await quote(made)}/send`, 'POST'),
  request(
    'send a quote without lines',
    [],
    async (made) => `/v1/quotes/${(await made.quote({ lines: [] })).id}/send`,
    'POST',
  ),
];

describe('the events of an action', () => {
  it.each(CASES)('$name: $events', async ({ events, prepare }) => {
    const by = await world.key();
    const { act, gone } = await prepare(by, new Records(by));
    const last = gone && (await by.call<{ version: number }>('GET', gone)).body;
    // A deletion is a change with its own version and time.
    const deleted = last && { ...last, version: last.version + 1, updatedAt: api.clock.now().toISOString() };
    const ofCompany = async () => (await api.events()).filter(({ companyId }) => companyId === by.companyId);
    const before = (await ofCompany()).length;
    // Also checks the previous values in each event.
    await changesOf(api, act);
    const emitted = (await ofCompany()).slice(before);

    expect(emitted.map(({ type }) => type).sort()).toEqual(events);
    // At most one event for each record.
    const about = emitted.map(({ type, data }) => `${EVENTS[type as EventType].resource} ${String(data['id'])}`);
    expect(new Set(about).size).toBe(about.length);
    for (const { type, body, data, companyId } of emitted) {
      const message = JSON.parse(body) as EventView;
      expect(Object.keys(message)).toEqual(['id', 'type', 'createdAt', 'data']);
      expect(message).toMatchObject({
        id: expect.stringMatching(/^msg_\w{22}$/),
        type,
        createdAt: api.clock.now().toISOString(),
      });
      expect(companyId).toBe(by.companyId);
      const got = !deleted
        ? (await by.call('GET', `/v1/${EVENTS[type as EventType].resource}s/${String(data['id'])}`)).text
        : JSON.stringify(deleted);
      expect(body.endsWith(`"data":${got}}`)).toBe(true);
    }
  });

  it('covers every type of event that there is', () => {
    expect([...new Set(CASES.flatMap(({ events }) => events))].sort()).toEqual([...EVENT_TYPES].sort());
  });
});

import { CreateClient, UpdateClient } from '@billhook/contract/invoicing/client';
import { CreateCreditNote, UpdateCreditNote } from '@billhook/contract/invoicing/credit-note';
import { FILTERED_REFERENCES, REFERENCE_NAMES, byName } from '@billhook/contract/invoicing/document-fields';
import { CreateInvoice, UpdateInvoice } from '@billhook/contract/invoicing/invoice';
import { CreatePayment } from '@billhook/contract/invoicing/payment';
import { CreateQuote, UpdateQuote } from '@billhook/contract/invoicing/quote';
import { pick } from '@billhook/domain/shared/pick';
import { sentLinePattern } from '@billhook/domain/shared/text-characters';
import { Invoice } from '@billhook/invoicing/invoices/invoice.entity';
import { withClient } from '@billhook/testing/test-server';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Links, shown } from '../support/document-link.js';
import { fullBody, without, type Body, type Variant } from '../support/full-body.js';
import { pdfFile } from '../support/pdf-file.js';
import { eventsOf, Records } from '../support/records.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

/*
 * Every member of a body is stored: in the record, after a change of another member, and in documents created from it.
 * Bodies are generated from their schemas, which covers new members without new tests.
 */

const { api, world } = await startWorld();
let key: KeyCaller;
let records: Records;
let clients: readonly [number, number];

beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
  clients = [(await records.client()).id, (await records.client()).id];
});

const LINE = {
  name: 'Consulting',
  description: 'Two days',
  quantity: '2',
  unit: 'DAY',
  unitPrice: '450.00',
  priceBaseQuantity: '2',
  discount: { percent: '10', reason: 'Loyalty' },
  allowances: [{ amount: '5.00', reason: 'Delay' }],
  charges: [{ amount: '7.00', reason: 'Travel' }],
  taxCategory: 'E',
  taxRate: '0',
  exemptionReason: 'Training',
  servicePeriod: { start: '2026-11-01', end: '2026-11-15' },
  sellerItemId: 'S-1',
  buyerItemId: 'B-1',
  customFields: { costCentre: 'A7' },
};
const CREDITED_LINE = { ...LINE, quantity: '1' };

/** Two values for each member whose schema does not describe them completely. */
const given = () =>
  ({
    clientId: clients,
    currency: ['EUR', 'USD'],
    lines: [[LINE], [{ ...LINE, name: 'Training' }]],
    allowances: [[{ amount: '10.00', reason: 'Fair' }], [{ percent: '5', taxCategory: 'E', taxRate: '0' }]],
    charges: [[{ amount: '3.00', reason: 'Freight' }], []],
    roundingIncrement: ['0.05', '0.10'],
    series: ['default', 'exports'],
    paymentMeans: [
      { code: '30', iban: 'FR7630006000011234567890189', bic: 'AGRIFRPP', remittance: 'RF18' },
      { code: '58', iban: 'DE89370400440532013000' },
    ],
    customFields: [{ costCentre: 'A7' }, { costCentre: 'B8', urgent: true }],
    externalId: ['erp-1', 'erp-2'],
    servicePeriod: [
      { start: '2026-11-01', end: '2026-11-15' },
      { start: '2026-10-01', end: '2026-10-31' },
    ],
    dueDate: ['2026-12-20', '2027-01-31'],
    expiryDate: ['2027-12-31', '2028-12-31'],
  }) satisfies Record<string, readonly [unknown, unknown]>;

/** A body with every member. The expected total is checked and not stored. */
const full = (
  schema: z.ZodObject,
  variant: Variant = 0,
  more: Record<string, readonly [unknown, unknown]> = {},
): Body => without(fullBody(schema, variant, { ...given(), expectedTotal: ['', ''], ...more }), 'expectedTotal');

/** Codes from a list, whose letters must not change. */
const CODES = ['code', 'scheme'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

/** Bodies as another system may export them: each line broken, indented and with decomposed letters. */
class Export {
  private readonly root: JsonSchema;

  constructor(schema: z.ZodType) {
    this.root = z.toJSONSchema(schema, { io: 'input' });
  }

  /** @returns what is sent and what is stored */
  of(value: unknown, schema = this.root, name = ''): { sent: unknown; stored: unknown } {
    const forms = this.forms(schema);
    if (typeof value === 'string') {
      if (!forms.some(({ pattern }) => pattern === sentLinePattern(1).source)) return { sent: value, stored: value };
      const [letter, composed] = CODES.includes(name) ? ['', ''] : [' e\u0301', ' é'];
      const sent = `\r\n\t${value.replaceAll(' ', ' \n  ')}${letter}\u00a0 \u2028`;
      return { sent, stored: `${value}${composed}` };
    }
    if (Array.isArray(value)) {
      const items = forms.find((form) => form.items !== undefined)?.items as JsonSchema | undefined;
      const all = value.map((each: unknown) => this.of(each, items ?? {}, name));
      return { sent: all.map(({ sent }) => sent), stored: all.map(({ stored }) => stored) };
    }
    if (typeof value !== 'object' || value === null) return { sent: value, stored: value };
    const properties = forms.find((form) => form.properties !== undefined)?.properties ?? {};
    const members = Object.entries(value).map(
      ([member, each]) =>
        [member, this.of(each, (properties[member] as JsonSchema | undefined) ?? {}, member)] as const,
    );
    return {
      sent: Object.fromEntries(members.map(([member, { sent }]) => [member, sent])),
      stored: Object.fromEntries(members.map(([member, { stored }]) => [member, stored])),
    };
  }

  /** The schema and its alternatives, without references. */
  private forms(schema: JsonSchema): JsonSchema[] {
    const named = schema.$ref === undefined ? schema : this.root.$defs?.[schema.$ref.split('/').at(-1) ?? ''];
    return [named as JsonSchema, ...(schema.anyOf ?? []).flatMap((each) => this.forms(each))];
  }
}

/** A PATCH of each member, and of each to null if that clears it, changes only this member. */
async function expectPatched(path: string, schema: z.ZodObject, kept: Body, other: Body): Promise<void> {
  const names = Object.keys(schema.shape).filter((name) => name in other);
  expect(names.length).toBeGreaterThan(0);
  let now = kept;
  for (const name of names) {
    const values = schema.safeParse({ [name]: null }).success ? [null, other[name]] : [other[name]];
    for (const value of values) {
      now = { ...now, [name]: value };
      const answer = await key.call('PATCH', path, { body: { [name]: value } });
      expect({ name, ...answer }).toMatchObject({ name, status: 200, body: now });
      expect(await records.get(path)).toEqual(answer.body);
    }
  }
}

describe('every member of a body', () => {
  it('of a client is stored, and kept by a PATCH of another one', async () => {
    const more = {
      contacts: [[{ name: 'Jeanne', email: 'j@a.example', phone: '1', receives: ['Invoice'] }], []],
    } as const;
    const terms = [
      { days: 30, endOfMonth: true, text: 'Net' },
      { days: 10, endOfMonth: false },
    ] as const;
    const legal = [
      { scheme: '0002', value: '303265045' },
      { scheme: '0009', value: '73282932000074' },
    ] as const;
    const body = (variant: Variant) =>
      full(CreateClient, variant, {
        ...more,
        paymentTerms: terms,
        legalId: legal,
        electronicAddress: legal,
        vatNumber: ['FR40303265045', 'FR83404833048'],
        country: ['FR', 'BE'],
      });
    const client = await records.client(body(0));
    expect(client).toMatchObject(body(0));
    expect(await records.get(`/v1/clients/${client.id}`)).toEqual(client);
    await expectPatched(`/v1/clients/${client.id}`, UpdateClient, body(0), body(1));
  });

  it('of an invoice is stored, and kept by a PATCH of another one and by a duplicate', async () => {
    const body = full(CreateInvoice);
    const invoice = await records.draft(body);
    expect(invoice).toMatchObject(body);
    expect(await records.invoice(invoice.id)).toEqual(invoice);
    const duplicate = await records.act(`/v1/invoices/${invoice.id}/duplicate`);
    const own = ['externalId', 'issueDate', 'dueDate', 'supplyDate', 'servicePeriod'];
    // The dates of a supply are not those of the next one, on the lines as well.
    const { servicePeriod: _, ...line } = LINE;
    expect(duplicate).toMatchObject({ ...without(body, ...own), lines: [{ ...line, servicePeriod: null }] });
    await expectPatched(`/v1/invoices/${invoice.id}`, UpdateInvoice, body, full(CreateInvoice, 1));
  });

  it('of a quote is stored, and kept by a PATCH of another one, a revision and a conversion', async () => {
    const body = full(CreateQuote);
    const draft = await records.quote(body);
    expect(draft).toMatchObject(body);
    await expectPatched(`/v1/quotes/${draft.id}`, UpdateQuote, body, full(CreateQuote, 1));
    const sent = await records.sentQuote({ ...body, externalId: 'erp-3' });
    const revision = await records.act(`/v1/quotes/${sent.id}/revise`);
    expect(revision).toMatchObject(without(body, 'externalId', 'issueDate', 'expiryDate'));
    const accepted = await records.accepted({ ...body, externalId: 'erp-4' });
    const invoice = await records.convert(accepted, { mode: 'Whole' });
    expect(invoice).toMatchObject(without(body, 'externalId', 'issueDate', 'expiryDate', 'title'));
  });

  it('of an invoice is kept by its credit note, except its own members; of a credit note as well', async () => {
    const body = full(CreateInvoice);
    const own = ['externalId', 'customFields', 'privateNotes', 'notes'];
    const dates = ['issueDate', 'dueDate', 'supplyDate', 'servicePeriod'];
    const whole = await records.credit(await records.sent(body), { issueDate: body['issueDate'] });
    expect(whole).toMatchObject(without(body, ...own, ...dates));

    const invoice = await records.sent({ ...body, externalId: 'erp-5' });
    const more = {
      invoiceId: [invoice.id, invoice.id],
      lines: [[CREDITED_LINE], []],
      to: [['compta@atelier-lumen.example'], []],
      externalId: ['erp-6', 'erp-7'],
    } as const;
    const { channel, to, message: _, ...credit } = full(CreateCreditNote, 0, { ...more, channel: ['Email', 'None'] });
    const note = await records.credit(invoice, { ...credit, channel, to });
    const elsewhere = ['lines', 'allowances', 'charges', 'roundingIncrement'];
    expect(note).toMatchObject({
      ...without(body, ...own, ...dates, ...elsewhere),
      ...credit,
      delivery: { channel, to },
    });
    await expectPatched(`/v1/credit-notes/${note.id}`, UpdateCreditNote, credit, full(CreateCreditNote, 1, more));
  });

  it('that is one line is stored with one space for white space, and composed', async () => {
    const allocations = [[], []] as const;
    const terms = [{ days: 30, endOfMonth: true, text: 'Net' }, null] as const;
    // A scheme without a check of its numbers.
    const legal = [{ scheme: '0060', value: '40 303 265' }, null] as const;
    const contacts = [[{ name: 'Jeanne Roux', email: 'j@a.example', phone: '1', receives: ['Invoice'] }], []] as const;
    const client = { contacts, paymentTerms: terms, legalId: legal, electronicAddress: legal };
    for (const [path, schema, more] of [
      ['/v1/clients', CreateClient, { ...client, vatNumber: ['FR40303265045', ''], country: ['FR', 'BE'] }],
      ['/v1/invoices', CreateInvoice, {}],
      ['/v1/quotes', CreateQuote, {}],
      ['/v1/payments', CreatePayment, { amount: ['100.00', ''], allocations }],
    ] as const) {
      const body = full(schema, 0, more);
      const { sent, stored } = new Export(schema).of(body);
      expect(JSON.stringify(sent)).toContain('\u2028');
      const answer = await key.call<{ id: number }>('POST', path, { body: sent as object });
      expect(answer).toMatchObject({ status: 201, body: stored });
      expect(await records.get(`${path}/${answer.body.id}`)).toMatchObject(stored as object);
    }
  });

  it('that is a line is found by a filter as it was given, and as an earlier version stored it', async () => {
    const purchaseOrder = ' PO  7781\n';
    const { id } = await records.draft({ purchaseOrder });
    const before = await records.draft({ purchaseOrder: 'PO 9' });
    await withClient(api.databaseUrl, (db) =>
      db.query(`UPDATE invoices SET purchase_order = 'PO  9' WHERE id = $1`, [before.id]),
    );
    const found = async (text: string) =>
      (
        await records.get<{ data: { id: number }[] }>(`/v1/invoices?purchaseOrder=${encodeURIComponent(text)}`)
      ).data.map((each) => each.id);
    expect(await found(purchaseOrder)).toEqual([id]);
    expect(await found('PO 7781')).toEqual([id]);
    expect(await found('PO  9')).toEqual([before.id]);
    expect(await found('PO 9')).toEqual([]);
  });

  it('that is a reference is in the events, on the public page, and found by its filter', async () => {
    const { record, client } = await new Links(world, key, records).invoice(
      byName(REFERENCE_NAMES, (name) => `R-${name}`),
    );
    const references = pick(record, REFERENCE_NAMES);
    expect(references).toEqual(byName(REFERENCE_NAMES, (name) => `R-${name}`));
    for (const { data } of await eventsOf(api, 'invoice', record.id)) expect(data).toMatchObject(references);
    expect(await shown(client)).toMatchObject(references);
    await records.draft(byName(REFERENCE_NAMES, () => 'R-other'));
    for (const name of FILTERED_REFERENCES) {
      const { data } = await records.get<{ data: object[] }>(`/v1/invoices?${name}=R-${name}`);
      expect(data).toEqual([expect.objectContaining({ id: record.id })]);
    }
  });

  it('of a client or a company is empty in documents that were sent before the member existed', async () => {
    const links = new Links(world, key, records);
    const invoice = await links.invoice();
    const quote = await links.quote();
    const note = await records.credit(await records.sent());
    const paths = [`/v1/invoices/${invoice.record.id}`, `/v1/quotes/${quote.record.id}`, `/v1/credit-notes/${note.id}`];
    const read = async () => [
      ...(await Promise.all(paths.map((path) => records.get(path)))),
      ...(await Promise.all([shown(invoice.client), shown(quote.client)])),
    ];
    const before = await read();
    await withClient(api.databaseUrl, async (db) => {
      // Snapshots without the members that are empty, as if these had been added later.
      const filled = (column: string) =>
        `(SELECT jsonb_object_agg(key, value) FROM jsonb_each(${column}) WHERE value NOT IN ('null', '[]', '{}'))`;
      for (const table of ['invoices', 'quotes', 'credit_notes']) {
        await db.query(
          `UPDATE ${table} SET client = ${filled('client')}, seller = ${filled('seller')} WHERE client IS NOT NULL`,
        );
      }
    });
    expect(await read()).toEqual(before);
    await records.credit(invoice.record);
    const pdfs = await Promise.all(paths.map((path) => pdfFile(path, { of: api, by: key })));
    expect(pdfs.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it('that is a filtered reference has an index', async () => {
    const indexes = await api.app
      .get(DataSource)
      .query<{ indexdef: string }[]>(`SELECT indexdef FROM pg_indexes WHERE tablename = 'invoices'`);
    const columns = api.app.get(DataSource).getMetadata(Invoice).columns;
    for (const name of FILTERED_REFERENCES) {
      const column = columns.find(({ propertyName }) => propertyName === name)?.databaseName;
      expect(indexes.map(({ indexdef }) => indexdef)).toContainEqual(
        expect.stringContaining(`(company_id, ${column}, id)`),
      );
    }
  });

  it('of a payment is stored, and kept by an allocation', async () => {
    const invoices = [
      await records.sent({ clientId: clients[0] }),
      await records.sent({ clientId: clients[0] }),
    ] as const;
    const allocations = [[{ invoiceId: invoices[0].id, amount: '80.00' }], []] as const;
    const body = full(CreatePayment, 0, { amount: ['100.00', ''], allocations });
    const { body: payment } = await key.call<{ id: number }>('POST', '/v1/payments', { body });
    expect(payment).toMatchObject(body);
    const added = [{ invoiceId: invoices[1].id, amount: '20.00' }];
    const allocated = await records.act(`/v1/payments/${payment.id}/allocate`, { allocations: added });
    expect(allocated).toMatchObject({ ...body, allocations: [...allocations[0], ...added] });
  });
});

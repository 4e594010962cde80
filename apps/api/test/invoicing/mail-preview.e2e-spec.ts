import type { OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { MailDetail, MailPreview, MailView } from '@billhook/contract/invoicing/mail';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { Database } from '@billhook/db/database';
import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import { mailBodies } from '@billhook/invoicing/documents/mail-bodies';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { line } from '../support/bodies.js';
import { changesOf } from '../support/changes.js';
import { Records } from '../support/records.js';
import { World, type Caller, type KeyCaller } from '../support/world.js';

const EMAIL = { channel: 'Email' };
const client = { email: 'office@lumen.example' };

let api: TestApi;
let world: World;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  world = new World(api);
});
beforeEach(async () => {
  key = await world.key();
  records = new Records(key);
});
afterAll(() => api.stop());

const draftFor = async (of: object) => records.draft({ clientId: (await records.client(of)).id });
const send = <T = InvoiceView>(path: string, body: object) => key.call<T>('POST', `/v1/${path}/send`, { body });

describe('POST /app/invoices/{id}/mail-preview, and the same of quotes', () => {
  let session: Caller;

  beforeEach(async () => {
    session = await world.session(await world.member(key.companyId));
  });

  const preview = <T = MailPreview>(path: string, body: object = {}, by: Caller = session, headers = {}) =>
    by.call<T>('POST', `/app/${path}/mail-preview`, { body, headers });

  /** Runs a preview that must not write anything. */
  async function written<T>(run: () => Promise<T>): Promise<T> {
    const state = () =>
      api.database.query({
        name: 'test_preview_state',
        text: `SELECT (SELECT count(*) FROM mails) AS mails, (SELECT count(*) FROM answering_links) AS links,
          (SELECT count(*) FROM document_files) AS files, (SELECT count(*) FROM document_numbers) AS numbers`,
      });
    const before = await state();
    const { result, events, lines } = await changesOf(api, run);
    expect([events, lines, await state()]).toEqual([[], [], before]);
    return result;
  }

  it('401 without a session, 403 without the permission of a send, 404 in another company', async () => {
    const invoice = `invoices/${(await draftFor(client)).id}`;
    const quote = `quotes/${(await records.quote()).id}`;
    const reader = await world.session(await world.member(key.companyId, { role: 'Read-only' }));
    const stranger = await world.session(await world.member(await world.company()));
    for (const path of [invoice, quote]) {
      expect((await api.call('POST', `/app/${path}/mail-preview`, { body: {} })).status).toBe(401);
      const refused = await preview<ProblemView>(path, {}, reader);
      expect([refused.status, refused.body.code]).toEqual([403, 'permission_missing']);
      expect((await preview(path, {}, stranger)).status).toBe(404);
    }
  });

  it('is rejected as the send is: 409, 412 and 422', async () => {
    const { id } = await draftFor(client);
    const invoice = await records.sent({ clientId: (await records.client(client)).id });
    await records.act(`/v1/invoices/${invoice.id}/void`);
    const mute = await draftFor({});
    const empty = await records.draft({ lines: [] });
    const cases = [
      [409, 'action_not_allowed', `invoices/${invoice.id}`, {}, {}],
      [412, 'version_mismatch', `invoices/${id}`, {}, { 'if-match': '"7"' }],
      [422, 'invalid_body', `invoices/${id}`, { to: ['nobody'] }, {}],
      [422, 'invalid_body', `invoices/${id}`, { channel: 'Email' }, {}],
      [422, 'recipient_missing', `invoices/${mute.id}`, {}, {}],
      [422, 'invoice_not_sendable', `invoices/${empty.id}`, { to: ['a@lumen.example'] }, {}],
    ] as const;
    for (const [status, code, path, body, headers] of cases) {
      const answer = await written(() => preview<ProblemView>(path, body, session, headers));
      expect([answer.status, answer.body.code]).toEqual([status, code]);
    }
  });

  it('returns exactly the email of the send that follows, and changes nothing', async () => {
    const clientId = (await records.client({ ...client, locale: 'fr' })).id;
    const body = { to: [`preview-${key.companyId}@lumen.example`], message: 'Merci !' };
    const invoice = `invoices/${(await records.draft({ clientId })).id}`;
    const quote = `quotes/${(await records.quote({ clientId })).id}`;
    // The second round is that of documents that are sent again.
    for (const path of [invoice, quote, invoice, quote]) {
      const before = await records.get(`/v1/${path}`);
      const shown = await written(() => preview(path, body));
      expect([shown.status, await records.get(`/v1/${path}`)]).toEqual([200, before]);
      const { delivery } = (await send(path, { ...EMAIL, ...body })).body;
      const mail = await records.get<MailDetail>(`/v1/mails/${delivery?.mailId}`);
      expect(mail).toMatchObject(shown.body);
      expect(shown.body).toMatchObject({ status: 'Kept', recipients: body.to });
      for (const part of [shown.body.text, shown.body.html]) {
        expect(part).toContain('Merci !');
        expect(part).toContain('/d/#answering-link');
      }
    }
    expect((await records.get<ListOf<MailView>>('/v1/mails')).data).toHaveLength(4);
  });
});

describe('POST /app/credit-notes/mail-preview', () => {
  const bodyOf = (invoiceId: number) => ({
    invoiceId,
    reason: { code: 'Return' },
    to: ['a@lumen.example'],
    message: 'Sorry',
  });

  it('401 without a session, 403 without the permission, and rejected as the credit note would be', async () => {
    const { id } = await records.sent({ clientId: (await records.client(client)).id });
    const path = '/app/credit-notes/mail-preview';
    const [reader, owner] = [
      await world.session(await world.member(key.companyId, { role: 'Read-only' })),
      await world.session(await world.member(key.companyId)),
    ];
    expect((await api.call('POST', path, { body: bodyOf(id) })).status).toBe(401);
    expect((await reader.call('POST', path, { body: bodyOf(id) })).status).toBe(403);
    const draft = (await draftFor(client)).id;
    const foreign = await new Records(await world.key()).sent();
    for (const body of [
      ...[bodyOf(draft), bodyOf(foreign.id), { ...bodyOf(id), expectedTotal: '1.00' }],
      { ...bodyOf(id), lines: [{ ...line, unitPrice: '99999' }] },
    ]) {
      const [shown, issued] = [
        await owner.call<ProblemView>('POST', path, { body }),
        await key.call<ProblemView>('POST', '/v1/credit-notes', { body: { ...body, ...EMAIL } }),
      ];
      expect(issued.status).toBeGreaterThanOrEqual(409);
      expect([shown.status, shown.body.code]).toEqual([issued.status, issued.body.code]);
    }
  });

  it('returns exactly the email of the credit note that follows, and issues nothing', async () => {
    const { id } = await records.sent({ clientId: (await records.client(client)).id });
    const session = await world.session(await world.member(key.companyId));
    const { result, events, lines } = await changesOf(api, () =>
      session.call<MailPreview>('POST', '/app/credit-notes/mail-preview', { body: bodyOf(id) }),
    );
    expect([result.status, events, lines, (await records.invoice(id)).creditNoteIds]).toEqual([200, [], [], []]);
    const { delivery, publicUrl } = await records.credit({ id }, { ...bodyOf(id), ...EMAIL });
    const { text, ...mail } = await records.get<MailDetail>(`/v1/mails/${delivery?.mailId}`);
    const plain = (body: string) => body.replaceAll(/\/d\/[0-9A-Za-z]{32,33}/g, '/d/');
    expect(mail).toMatchObject({ subject: result.body.subject, recipients: result.body.recipients });
    expect([plain(text), plain(mail.html)]).toEqual([plain(result.body.text), plain(result.body.html)]);
    expect([text.includes(publicUrl ?? 'none'), text.includes('Sorry')]).toEqual([true, true]);
  });
});

describe('an email that is sent a second time', () => {
  it('says what is paid, credited and outstanding by then', async () => {
    const { id: clientId } = await records.client(client);
    const textOf = async (id: number) => {
      const { delivery } = (await send(`invoices/${id}`, EMAIL)).body;
      const { text, html } = await records.get<{ text: string; html: string }>(`/v1/mails/${delivery?.mailId}`);
      for (const amount of text.match(/€[\d,.]+/g) ?? []) expect(html).toContain(amount);
      return text;
    };
    const part = await records.sent({ clientId, dueDate: '2999-12-31' });
    await records.paid(part, '70.00');
    await records.credit(part, { lines: [{ ...line, quantity: '1', unitPrice: '10.00' }] });
    expect(await textOf(part.id)).toMatch(
      /Amount: .+\nPaid on 21 November 2026: €70\.00\nAlready credited: .+\nOutstanding: .+\nDue date/,
    );
    const paid = await records.sent({ clientId, dueDate: '2999-12-31' });
    await records.paid(paid);
    const written = await records.sent({ clientId, dueDate: '2999-12-31' });
    await records.act(`/v1/invoices/${written.id}/write-off`, { reason: 'Insolvent' });
    for (const { id } of [paid, written]) {
      const text = await textOf(id);
      expect(text).toContain('Nothing is due.');
      expect(text).not.toMatch(/Due date|Outstanding|Insolvent/);
    }
  });
});

describe('an email whose message contains the placeholder of the link to all documents', () => {
  it('is sent without the link, unless the company links to the page', async () => {
    const { id, clientId } = await records.sent({ clientId: (await records.client(client)).id });
    const path = `/v1/clients/${clientId}/page-link`;
    const { url } = (await key.call<OpenedClientPageLink>('POST', path, { body: {} })).body;
    const bodiesOf = mailBodies(api.app.get(AnsweringLinks), api.app.get(ClientLinks), api.app.get(Database));
    const ref = { companyId: key.companyId, resource: 'invoice', recordId: id } as const;
    const mail = { ...ref, text: 'See /d/#client-page', html: '' } as DocumentMail;
    expect((await bodiesOf(mail))?.text).toBe(mail.text);
    const text = 'UPDATE companies SET client_pages = true WHERE id = $1';
    await api.database.query({ name: 'test_client_pages', text, values: [key.companyId] });
    expect((await bodiesOf(mail))?.text).toBe(`See /d/${url.split('/d/')[1]}`);
  });
});

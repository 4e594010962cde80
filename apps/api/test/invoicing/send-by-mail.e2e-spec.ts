import { createHash } from 'node:crypto';
import type { OpenedClientPageLink } from '@billhook/contract/invoicing/client-page';
import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { AnsweringLinkView } from '@billhook/contract/invoicing/document-delivery';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { TimelineView } from '@billhook/contract/invoicing/timeline';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { Database } from '@billhook/db/database';
import { Outbox } from '@billhook/db/outbox';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AnsweringLinks } from '@billhook/invoicing/documents/answering-links.repository';
import { ClientLinks } from '@billhook/invoicing/documents/client-links.repository';
import { DocumentPdfs } from '@billhook/invoicing/documents/document-pdfs';
import { mailBodies } from '@billhook/invoicing/documents/mail-bodies';
import { MailResults } from '@billhook/invoicing/documents/mail-results';
import { recordContext } from '@billhook/invoicing/record-context';
import { MailSender } from '@billhook/mail/mail-sender';
import { PdfThreads } from '@billhook/pdf/pdf-threads';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { seal } from '@billhook/platform/seal';
import { MailServer } from '@billhook/testing/mail-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { TestApi } from '../support/api.js';
import { tablesHolding } from '../support/audit-rows.js';
import { changesOf } from '../support/changes.js';
import { tokenOf } from '../support/document-link.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller } from '../support/world.js';

const from = { name: 'Billhook', address: 'billing@bills.example' };
const EMAIL = { channel: 'Email' };

let server: MailServer;
let api: TestApi;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  server = await new MailServer().start();
  api = await TestApi.start({ SMTP_URL: server.url, MAIL_FROM: `${from.name} <${from.address}>` });
});
beforeEach(async () => {
  key = await new World(api).key();
  records = new Records(key);
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

/** A round of the worker, with the same wiring. */
async function sendDue(): Promise<void> {
  const context = recordContext({
    source: api.app.get(DataSource),
    db: api.app.get(Database),
    outbox: api.app.get(Outbox),
    publicUrl: 'http://localhost:3000',
    secrets: api.app.get(AppSecrets),
  });
  const pdfs = new DocumentPdfs(context, api.clock, api.app.get(PdfThreads));
  const results = new MailResults(context);
  const sender = new MailSender({
    uow: api.app.get(UnitOfWork),
    clock: api.clock,
    logger: createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    secrets: api.app.get(AppSecrets),
    url: server.url,
    from,
    attachmentOf: async ({ resource, companyId, recordId }) =>
      (await pdfs.pdfOf({ resource, companyId, recordId })).bytes(),
    bodiesOf: mailBodies(api.app.get(AnsweringLinks), api.app.get(ClientLinks), context.db),
    onResult: (tx, mail, result) => results.record(tx, mail, result),
  });
  await api.cells.everywhere(() => sender.round());
  sender.beginStop(0);
  await sender.stop();
}

const received = (address: string) => server.received.filter(({ to }) => to.includes(address));
const client = { email: 'office@lumen.example' };
const contacts = [
  { name: 'Accounts', email: 'compta@lumen.example', receives: ['Invoice'] },
  { name: 'Buyer', email: 'achats@lumen.example', receives: ['Quote', 'Invoice'] },
  { name: 'Reception', phone: '+33 1' },
];
const draftFor = async (of: object) => records.draft({ clientId: (await records.client(of)).id });
const send = <T = InvoiceView>(path: string, body: object) => key.call<T>('POST', `/v1/${path}/send`, { body });

describe('send with the channel Email', () => {
  it.each<[string, object, object, string[]]>([
    [
      'the contacts that receive invoices',
      { ...client, contacts },
      {},
      ['compta@lumen.example', 'achats@lumen.example'],
    ],
    ['the client where no contact does', { ...client, contacts: contacts.slice(2) }, {}, ['office@lumen.example']],
    [
      'the named recipient',
      { ...client, contacts },
      { to: ['a@b.example', 'A@B.example', 'c@b.example'] },
      ['A@B.example', 'c@b.example'],
    ],
  ])('goes to %s', async (_, of, body, to) => {
    const { id } = await draftFor(of);
    const sent = await send(`invoices/${id}`, { ...EMAIL, ...body });
    const at = api.clock.now().toISOString();
    expect(sent.body).toMatchObject({
      status: 'Sent',
      publicUrl: expect.stringContaining('/d/'),
      delivery: { channel: 'Email', to, status: 'Pending', error: null, at, mailId: expect.any(Number) },
    });
    expect((await key.call('GET', `/v1/invoices/${id}`)).text).toBe(sent.text);
    const mail = await key.call('GET', `/v1/mails/${sent.body.delivery?.mailId}`);
    expect(mail.body).toMatchObject({ resource: 'invoice', recordId: id, number: sent.body.number });
  });

  it('of a quote goes to its recipients for quotes; of a credit note to those for invoices', async () => {
    const { id: clientId } = await records.client({ contacts });
    const quote = await records.quote({ clientId });
    const sent = await send<QuoteView>(`quotes/${quote.id}`, EMAIL);
    expect(sent.body.delivery).toMatchObject({ to: ['achats@lumen.example'] });
    const note = await records.credit(await records.sent({ clientId }), EMAIL);
    expect(note.delivery).toMatchObject({ status: 'Pending', to: ['compta@lumen.example', 'achats@lumen.example'] });
    expect(await records.get<CreditNoteView>(`/v1/credit-notes/${note.id}`)).toEqual(note);
  });

  it('is answered at the reply address of the company, else at its email address', async () => {
    const world = new World(api);
    const session = await world.session(await world.member(key.companyId));
    const repliesTo = async (replyTo: string | null) => {
      await session.call('PATCH', '/app/company', { body: { replyTo } });
      const to = `${replyTo === null ? 'one' : 'two'}-${key.companyId}@lumen.example`;
      await send(`invoices/${(await draftFor(client)).id}`, { ...EMAIL, to: [to] });
      await sendDue();
      return received(to).map(({ email }) => [
        email.replyTo,
        email.text?.includes(replyTo ?? 'billing@company.example'),
      ]);
    };
    expect(await repliesTo(null)).toEqual([[[expect.objectContaining({ address: 'billing@company.example' })], true]]);
    const address = 'answers@company.example';
    expect(await repliesTo(address)).toEqual([[[expect.objectContaining({ address })], true]]);
  });

  it('422 without a recipient: still a draft without a number, and no email', async () => {
    const draft = await draftFor({ contacts: contacts.slice(2) });
    const { result, events, lines } = await changesOf(api, () => send<ProblemView>(`invoices/${draft.id}`, EMAIL));
    expect(result.body).toMatchObject({ status: 422, code: 'recipient_missing', errors: [{ pointer: '/to' }] });
    expect([events, lines]).toEqual([[], []]);
    expect(await records.invoice(draft.id)).toEqual(draft);
    const next = await draftFor(client);
    expect((await send(`invoices/${next.id}`, EMAIL)).body.number).toMatch(/-00001$/);
  });

  it('422 for an invalid address, or an empty list', async () => {
    const { id } = await draftFor(client);
    for (const to of [[], ['nobody']]) {
      const answer = await send<ProblemView>(`invoices/${id}`, { ...EMAIL, to });
      expect(answer.status).toBe(422);
      expect(answer.body.errors?.[0]?.pointer).toMatch(/^\/to/);
    }
  });

  it('arrives with the PDF, the link and the message of the sender, and is recorded without an event', async () => {
    const to = `${key.companyId}@lumen.example`;
    const { id } = await draftFor({ ...client, locale: 'fr' });
    const sent = (await send(`invoices/${id}`, { ...EMAIL, to: [to], message: 'Merci pour tout !' })).body;
    const { events, lines } = await changesOf(api, sendDue);
    const [mail] = received(to);
    expect(mail?.email.subject).toContain(sent.number);
    expect(mail?.email.text).toContain('Merci pour tout !');
    const { url } = (await key.call<AnsweringLinkView>('POST', `/v1/invoices/${id}/answering-link`)).body;
    for (const part of [mail?.email.text, mail?.email.html]) {
      expect(part).toContain(url);
      expect(part).not.toContain(sent.publicUrl);
    }
    const token = tokenOf({ publicUrl: url });
    expect((await key.call('GET', `/v1/mails/${sent.delivery?.mailId}`)).text).toContain('/d/#answering-link');
    expect(await tablesHolding(api, token)).toEqual([]);
    const [attached] = mail?.email.attachments ?? [];
    expect(attached).toMatchObject({ filename: `${sent.number}.pdf`, mimeType: 'application/pdf' });
    const bytes = Buffer.from(attached?.content as ArrayBuffer);
    const pdf = await key.call('GET', `/v1/invoices/${id}/pdf`);
    expect(pdf.headers.get('etag')).toBe(`"${createHash('sha256').update(bytes).digest('hex')}"`);

    expect(events).toEqual([]);
    expect(lines.filter(({ record }) => record === `invoice/${id}`)).toMatchObject([
      { action: 'mailed', by: 'system' },
    ]);
    const after = await records.invoice(id);
    expect(after).toMatchObject({
      status: 'Sent',
      version: sent.version + 1,
      delivery: { status: 'Sent', error: null, to: [to] },
    });
  });

  it('that the server rejects is recorded with the error, and can be resent', async () => {
    const to = `gone-${key.companyId}@lumen.example`;
    server.recipients.set(to, { code: 550, text: '5.1.1 No such user' });
    const { id } = await draftFor(client);
    await send(`invoices/${id}`, { ...EMAIL, to: [to] });
    expect((await changesOf(api, sendDue)).events).toEqual([]);
    const failed = await records.invoice(id);
    expect(failed.delivery).toMatchObject({ status: 'Failed', error: expect.stringContaining('No such user') });
    const { data } = await records.get<TimelineView>(`/v1/invoices/${id}/timeline`);
    expect(data.at(-1)).toMatchObject({ action: 'mailFailed', by: 'system', reason: failed.delivery?.error });
    await send(`invoices/${id}`, { ...EMAIL, to: ['other@lumen.example'] });
    await sendDue();
    expect((await records.invoice(id)).delivery).toMatchObject({ status: 'Sent', to: ['other@lumen.example'] });
  });

  it('waits while its client link cannot be decrypted, and is sent with a working link', async () => {
    const to = `sealed-${key.companyId}@lumen.example`;
    const { id } = await draftFor(client);
    const { delivery } = (await send(`invoices/${id}`, { ...EMAIL, to: [to] })).body;
    const text = 'SELECT sealed FROM answering_links WHERE record_id = $1';
    const [link] = await api.database.query<{ sealed: string }>({ name: 'test_link', text, values: [id] });
    const reseal = (sealed: string | undefined) =>
      api.database.query({
        name: 'test_reseal_link',
        text: 'UPDATE answering_links SET sealed = $2 WHERE record_id = $1',
        values: [id, sealed],
      });
    await reseal(
      seal(new AppSecrets(['an application secret that was left out too early']), 'answering-link', 'token'),
    );
    await sendDue();
    expect(received(to).length).toBe(0);
    expect((await key.call('GET', `/v1/mails/${delivery?.mailId}`)).body).toMatchObject({
      status: 'Pending',
      lastError: expect.stringContaining('client link'),
    });
    await reseal(link?.sealed);
    api.clock.advance(60 * 60_000);
    await sendDue();
    const { url } = (await key.call<AnsweringLinkView>('POST', `/v1/invoices/${id}/answering-link`)).body;
    expect(received(to).map((mail) => mail.email.text?.includes(url))).toEqual([true]);
  });

  it('a second time: another email and a timeline entry, but no event, no number and the same link', async () => {
    const { id } = await draftFor(client);
    const first = (await send(`invoices/${id}`, EMAIL)).body;
    const { result, events, lines } = await changesOf(api, () => send(`invoices/${id}`, EMAIL));
    expect(result.body).toMatchObject({
      ...{ status: 'Sent', number: first.number, publicUrl: first.publicUrl, issuedAt: first.issuedAt },
      ...{ sentAt: first.sentAt, version: first.version + 1 },
    });
    expect(result.body.delivery?.mailId).not.toBe(first.delivery?.mailId);
    expect(events).toEqual([]);
    expect(lines).toMatchObject([{ action: 'resend', record: `invoice/${id}` }]);
    // The result of the first email is no longer that of the document.
    await sendDue();
    expect(await records.invoice(id)).toMatchObject({ version: first.version + 2, delivery: { status: 'Sent' } });
  });

  it('leads to all documents of the client if the company says so, and not after the link was revoked', async () => {
    const of = { clientId: (await records.client(client)).id };
    const sentTo = async (to: string) => {
      const { delivery } = (await send(`invoices/${(await records.draft(of)).id}`, { ...EMAIL, to: [to] })).body;
      return (await records.get<{ text: string; html: string }>(`/v1/mails/${delivery?.mailId}`)).text;
    };
    const [off, on, late, never] = ['off', 'on', 'late', 'never'].map(
      (word) => `${word}-${key.companyId}@lumen.example`,
    );
    expect(await sentTo(off ?? '')).not.toContain('All your documents');
    const text = 'UPDATE companies SET client_pages = true WHERE id = $1';
    await api.database.query({ name: 'test_client_pages', text, values: [key.companyId] });
    expect(await sentTo(on ?? '')).toMatch(/All your documents:\n\S+\/d\/#client-page\n/);
    await sendDue();
    const path = `/v1/clients/${of.clientId}/page-link`;
    const { url } = (await key.call<OpenedClientPageLink>('POST', path, { body: {} })).body;
    const [mail] = received(on ?? '');
    expect(mail?.email.text).toContain(`All your documents:\n${url}\n`);
    expect(mail?.email.html).toContain(`href="${url}"`);
    await sentTo(late ?? '');
    await key.call('DELETE', path);
    expect(await sentTo(never ?? '')).not.toContain('All your documents');
    await sendDue();
    expect(received(late ?? '')[0]?.email.text).toContain('/d/#client-page');
  });

  it('409 for a void invoice and a declined quote, which must not be delivered', async () => {
    const invoice = await records.sent({ clientId: (await records.client(client)).id });
    await records.act(`/v1/invoices/${invoice.id}/void`);
    const quote = await records.sentQuote({ clientId: (await records.client(client)).id });
    await records.act(`/v1/quotes/${quote.id}/decline`, { code: 'Other' });
    for (const [path, currentStatus] of [
      [`invoices/${invoice.id}`, 'Void'],
      [`quotes/${quote.id}`, 'Declined'],
    ] as const) {
      const answer = await send<ProblemView>(path, EMAIL);
      expect(answer.body).toMatchObject({ status: 409, code: 'action_not_allowed', currentStatus });
    }
  });
});

describe('in an installation without a mail server', () => {
  it('the email is kept for reading, and the invoice is sent', async () => {
    const bare = await TestApi.beside(api, { SMTP_URL: '' });
    const { id } = await draftFor(client);
    const answer = await bare.call<InvoiceView>('POST', `/v1/invoices/${id}/send`, {
      body: EMAIL,
      headers: { authorization: `Bearer ${key.secret}` },
    });
    await bare.stop();
    expect(answer.body).toMatchObject({ status: 'Sent', delivery: { status: 'Kept', to: ['office@lumen.example'] } });
    const before = server.received.length;
    await sendDue();
    expect(server.received).toHaveLength(before);
    expect((await records.invoice(id)).delivery).toMatchObject({ status: 'Kept' });
  });
});

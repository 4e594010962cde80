import type { MailDetail, MailView } from '@billhook/contract/invoicing/mail';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { MailOutbox, type NewMail } from '@billhook/mail/mail-outbox';
import { MailSender } from '@billhook/mail/mail-sender';
import type { DocumentMail } from '@billhook/mail/mail.entity';
import { Notices } from '@billhook/mail/notices';
import { composeMail } from '@billhook/mail/templates/compose-mail';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { MailServer } from '@billhook/testing/mail-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../support/api.js';
import { itRequires } from '../support/route-cases.js';
import { World, type KeyCaller } from '../support/world.js';

let api: TestApi;
let world: World;
let key: KeyCaller;
let server: MailServer;
const suite = () => ({ api, world });
const from = { name: 'Billhook', address: 'billing@bills.example' };

beforeAll(async () => {
  server = await new MailServer().start();
  api = await TestApi.start({ SMTP_URL: server.url, MAIL_FROM: `${from.name} <${from.address}>` });
  world = new World(api);
  key = await world.key();
});
afterAll(async () => {
  await api.stop();
  await server.stop();
});

/** Puts an email into the outbox, as the send of an invoice does. */
function enqueue(companyId: number, change: Partial<NewMail> = {}, sendsMail = true): Promise<DocumentMail> {
  const composed = composeMail({
    ...{ kind: 'invoice', locale: 'fr', number: 'INV-1', sellerName: 'Nordlicht', clientName: 'Atelier Lumen' },
    ...{ gross: '1080.00', currency: 'EUR', publicUrl: 'https://bills.example/d/x', replyTo: null, attached: false },
  });
  const mail: NewMail = {
    ...composed,
    ...{
      companyId,
      resource: 'invoice',
      recordId: 7,
      recipients: ['a@example.com'],
      replyTo: 'office@nordlicht.example',
    },
    ...{ fromName: 'Nordlicht', locale: 'fr', attachmentName: null, createdBy: 'key bhk_3kTn9Qa1', ...change },
  };
  const insert = () => api.app.get(UnitOfWork).run((tx) => new MailOutbox(sendsMail, api.clock).enqueue(tx, mail));
  return api.within(companyId, insert);
}

/** One round of the worker. */
async function sendDue(): Promise<void> {
  const sender = new MailSender({
    uow: api.app.get(UnitOfWork),
    clock: api.clock,
    logger: createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' }),
    secrets: api.app.get(AppSecrets),
    url: server.url,
    from,
    attachmentOf: async () => undefined,
    bodiesOf: async ({ text, html }) => ({ text, html }),
    onResult: async () => undefined,
  });
  await api.cells.everywhere(() => sender.round());
  sender.beginStop(0);
  await sender.stop();
}

async function failed(companyId: number): Promise<DocumentMail> {
  server.recipients.set('gone@example.com', { code: 550, text: '5.1.1 No such user' });
  const mail = await enqueue(companyId, { recipients: ['gone@example.com'] });
  await sendDue();
  server.recipients.clear();
  return mail;
}

/** An email of another company gets the same 404 as an unknown one, and stays unchanged. */
function itReturns404ForOthers(method: string, rest = ''): void {
  it("404 alike for an unknown id, another company's, and an invalid id", async () => {
    const [owner, stranger] = [await world.key(), await world.key()];
    const { id } = await enqueue(owner.companyId, {}, false);
    const before = await owner.call('GET', `/v1/mails/${id}`);
    expect(before.status).toBe(200);
    for (const unknown of [id, 999_999_999, 'abc', '0', '-1', '1.5', '99999999999999999999']) {
      const answer = await stranger.call<ProblemView>(method, `/v1/mails/${unknown}${rest}`);
      expect(answer.status).toBe(404);
      expect(answer.body.code).toBe('not_found');
    }
    expect((await owner.call('GET', `/v1/mails/${id}`)).text).toBe(before.text);
  });
}

describe('GET /v1/mails', () => {
  itRequires('invoice.read', 'GET', '/v1/mails', suite);

  it.each([
    ['limit=0', 'limit'],
    ['status=Draft', 'status'],
    ['resource=client', 'resource'],
    ['recordId=x', 'recordId'],
    ['to=a@example.com', 'to'],
  ])('400 for ?%s, naming the parameter', async (query, parameter) => {
    const answer = await key.call<ProblemView>('GET', `/v1/mails?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toContainEqual(expect.objectContaining({ parameter }));
  });

  it('400 for the cursor of another list', async () => {
    const own = await world.key();
    for (let n = 0; n < 2; n++) await enqueue(own.companyId, {}, false);
    const { page } = (await own.call<ListOf<MailView>>('GET', '/v1/mails?limit=1')).body;
    const answer = await own.call<ProblemView>('GET', `/v1/mails?limit=1&status=Kept&cursor=${page.nextCursor}`);
    expect(answer.body).toMatchObject({ status: 400, code: 'cursor_mismatch' });
  });

  it('200, newest first, page by page, without the bodies, none of another company', async () => {
    const own = await world.key();
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.unshift((await enqueue(own.companyId, {}, false)).id);
    const first = (await own.call<ListOf<MailView>>('GET', '/v1/mails?limit=2')).body;
    const last = (await own.call<ListOf<MailView>>('GET', `/v1/mails?limit=2&cursor=${first.page.nextCursor}`)).body;
    expect([...first.data, ...last.data].map(({ id }) => id)).toEqual(ids);
    expect(last.page).toMatchObject({ hasMore: false, nextCursor: null });
    expect(Object.keys(first.data[0] ?? {})).not.toContain('html');
  });

  it('200 filtered by record and by status', async () => {
    const own = await world.key();
    const invoice = await enqueue(own.companyId, { recordId: 7 }, false);
    const quote = await enqueue(own.companyId, { resource: 'quote', recordId: 7 }, false);
    const other = await enqueue(own.companyId, { resource: 'quote', recordId: 8 });
    const ids = async (query: string) =>
      (await own.call<ListOf<MailView>>('GET', `/v1/mails?${query}`)).body.data.map(({ id }) => id);
    expect(await ids('resource=invoice')).toEqual([invoice.id]);
    expect(await ids('resource=quote&recordId=7')).toEqual([quote.id]);
    expect(await ids('status=Pending')).toEqual([other.id]);
    expect(await ids('status=Kept&resource=quote')).toEqual([quote.id]);
    expect(await ids('resource=credit_note')).toEqual([]);
  });

  it('200 under /app for the screens, with a session', async () => {
    const member = await world.member(await world.company());
    const { id } = await enqueue(member.companyId, {}, false);
    const session = await world.session(member);
    const { status, body } = await session.call<ListOf<MailView>>('GET', '/app/mails');
    expect([status, body.data.map((mail) => mail.id)]).toEqual([200, [id]]);
    expect((await session.call('GET', `/app/mails/${id}`)).status).toBe(200);
  });
});

describe('a notice of the product to a person', () => {
  it('is not an email of the company: not listed, not readable and not resent by anyone', async () => {
    const member = await world.member(await world.company());
    const own = await world.key({ member });
    const session = await world.session(member);
    const notice = { kind: 'password_changed', at: api.clock.now(), ip: null } as const;
    const { companyId, email: to } = member;
    await api.app
      .get(UnitOfWork)
      .run((tx) => api.app.get(Notices).enqueue(tx, { companyId, to, locale: 'en', notice }));
    const [row] = await api.database.query<{ id: number }>({
      name: 'test_notice',
      text: 'SELECT id FROM mails WHERE company_id = $1',
      values: [companyId],
    });
    for (const [by, path] of [
      [own, '/v1/mails'],
      [session, '/app/mails'],
    ] as const) {
      expect((await by.call<ListOf<MailView>>('GET', path)).body.data).toEqual([]);
      expect((await by.call('GET', `${path}/${row?.id}`)).status).toBe(404);
      expect((await by.call('POST', `${path}/${row?.id}/retry`)).status).toBe(404);
    }
  });
});

describe('GET /v1/mails/{id}', () => {
  itRequires('invoice.read', 'GET', '/v1/mails/999999', suite);
  itReturns404ForOthers('GET');

  it('200 with both parts, and its result', async () => {
    const mail = await enqueue(key.companyId);
    const pending = (await key.call<MailDetail>('GET', `/v1/mails/${mail.id}`)).body;
    expect(pending).toEqual({
      id: mail.id,
      resource: 'invoice',
      recordId: 7,
      // The invoice does not exist.
      number: null,
      kind: 'Document',
      status: 'Pending',
      recipients: ['a@example.com'],
      refused: [],
      replyTo: 'office@nordlicht.example',
      fromName: 'Nordlicht',
      subject: 'Facture INV-1 – Nordlicht',
      locale: 'fr',
      attachmentName: null,
      attempts: 0,
      nextAttemptAt: mail.createdAt.toISOString(),
      lastError: null,
      problem: null,
      messageId: null,
      createdBy: 'key bhk_3kTn9Qa1',
      createdByActor: { kind: 'key', name: 'bhk_3kTn9Qa1' },
      createdAt: mail.createdAt.toISOString(),
      sentAt: null,
      updatedAt: mail.createdAt.toISOString(),
      text: mail.text,
      html: mail.html,
    });
    await sendDue();
    const sent = (await key.call<MailDetail>('GET', `/v1/mails/${mail.id}`)).body;
    expect(sent).toMatchObject({ status: 'Sent', attempts: 1, nextAttemptAt: null, lastError: null, problem: null });
    // Other emails of this file may be due with it, and arrive after it.
    expect(server.received.map(({ email }) => email.messageId)).toContain(`<${sent.messageId}>`);
  });

  it('200 with the error of the mail server for one that failed', async () => {
    const { id } = await failed(key.companyId);
    expect((await key.call('GET', `/v1/mails/${id}`)).body).toMatchObject({
      status: 'Failed',
      refused: [{ recipient: 'gone@example.com', reply: '550 5.1.1 No such user' }],
      lastError: 'gone@example.com: 550 5.1.1 No such user',
      problem: {
        code: 'Recipient',
        detail: 'The mail server does not know a recipient. Check the email address.',
      },
    });
  });

  it('200 with a neutral sentence for another error, and without a problem for a kept one', async () => {
    server.recipients.set('spam@example.com', { code: 550, text: '5.7.1 Message rejected as spam' });
    const other = await enqueue(key.companyId, { recipients: ['spam@example.com'] });
    await sendDue();
    server.recipients.clear();
    expect((await key.call<MailView>('GET', `/v1/mails/${other.id}`)).body.problem).toEqual({
      code: 'Other',
      detail: 'The email could not be sent. `lastError` says why.',
    });
    const kept = await enqueue(key.companyId, {}, false);
    expect((await key.call('GET', `/v1/mails/${kept.id}`)).body).toMatchObject({
      status: 'Kept',
      lastError: expect.stringContaining('SMTP_URL'),
      problem: null,
    });
  });
});

describe('POST /v1/mails/{id}/retry', () => {
  itRequires('invoice.write', 'POST', '/v1/mails/999999/retry', suite);
  itReturns404ForOthers('POST', '/retry');

  it('409 for a pending or sent one, with its status', async () => {
    const { id } = await enqueue(key.companyId);
    const pending = await key.call<ProblemView>('POST', `/v1/mails/${id}/retry`);
    expect(pending.body).toMatchObject({ status: 409, code: 'mail_not_retriable', currentStatus: 'Pending' });
    await sendDue();
    const sent = await key.call<ProblemView>('POST', `/v1/mails/${id}/retry`);
    expect(sent.body).toMatchObject({ status: 409, code: 'mail_not_retriable', currentStatus: 'Sent' });
  });

  it('409 for a kept one without a mail server', async () => {
    const without = await TestApi.beside(api);
    try {
      const { id } = await enqueue(key.companyId, {}, false);
      const answer = await without.call<ProblemView>('POST', `/v1/mails/${id}/retry`, {
        headers: { authorization: `Bearer ${key.secret}` },
      });
      expect(answer.body).toMatchObject({
        status: 409,
        currentStatus: 'Kept',
        detail: expect.stringContaining('SMTP_URL'),
      });
    } finally {
      await without.stop();
    }
  });

  it('202: a failed one is due immediately, and is sent', async () => {
    const { id } = await failed(key.companyId);
    const answer = await key.call<MailView>('POST', `/v1/mails/${id}/retry`);
    expect(answer.status).toBe(202);
    expect(answer.body).toMatchObject({ status: 'Pending', attempts: 0, refused: [], lastError: null });
    const before = answer.body.messageId;
    await sendDue();
    const { body } = await key.call<MailView>('GET', `/v1/mails/${id}`);
    expect(body).toMatchObject({ status: 'Sent', messageId: before });
    expect(server.received.at(-1)?.to).toEqual(['gone@example.com']);
  });

  it('202: a kept one is sent, also under /app', async () => {
    const member = await world.member(await world.company());
    const { id } = await enqueue(member.companyId, {}, false);
    const session = await world.session(member);
    expect((await session.call<MailView>('POST', `/app/mails/${id}/retry`)).body).toMatchObject({ status: 'Pending' });
    await sendDue();
    expect((await session.call<MailView>('GET', `/app/mails/${id}`)).body.status).toBe('Sent');
  });
});

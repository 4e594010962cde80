import { createServer, type AddressInfo, type Server } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CertificateAuthority } from '@billhook/testing/certificates';
import { MailServer, type MailServerOptions } from '@billhook/testing/mail-server';
import { afterEach, describe, expect, it } from '@jest/globals';
import { SmtpTransport, type Letter } from './smtp-transport.js';

const opened: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

async function serve(options?: MailServerOptions): Promise<MailServer> {
  const server = await new MailServer(options).start();
  opened.push(() => server.stop());
  return server;
}

function connect(url: string, silenceMs = 2_000): SmtpTransport {
  const transport = new SmtpTransport({ url, connections: 2, connectMs: 1_000, silenceMs });
  opened.push(() => transport.close());
  return transport;
}

const letter: Letter = {
  from: { name: 'Brücke & "Söhne", Ltd via Billhook', address: 'billing@example.com' },
  replyTo: 'office@nordlicht.example',
  recipients: ['a@example.com', 'B@Example.COM'],
  to: ['a@example.com', 'B@Example.COM'],
  subject: 'Facture INV-1 – Brücke, 日本 🧾, and so on until the line is far too long for one line of a header',
  text: 'Bonjour,\n\n1\u202f080,00\u00a0€\n.\nend\n',
  html: '<p>Bonjour — 1\u202f080,00\u00a0€</p>',
  locale: 'fr',
  messageId: 'mail-41-1795254600000@example.com',
  attachment: { filename: 'Facture INV-1.pdf', content: Buffer.from('%PDF-1.7 \u0000\u00ff', 'latin1') },
};

const send = (transport: SmtpTransport, change: Partial<Letter> = {}, signal = new AbortController().signal) =>
  transport.send({ ...letter, ...change }, signal);

describe('SmtpTransport', () => {
  it('sends both parts, the PDF and the headers, to each recipient', async () => {
    const server = await serve();
    expect(await send(connect(server.url))).toEqual({ kind: 'Answered', accepted: letter.to, refused: [] });
    const [mail] = server.received;
    expect(mail?.from).toBe('billing@example.com');
    expect(mail?.to).toEqual(['a@example.com', 'B@example.com']);
    expect(mail?.email).toMatchObject({
      from: letter.from,
      to: [{ address: 'a@example.com' }, { address: 'B@example.com' }],
      replyTo: [{ address: 'office@nordlicht.example' }],
      subject: letter.subject,
      messageId: '<mail-41-1795254600000@example.com>',
      text: expect.stringContaining(letter.text),
      html: expect.stringContaining(letter.html),
    });
    expect(mail?.email.headers).toContainEqual(expect.objectContaining({ key: 'content-language', value: 'fr' }));
    const [attachment] = mail?.email.attachments ?? [];
    expect(attachment).toMatchObject({
      filename: 'Facture INV-1.pdf',
      mimeType: 'application/pdf',
      disposition: 'attachment',
    });
    expect(Buffer.from(attachment?.content as ArrayBuffer)).toEqual(letter.attachment?.content);
    expect(mail?.raw).toMatch(/^Content-Type: multipart\/mixed/m);
    expect(mail?.raw).toMatch(/^Content-Type: multipart\/alternative/m);
    for (const line of mail?.raw.split('\r\n') ?? []) expect(line.length).toBeLessThan(998);
  });

  it('sends to domains of other scripts in ASCII, and reports them as they were given', async () => {
    const server = await serve();
    server.recipients.set('b@пример.рф', { code: 550, text: '5.1.1 No such user' });
    const to = ['a@müller.example', 'b@пример.рф'];
    const attempt = await send(connect(server.url), { recipients: to, to, replyTo: 'office@müller.example' });
    // The server decodes the addresses of the envelope; the headers are as they were sent.
    expect(server.received[0]?.to).toEqual(['a@müller.example']);
    const { raw } = server.received[0] ?? {};
    expect(raw).toMatch(/^To: a@xn--mller-kva\.example, b@xn--e1afmkfd\.xn--p1ai\r$/m);
    expect(raw).toMatch(/^Reply-To: office@xn--mller-kva\.example\r$/m);
    expect(attempt).toMatchObject({ accepted: ['a@müller.example'], refused: [{ recipient: 'b@пример.рф' }] });
  });

  it('leaves out a missing Reply-To and PDF, and writes all recipients into To', async () => {
    const server = await serve();
    await send(connect(server.url), { replyTo: null, attachment: null, to: ['a@example.com'] });
    expect(server.received[0]?.to).toEqual(['a@example.com']);
    expect(server.received[0]?.email.to).toHaveLength(2);
    expect(server.received[0]?.email.replyTo).toBeUndefined();
    expect(server.received[0]?.email.attachments).toEqual([]);
  });

  it('prevents names and subjects from adding a header or a recipient', async () => {
    const server = await serve();
    const name = 'Evil\r\nBcc: x@example.com';
    await send(connect(server.url), {
      from: { name, address: 'billing@example.com' },
      subject: name,
      recipients: ['a@example.com, x@example.com'],
      to: ['a@example.com'],
    });
    expect(server.received[0]?.to).toEqual(['a@example.com']);
    expect(server.received[0]?.email.bcc).toBeUndefined();
    expect(server.received[0]?.raw).not.toMatch(/^Bcc:/im);
  });

  it('reuses a connection, and opens another when the server has closed it', async () => {
    const server = await serve();
    const transport = connect(server.url);
    await send(transport);
    await send(transport);
    expect(server.connections).toBe(1);
    server.answers.push('die');
    expect((await send(transport)).kind).toBe('Failed');
    expect((await send(transport)).kind).toBe('Answered');
    transport.close();
    expect((await send(transport)).kind).toBe('Failed');
  });

  it('reports rejected recipients, with the response of the server, and accepted ones', async () => {
    const server = await serve();
    server.recipients.set('B@example.com', { code: 550, text: '5.1.1 No such user' });
    expect(await send(connect(server.url))).toEqual({
      kind: 'Answered',
      accepted: ['a@example.com'],
      refused: [{ recipient: 'B@Example.COM', reply: '550 5.1.1 No such user', permanent: true }],
    });
    expect(server.received[0]?.to).toEqual(['a@example.com']);
  });

  it('reports all recipients when all are rejected, each with its response', async () => {
    const server = await serve();
    server.recipients.set('a@example.com', { code: 451, text: '4.7.1 Grey list' });
    server.recipients.set('B@example.com', { code: 550, text: '5.1.1 No such user' });
    expect(await send(connect(server.url))).toEqual({
      kind: 'Answered',
      accepted: [],
      refused: [
        { recipient: 'a@example.com', reply: '451 4.7.1 Grey list', permanent: false },
        { recipient: 'B@Example.COM', reply: '550 5.1.1 No such user', permanent: true },
      ],
    });
    expect(server.received).toEqual([]);
  });

  it.each([
    [554, '5.7.1 Looks like spam', true],
    [552, '5.3.4 Too big', true],
    [451, '4.3.0 Try later', false],
    [421, '4.3.2 Shutting down', false],
  ])('distinguishes a permanently rejected message (%i) from a deferred one', async (code, text, permanent) => {
    const server = await serve();
    server.answers.push({ code, text });
    const attempt = await send(connect(server.url));
    expect(attempt).toMatchObject({ kind: 'Failed', permanent, error: expect.stringContaining(text) });
  });

  it.each([
    [550, '5.7.60 Not allowed to send as this sender', false],
    [552, '5.3.4 Too big', true],
  ])(
    'retries after a rejected sender (%i), which the operator can correct, but not after a rejected size',
    async (code, text, permanent) => {
      const server = await serve();
      server.senders.set('billing@example.com', { code, text });
      expect(await send(connect(server.url))).toMatchObject({ kind: 'Failed', permanent });
    },
  );

  it('treats a letter without recipients as permanently failed', async () => {
    const server = await serve();
    expect(await send(connect(server.url), { to: [''] })).toMatchObject({ kind: 'Failed', permanent: true });
  });

  it('fails immediately when nothing listens', async () => {
    const server = await serve();
    await server.stop();
    expect(await send(connect(server.url))).toMatchObject({
      kind: 'Failed',
      permanent: false,
      error: expect.stringContaining('ECONNREFUSED'),
    });
  });

  it('gives up on a server that sends no greeting', async () => {
    const silent = await listen(createServer(() => undefined));
    expect(await send(connect(silent))).toMatchObject({
      kind: 'Failed',
      permanent: false,
      error: 'Greeting never received',
    });
  });

  it('waits for a slow server, but not for a silent one', async () => {
    const server = await serve();
    server.thinkMs = 300;
    expect((await send(connect(server.url, 600))).kind).toBe('Answered');
    server.answers.push('hang');
    expect(await send(connect(server.url, 600))).toMatchObject({ kind: 'Failed', permanent: false, error: 'Timeout' });
  });

  it('ends when it is aborted', async () => {
    const server = await serve();
    server.answers.push('hang');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 100);
    expect(await send(connect(server.url, 5_000), {}, controller.signal)).toMatchObject({
      kind: 'Failed',
      permanent: false,
    });
  });

  it('allows a retry when the server fails with the message, and does not retry itself', async () => {
    const server = await serve();
    server.answers.push('die');
    expect(await send(connect(server.url))).toMatchObject({ kind: 'Failed', permanent: false });
    expect(server.received).toHaveLength(1);
  });

  it('rejects a self-signed certificate, unless the URL allows it', async () => {
    const server = await serve({ tls: true });
    const refused = await send(connect(server.url));
    expect(refused).toMatchObject({ kind: 'Failed', permanent: false, error: expect.stringMatching(/certificate/) });
    expect(server.received).toEqual([]);
    expect((await send(connect(`${server.url}?tls.rejectUnauthorized=false`))).kind).toBe('Answered');
  });

  it('allows a retry while the certificate of the server has expired, and sends after its renewal', async () => {
    const authority = await CertificateAuthority.create();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, authority.certificate]);
    opened.push(() => setDefaultCACertificates(trusted));
    const host = '127.0.0.1';
    const server = await serve({ tls: await authority.issue({ host }) });
    const transport = connect(server.url);
    expect((await send(transport)).kind).toBe('Answered');
    server.change(await authority.issue({ host, days: -1 }));
    expect(await send(transport)).toMatchObject({
      kind: 'Failed',
      permanent: false,
      error: expect.stringContaining('certificate has expired'),
    });
    server.change(await authority.issue({ host }));
    expect((await send(transport)).kind).toBe('Answered');
    expect(server.received).toHaveLength(2);
  });

  it('reports missing TLS when it is required', async () => {
    const server = await serve();
    const attempt = await send(connect(`${server.url}?requireTLS=true`));
    expect(attempt).toMatchObject({ kind: 'Failed', permanent: false, error: expect.stringMatching(/STARTTLS/) });
    expect(await send(connect(server.url.replace('smtp:', 'smtps:')))).toMatchObject({
      kind: 'Failed',
      permanent: false,
    });
  });

  it('signs in, and treats a wrong password as a temporary error', async () => {
    const server = await serve({ password: 'right' });
    const at = (password: string) => server.url.replace('://', `://billhook:${password}@`);
    expect((await send(connect(at('right')))).kind).toBe('Answered');
    const refused = await send(connect(at('wr0ng')));
    expect(refused).toMatchObject({ kind: 'Failed', permanent: false, error: expect.stringContaining('535') });
    expect(JSON.stringify(refused)).not.toContain('wr0ng');
    expect(await send(connect(server.url))).toMatchObject({ kind: 'Failed', permanent: false });
  });

  it('sends no password unencrypted to another machine', async () => {
    const server = await serve({ password: 'right' });
    // The loopback address in a form that is not recognised as such.
    const named = `smtp://billhook:right@[::ffff:127.0.0.1]:${new URL(server.url).port}`;
    expect(await send(connect(named))).toMatchObject({ kind: 'Failed', error: expect.stringMatching(/STARTTLS/) });
    expect((await send(connect(`${named}?requireTLS=false`))).kind).toBe('Answered');
  });
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(() => server.close());
  return `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { load } from './load.ts';
import { Fault } from './say.mjs';

// A worker that missed the wake-up sends with its next sweep, and a busy one needs longer.
const MESSAGE_MS = 60_000;

const SCOPES = ['client.read', 'client.write', 'invoice.read', 'invoice.write', 'event.read', 'integration.write'];

const CLIENT = {
  kind: 'Business',
  name: 'Installation check',
  billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
};

/** An installation to check. */
interface CheckedInstallation {
  readonly url: string;
  readonly email: string;
  readonly password: string;
  /** The host under which the installation reaches this machine, if webhooks are checked. */
  readonly receiver: string | undefined;
}

/** Runs and reports one step. */
type RunStep = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** The members of responses that are read. */
interface Answer {
  readonly id: string;
  readonly secret: string;
  readonly apiKey: { readonly id: string };
  readonly totals?: { readonly gross: string };
}

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Uses an installation as people and programs do: pages, sign-in, key, client, invoice, webhook. Removes what it creates; the invoice remains a
 * draft, so no number is used.
 * @throws Fault with the response that was not as expected
 */
export async function checkInstallation(
  { url, email, password, receiver }: CheckedInstallation,
  step: RunStep,
): Promise<void> {
  const session: { cookie?: string } = {};
  const asMember = (method: string, path: string, body?: object) =>
    call(url, method, path, { cookie: session.cookie }, body);
  const cleaning: (() => Promise<unknown>)[] = [];
  try {
    await step('The installation is ready', () => expectStatus(url, 'GET', '/health/ready', 200));
    await step('Pages and documentation are served', async () => {
      for (const path of ['/settings/', '/docs/', '/portal/', '/d/']) await expectStatus(url, 'GET', path, 200);
    });
    await step('A member signs in', async () => {
      const { headers } = await call(url, 'POST', '/app/session', {}, { email, password });
      session.cookie = headers
        .getSetCookie()
        .map((each) => each.split(';', 1)[0])
        .join('; ');
      cleaning.push(() => asMember('DELETE', '/app/session'));
    });
    const key = await step('An API key is created', async () => {
      const { body } = await asMember('POST', '/app/api-keys', {
        name: 'Installation check',
        scopes: SCOPES,
        expiry: '90d',
      });
      cleaning.push(() => asMember('POST', `/app/api-keys/${body.apiKey.id}/revoke`, {}));
      return body.secret;
    });
    const asKey = (method: string, path: string, body?: object) =>
      call(url, method, path, { authorization: `Bearer ${key}` }, body);
    const inbox = receiver === undefined ? undefined : await openInbox(receiver);
    if (inbox) {
      cleaning.push(() => Promise.resolve(inbox.close()));
      await step('A webhook endpoint is created', async () => {
        const { body } = await asKey('POST', '/v1/webhook-endpoints', {
          url: inbox.url,
          eventTypes: ['invoice.created'],
        });
        inbox.secret = body.secret;
        cleaning.push(() => asKey('DELETE', `/v1/webhook-endpoints/${body.id}`));
      });
    }
    const invoice = await step('A client and a draft invoice are created', async () => {
      const { body: client } = await asKey('POST', '/v1/clients', CLIENT);
      cleaning.push(() => asKey('DELETE', `/v1/clients/${client.id}`));
      const line = { name: 'Check', quantity: '2', unitPrice: '450.00', taxCategory: 'S', taxRate: '20' };
      const { body } = await asKey('POST', '/v1/invoices', { clientId: client.id, currency: 'EUR', lines: [line] });
      cleaning.push(() => asKey('DELETE', `/v1/invoices/${body.id}`));
      if (body.totals?.gross !== '1080.00')
        throw new Fault(`The gross total is not 1080.00: ${JSON.stringify(body.totals)}`);
      return body;
    });
    if (inbox) {
      await step('Its webhook arrives with a valid signature', async () => {
        const event = await inbox.message();
        if (event.type !== 'invoice.created' || event.data.id !== invoice.id) {
          throw new Fault(`The webhook is not that of the invoice: ${event.type} ${event.data.id}`);
        }
      });
    }
  } finally {
    for (const clean of cleaning.reverse()) await clean();
  }
}

async function call(url: string, method: string, path: string, headers: Headers, body?: object) {
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...Object.fromEntries(Object.entries(headers).flatMap(([name, value]) => (value ? [[name, value]] : []))),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  });
  const text = await response.text();
  if (!response.ok) throw new Fault(`${method} ${path} responded with ${response.status}: ${text.slice(0, 500)}`);
  return { headers: response.headers, body: (text.startsWith('{') ? JSON.parse(text) : {}) as Answer };
}

async function expectStatus(url: string, method: string, path: string, status: number): Promise<void> {
  const response = await fetch(url + path, { method, redirect: 'manual' });
  if (response.status !== status)
    throw new Fault(`${method} ${path} responded with ${response.status}, not ${status}.`);
  await response.arrayBuffer();
}

type Verify = (body: Buffer, headers: IncomingHttpHeaders, secret: string) => { type: string; data: { id: string } };

/** A receiver on a free port that keeps its messages, and verifies them with the client of the product. */
async function openInbox(host: string) {
  const { verify } = await load<{ verify: Verify }>('libs/sdk/dist/webhooks/verify.js');
  const waiting = Promise.withResolvers<{ body: Buffer; headers: IncomingHttpHeaders }>();
  const server = createServer((request, response) => {
    void buffer(request).then((body) => {
      response.writeHead(204).end();
      waiting.resolve({ body, headers: request.headers });
    }, waiting.reject);
  });
  await once(server.listen(0, host === '127.0.0.1' ? host : '0.0.0.0'), 'listening');
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    secret: '',
    async message() {
      const late = setTimeout(
        () => waiting.reject(new Fault(`No webhook arrived within ${MESSAGE_MS / 1000} s.`)),
        MESSAGE_MS,
      );
      const { body, headers } = await waiting.promise;
      clearTimeout(late);
      return verify(body, headers, this.secret);
    },
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

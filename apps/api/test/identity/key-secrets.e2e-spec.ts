import type { ChildProcess } from 'node:child_process';
import type { CreatedApiKey } from '@billhook/contract/identity/key';
import { freePort } from '@billhook/testing/free-port';
import { isInstalled } from '@billhook/testing/installed-programs';
import { MailServer } from '@billhook/testing/mail-server';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { RedisServer } from '@billhook/testing/redis-server';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { Log, SECRET, TestApi } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

/** Starting three programs takes seconds, and longer on a busy machine. */

const log = new Log();
/** The output of the programs. */
const written: string[] = [];
/** Every response of any process, with its headers. */
const answers: string[] = [];

let redis: RedisServer | undefined;
let mail: MailServer;
let api: TestApi;
let child: ChildProcess;
let worker: ChildProcess;
let url: string;

/** A separate program with its whole output. */
async function spawnHeard(main: string, ready: string, variables: Record<string, string>): Promise<ChildProcess> {
  const program = await spawnProgram(main, ready, variables);
  for (const stream of [program.stdout, program.stderr]) {
    stream?.on('data', (chunk: Buffer) => written.push(chunk.toString()));
  }
  return program;
}

beforeAll(async () => {
  redis = isInstalled('Redis') ? await RedisServer.start() : undefined;
  mail = await new MailServer().start();
  const settings = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Billhook <keys@bills.example>',
    ...(redis && { REDIS_URL: redis.url }),
  };
  api = await TestApi.start(settings, log);
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET, ...settings };
  child = await spawnHeard('apps/api/src/main.ts', 'listening on', { ...variables, PORT: String(port) });
  worker = await spawnHeard('apps/worker/src/main.ts', '"ready;', variables);
});
afterAll(async () => {
  await end(child, 'SIGKILL');
  await end(worker, 'SIGKILL');
  await api.stop();
  await mail.stop();
  redis?.stop();
});

interface Sent {
  readonly body?: object;
  readonly headers?: Record<string, string>;
}

/** Sends requests to the process of this test and to the program in turn; stores the responses. */
let turn = 0;
async function send(
  method: string,
  path: string,
  { body, headers }: Sent = {},
): Promise<{ status: number; text: string }> {
  const response = await fetch((turn++ % 2 ? url : api.url) + path, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  answers.push(`${JSON.stringify([...response.headers])}\n${text}`);
  return { status: response.status, text };
}

const by = (session: SessionCaller) => ({ cookie: session.cookie });

async function mint(session: SessionCaller, path: string, body: object): Promise<CreatedApiKey> {
  const { status, text } = await send('POST', path, { body, headers: by(session) });
  expect([status, text]).toEqual([201, expect.anything()]);
  return JSON.parse(text) as CreatedApiKey;
}

/** The whole content of Redis, in any form. */
async function redisText(server: RedisServer): Promise<string> {
  const client = new Redis(server.url);
  const pieces: (string | null)[] = [];
  for (const key of await client.keys('*')) pieces.push(key, (await client.dumpBuffer(key))?.toString('latin1') ?? '');
  client.disconnect();
  return pieces.join('\n');
}

/** Every operation with a key, valid and invalid. */
async function use(secret: string): Promise<void> {
  const authorization = `Bearer ${secret}`;
  await send('GET', '/v1/me', { headers: { authorization } });
  await send('GET', '/v1/me/permissions', { headers: { authorization } });
  await send('POST', '/v1/invoices', { headers: { authorization }, body: { lines: 'none' } });
  await send('POST', '/v1/clients', { headers: { authorization }, body: { apiKey: secret } });
  await send('GET', `/v1/clients?q=${secret}`, { headers: { authorization } });
  await send('GET', `/v1/clients?cursor=${secret}`, { headers: { authorization } });
  await send('GET', `/v1/clients?api_key=${secret}`);
  await send('GET', `/v1/clients/${secret}`, { headers: { authorization } });
  await send('GET', `/v1/${secret}`, { headers: { authorization } });
  await send('GET', '/v1/clients', { headers: { authorization: secret } });
  await send('GET', '/v1/clients', { headers: { authorization: `Basic ${secret}` } });
  await send('GET', '/v1/clients', { headers: { authorization: `${authorization}x` } });
  await send('GET', '/v1/clients', { headers: { 'x-api-key': secret } });
  await send('GET', '/app/api-keys', { headers: { authorization } });
}

describe('the secret of a key', () => {
  it('is only in the response that creates it: in no row, log line, job, email or other response', async () => {
    const world = new World(api);
    const companyId = await world.company();
    const owner: SeededMember = await world.member(companyId);
    const session = await world.session(owner);
    const admins = await world.session(await world.member(companyId));
    const service = await world.service(companyId);
    const body = { name: 'Export', preset: 'readOnly', expiry: '90d' };

    const created = await mint(session, '/app/api-keys', body);
    const grace = { graceSeconds: 3_600 };
    const rotated = await mint(session, `/app/api-keys/${created.apiKey.id}/rotate`, grace);
    const ofService = await mint(session, `/app/members/${service.id}/api-keys`, body);
    const path = `/app/company/api-keys/${ofService.apiKey.id}/rotate`;
    const rotatedOfService = await mint(admins, path, { graceSeconds: 0 });
    const burned = await mint(session, '/app/api-keys', body);
    const revokedByAdmin = await mint(session, '/app/api-keys', { ...body, allowedCidrs: ['203.0.113.0/24'] });
    const minted = [created, rotated, ofService, rotatedOfService, burned, revokedByAdmin];

    for (const { secret } of minted) await use(secret);
    // Keys in wrong fields: a name, a place, a reason.
    const pasted = { ...body, name: `was ${created.secret}` };
    expect((await mint(session, '/app/api-keys', pasted)).apiKey.name).toBe(`was ${created.apiKey.prefix}…`);
    await send('PATCH', `/app/api-keys/${rotated.apiKey.id}`, {
      headers: by(session),
      body: { name: created.secret },
    });
    const source = `a log: ?key=${burned.secret}`;
    await send('POST', '/v1/leaked-keys', { body: { key: burned.secret, source } });
    await send('POST', '/v1/leaked-keys', { body: { key: `${burned.secret}x` } });
    const ids = [revokedByAdmin.apiKey.id, ofService.apiKey.id];
    await send('POST', '/app/company/api-keys/revoke', {
      body: { ids, reason: `Seen ${revokedByAdmin.secret}` },
      headers: by(admins),
    });
    await send('POST', `/app/api-keys/${created.apiKey.id}/revoke`, { headers: by(session) });
    for (const { secret } of minted) await use(secret);
    for (const { apiKey, secret } of minted) {
      await send('GET', `/app/api-keys/${apiKey.id}`, { headers: by(session) });
      await send('GET', `/app/company/api-keys?q=${secret}`, { headers: by(admins) });
      await send('GET', `/app/company/api-keys/export?format=csv&q=${secret}`, { headers: by(admins) });
      await send('PATCH', `/app/api-keys/${apiKey.id}`, { headers: by(session), body: { secret } });
      await send('GET', `/app/audit-log?q=${secret}`, { headers: by(admins) });
      await send('GET', `/app/audit-log/export?format=csv&q=${secret}`, { headers: by(admins) });
      await send('GET', `/v1/me?of=${secret}`, {
        headers: { authorization: `Bearer ${rotated.secret}`, 'user-agent': `probe ${secret}` },
      });
    }
    for (const shown of ['/app/company/api-keys', '/app/company/api-keys/export?format=csv', '/app/audit-log']) {
      await send('GET', shown, { headers: by(admins) });
    }
    await send('GET', '/app/api-keys', { headers: by(session) });
    // The text is stored without the secrets in it.
    const [exported] = await auditOf(api, companyId, 'audit_log.exported');
    expect(exported?.details).toMatchObject({ filters: { q: `${created.apiKey.prefix}…` } });
    const [leak] = await auditOf(api, companyId, 'api_key.burned');
    expect(leak?.details).toMatchObject({ source: `a log: ?key=${burned.apiKey.prefix}…` });
    // The owner and the administrator are notified of the leak, the owner of the revocation.
    await eventually('three emails', () => mail.received.length >= 3 || undefined);
    expect(mail.received).toHaveLength(3);
    await end(child, 'SIGTERM');
    await end(worker, 'SIGTERM');

    const program = written.join('');
    const jobs = redis ? await redisText(redis) : '';
    const mails = mail.received.map(({ raw, email }) => `${raw}\n${email.text}\n${email.html}`).join('\n');
    // Checks that the search covers everything.
    const ofBoth = HAS_TWO_CELLS ? 'public' : 'cell_1';
    const { prefix } = burned.apiKey;
    expect(await tablesHolding(api, prefix)).toEqual(
      expect.arrayContaining(['public.api_keys', `${ofBoth}.audit_log`, `${ofBoth}.mails`]),
    );
    for (const text of [program, log.text, mails]) expect(text).toContain(prefix);
    if (redis) expect(jobs).toContain('billhook');

    for (const { secret } of minted) {
      const part = secret.slice(12, 44);
      expect(await tablesHolding(api, part)).toEqual([]);
      const places = { program, log: log.text, mails, jobs };
      const holding = Object.entries(places).flatMap(([place, text]) =>
        text.split('\n').flatMap((line) => (line.includes(part) ? [[place, line]] : [])),
      );
      expect(holding).toEqual([]);
      expect(answers.filter((answer) => answer.includes(part))).toEqual([expect.stringContaining(secret)]);
    }
    for (const text of [program, log.text]) expect(text).not.toContain(PASSWORD);
    // An operator finds the reason of a rejected request without its response.
    expect(log.text).toMatch(/"problem":"[a-z_]+".*"msg":"[A-Z]+ \/[^"]* 4\d\d \d+ ms"/);
  });
});

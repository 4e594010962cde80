import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { ApiKeyView } from '@billhook/contract/identity/key';
import { EXAMPLE_KEY, type KeyFormat } from '@billhook/contract/identity/key-format';
import type { ListOf } from '@billhook/contract/shared/page';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { randomText } from '@billhook/platform/ids';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Log, TestApi, type Answer } from '../support/api.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember } from '../support/world.js';

const PATH = '/v1/leaked-keys';
const SOURCE = 'https://git.example/shop/blob/main/.env';
const SETTINGS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@bills.example' };

let owner: SeededMember;
let admin: SeededMember;
let key: KeyCaller;
const log = new Log();

const { api, world } = await startWorld(SETTINGS, log);
beforeEach(async () => {
  const company = await world.company();
  owner = await world.member(company, { role: 'Sales' });
  admin = await world.member(company, { role: 'Admin' });
  key = await world.key({ member: owner, scopes: ['client.read'] });
});
afterEach(() => api.clock.set(new Date()));

const report = (secret: string, more: object = { source: SOURCE }): Promise<Answer<ProblemView & { prefix: string }>> =>
  api.call('POST', PATH, { body: { key: secret, ...more } });

const ask = (): Promise<Answer<ProblemView>> => key.call<ProblemView>('GET', '/v1/me');

async function burned(): Promise<AuditEntryView[]> {
  const session = await world.session(admin);
  const answer = await session.call<ListOf<AuditEntryView>>('GET', '/app/audit-log?action=api_key.burned');
  return answer.body.data;
}

const notices = (): Promise<{ to: string; subject: string; text: string }[]> =>
  api.database.query({
    name: 'test_notices',
    text: `SELECT recipients->>0 AS "to", subject, body_text AS text FROM mails WHERE company_id = $1 AND kind = 'Notice' ORDER BY id`,
    values: [owner.companyId],
  });

describe('POST /v1/leaked-keys', () => {
  const { secret } = generateSecret(randomText);

  it.each([
    ['cut off', secret.slice(0, 40), 'key_truncated'],
    ['mistyped', `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, 'key_mistyped'],
    ['without its prefix', secret.slice(4), 'key_prefix_missing'],
    ['in quotes', `"${secret}"`, 'credential_malformed'],
    ['of another kind', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'wrong_secret_type'],
    ['something else', 'hunter2', 'key_unknown'],
  ])('422 for a key that is %s, with the reason', async (_, text, code) => {
    const { status, body } = await report(text);
    expect([status, body.code]).toEqual([422, 'invalid_body']);
    expect(body.errors).toMatchObject([{ pointer: '/key', code }]);
    expect(JSON.stringify(body)).not.toContain(text);
  });

  it.each([
    ['nothing', {}, 'required', '/key'],
    ['an unknown member', { key: secret, reason: 'x' }, 'unknown_property', '/reason'],
    ['a key without end', { key: 'x'.repeat(201) }, 'too_big', '/key'],
    ['a source without end', { key: secret, source: 'x'.repeat(301) }, 'too_big', '/source'],
  ])('422 for %s', async (_, body, code, pointer) => {
    const answer = await api.call<ProblemView>('POST', PATH, { body });
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toMatchObject([{ pointer, code }]);
  });

  it('404 for a key of no installation, including the one of the documents', async () => {
    for (const unknown of [secret, EXAMPLE_KEY]) {
      const { status, body } = await report(unknown);
      expect([status, body.code]).toEqual([404, 'leaked_key_unknown']);
    }
  });

  it('revokes a key immediately, without a sign-in, and stores the source', async () => {
    expect((await ask()).status).toBe(200);
    const answer = await report(key.secret);
    expect([answer.status, answer.body]).toEqual([200, { status: 'revoked', prefix: key.secret.slice(0, 12) }]);
    expect((await ask()).body).toMatchObject({ status: 401, code: 'key_revoked' });
    const shown = await (await world.session(owner)).call<ApiKeyView>('GET', `/app/api-keys/${key.id}`);
    expect(shown.body).toMatchObject({
      status: 'revoked',
      revokedBy: 'leak report from 127.0.0.1',
      revokedByActor: { kind: 'leak_report', name: '127.0.0.1' },
      revocationReason: 'Leaked: https://git.example/shop/blob/main/.env',
    });
  });

  it('notifies its owner and members who manage keys, and no others', async () => {
    const stranger = await world.member(await world.company(), { role: 'Admin' });
    const gone = await world.member(owner.companyId, { role: 'Admin' });
    await world.change(gone, { status: 'Deactivated' });
    const sales = await world.member(owner.companyId, { role: 'Sales' });
    await report(key.secret);
    const sent = await notices();
    expect(sent.map(({ to }) => to)).toEqual([owner.email, admin.email]);
    expect(sent.map(({ to }) => to)).not.toContain(stranger.email);
    expect(sent.map(({ to }) => to)).not.toContain(sales.email);
    const [first, second] = sent;
    expect(first?.subject).toBe('API key “test key” leaked and was revoked');
    expect(first?.text).toContain(`Reported location: ${SOURCE}`);
    expect(first?.text).toContain(`/settings/api-keys/${key.id}`);
    expect(second?.text).toContain(`/settings/company-keys/${key.id}`);
  });

  it('writes an audit entry', async () => {
    await api.call('POST', PATH, { body: { key: key.secret, source: SOURCE }, headers: { 'user-agent': 'scanner/1' } });
    expect(await burned()).toMatchObject([
      {
        actorKind: 'system',
        actor: 'leak report',
        memberId: null,
        keyId: null,
        target: key.secret.slice(0, 12),
        details: { name: 'test key', source: SOURCE, statusBefore: 'active' },
        ip: '127.0.0.1',
        userAgent: 'scanner/1',
      },
    ]);
  });

  it('responds alike for an ended key, without an effect', async () => {
    const [first, again] = [await report(key.secret), await report(key.secret, {})];
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(await burned()).toHaveLength(1);
    expect(await notices()).toHaveLength(2);

    key = await world.key({ member: owner, expiry: '90d' });
    api.clock.advance(91 * 86_400_000);
    expect((await report(key.secret)).body).toMatchObject({ status: 'revoked' });
    const shown = await (await world.session(owner)).call<ApiKeyView>('GET', `/app/api-keys/${key.id}`);
    expect(shown.body).toMatchObject({ status: 'expired', revokedBy: null });
    expect(await burned()).toHaveLength(1);
  });

  it('revokes once for parallel reports', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => report(key.secret)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await burned()).toHaveLength(1);
    expect(await notices()).toHaveLength(2);
  });

  it('responds again as before under the Idempotency-Key of a caller in another company', async () => {
    const scanner = await world.key();
    const again = (source: string) => {
      const headers = { 'idempotency-key': 'a leak' };
      return scanner.call('POST', PATH, { body: { key: key.secret, source }, headers });
    };
    const [first, second] = [await again(SOURCE), await again(SOURCE)];
    expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await again('elsewhere')).body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(await burned()).toHaveLength(1);
  });

  it('revokes suspended keys as well, which could be restored', async () => {
    await world.setPlan(owner.companyId, 'Free');
    expect((await report(key.secret)).status).toBe(200);
    await world.setPlan(owner.companyId, 'Pro');
    expect((await ask()).body).toMatchObject({ code: 'key_revoked' });
  });

  it('revokes nothing in a dry run', async () => {
    const answer = await api.call('POST', PATH, { body: { key: key.secret }, headers: { prefer: 'dry-run' } });
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'dry-run']);
    expect((await ask()).status).toBe(200);
    expect(await notices()).toEqual([]);
  });

  it('accepts a key that reports itself', async () => {
    const answer = await key.call('POST', PATH, { body: { key: key.secret } });
    expect(answer.status).toBe(200);
    expect((await ask()).status).toBe(401);
  });

  it('stores the report nowhere: neither in the log nor in a row', async () => {
    await report(key.secret);
    await api.call('POST', PATH, { raw: `{"key": "${key.secret}"` });
    await report(`${key.secret}x`);
    const part = key.secret.slice(12, 44);
    expect(log.text).toContain(`POST ${PATH} 200`);
    expect(log.text).not.toContain(part);
    const rows = await api.database.query<{ row: string }>({
      name: 'test_leaks',
      text: `SELECT a::text AS row FROM audit_log a UNION ALL SELECT m::text FROM mails m UNION ALL SELECT k::text FROM api_keys k
        UNION ALL SELECT e::text FROM events e`,
    });
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ row }) => row.includes(part))).toEqual([]);
  });

  it('429 by address, as for any caller', async () => {
    const other = await TestApi.beside(api, { RATE_LIMIT_ADDRESS: '2', TRUST_PROXY: 'true' });
    try {
      const codes: unknown[] = [];
      for (let n = 0; n < 3; n++) {
        const { status, body } = await other.call('POST', PATH, {
          body: { key: generateSecret(randomText).secret },
          headers: { 'x-forwarded-for': '203.0.113.9' },
        });
        codes.push([status, body['code']]);
      }
      expect(codes).toEqual([
        [404, 'leaked_key_unknown'],
        [404, 'leaked_key_unknown'],
        [429, 'rate_limited'],
      ]);
    } finally {
      await other.app.close();
    }
  });
});

describe('GET /.well-known/api-key-format.json', () => {
  let format: KeyFormat;

  beforeAll(async () => {
    const answer = await api.call<KeyFormat>('GET', '/.well-known/api-key-format.json');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=86400']);
    format = answer.body;
  });

  /** Implemented only from the document: bit by bit, as CRC-32 is defined. */
  function checksumOf(text: string): string {
    let crc = 0xffffffff;
    for (const byte of Buffer.from(text, 'ascii')) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
    }
    let [rest, digits] = [BigInt((crc ^ 0xffffffff) >>> 0), ''];
    for (let n = 0; n < 6; n++) {
      digits = (format.alphabet[Number(rest % 62n)] ?? '?') + digits;
      rest /= 62n;
    }
    return digits;
  }

  it('describes how to find keys in text, and exclude other text', () => {
    expect(format.alphabet).toMatch(/^(?!.*(.).*\1)[0-9A-Za-z]{62}$/);
    const minted = Array.from({ length: 50 }, () => generateSecret(randomText).secret);
    for (const secret of [...minted, key.secret, format.example]) {
      const found = `BILLHOOK_API_KEY="${secret}";`.match(new RegExp(format.pattern, 'g'));
      expect(found).toEqual([secret]);
      expect(secret.startsWith(format.prefix)).toBe(true);
      expect(secret).toHaveLength(format.length);
      expect(secret.slice(-6)).toBe(checksumOf(secret.slice(0, -6)));
    }
    expect(`x${key.secret}`).not.toMatch(new RegExp(format.pattern));
  });

  it('names the route that revokes a found key', async () => {
    expect(format.burn).toEqual({ method: 'POST', url: 'http://localhost:3000/v1/leaked-keys' });
    expect(format.docs).toBe('http://localhost:3000/docs/leaked-keys/');
    const answer = await api.call(format.burn.method, new URL(format.burn.url).pathname, { body: { key: key.secret } });
    expect(answer.status).toBe(200);
  });
});

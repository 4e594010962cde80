import type { RevokedKeys } from '@billhook/contract/identity/key';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Answer } from '../support/api.js';
import { auditOf, rowDigests } from '../support/audit-rows.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller, SeededMember, SessionCaller } from '../support/world.js';

const PATH = '/app/company/api-keys';

const { api, world } = await startWorld();
let admin: SeededMember;
let owner: SeededMember;
let session: SessionCaller;
let keys: [KeyCaller, KeyCaller, KeyCaller];

beforeEach(async () => {
  const companyId = await world.company();
  admin = await world.member(companyId);
  owner = await world.member(companyId, { role: 'Sales' });
  session = await world.session(admin);
  keys = [await world.key({ member: owner }), await world.key({ member: admin }), await world.key({ member: owner })];
});

type Bulk = Answer<RevokedKeys & ProblemView>;
const preview = (body: object, by = session): Promise<Bulk> => by.call('POST', `${PATH}/revoke/preview`, { body });
const revoke = (body: object, by = session): Promise<Bulk> => by.call('POST', `${PATH}/revoke`, { body });
const statuses = () => Promise.all(keys.map(async (key) => (await key.call('GET', '/v1/me/permissions')).status));
const ids = () => keys.map(({ id }) => id);

const lacking = async (): Promise<SessionCaller> => {
  const permissions = MEMBER_PERMISSIONS.filter((permission) => permission !== 'api_key.manage');
  return world.session(await world.member(admin.companyId, { permissions }));
};

/** The notices in the outbox, by recipient. */
const noticesTo = async (email: string): Promise<string[]> => {
  const rows = await api.database.query<{ text: string }>({
    name: 'test_notices',
    text: `SELECT body_text AS text FROM mails WHERE kind = 'Notice' AND recipients = jsonb_build_array($1::text) ORDER BY id`,
    values: [email],
  });
  return rows.map(({ text }) => text);
};

describe.each(['revoke', 'revoke/preview'])('POST /app/company/api-keys/%s', (path) => {
  const send = (body: object, by = session): Promise<Bulk> => by.call('POST', `${PATH}/${path}`, { body });

  it('401 without a session, 403 without api_key.manage', async () => {
    expect((await api.call('POST', `${PATH}/${path}`, { body: { ids: ids() } })).status).toBe(401);
    expect((await send({ ids: ids() }, await lacking())).body).toMatchObject({ missing: ['api_key.manage'] });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('422 naming each unknown key, including those of another company: nothing is revoked', async () => {
    const stranger = await world.key();
    const answer = await send({ ids: [keys[0].id, stranger.id, keys[1].id, 999_999_999] });
    const fault = { code: 'not_found', message: 'is not the id of a key of the company' };
    expect(answer.body).toMatchObject({
      status: 422,
      errors: [
        { pointer: '/ids/1', ...fault },
        { pointer: '/ids/3', ...fault },
      ],
    });
    expect(await statuses()).toEqual([200, 200, 200]);
    expect((await stranger.call('GET', '/v1/me/permissions')).status).toBe(200);
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['none', { ids: [] }, '/ids'],
    ['one twice', { ids: [7, 7] }, '/ids'],
    ['501', { ids: Array.from({ length: 501 }, (_, n) => n + 1) }, '/ids'],
    ['text', { ids: ['7'] }, '/ids/0'],
    ['no list', { status: 'active' }, '/ids'],
    ['a long reason', { ids: [7], reason: 'x'.repeat(301) }, '/reason'],
  ])('422 for %s', async (_, body, pointer) => {
    const { errors } = (await send(body)).body;
    expect(errors?.map((fault) => fault.pointer)).toContain(pointer);
  });
});

describe('a bulk revocation', () => {
  it('200 as a preview: the number of keys and of those that would end, without writing', async () => {
    await revoke({ ids: [keys[1].id] });
    const before = await rowDigests(api);
    const answer = await preview({ ids: [keys[2].id, keys[1].id, keys[0].id] });
    expect(answer.body).toMatchObject({
      data: [
        { id: keys[2].id, status: 'active', creator: { email: owner.email } },
        { id: keys[1].id, status: 'revoked' },
        { id: keys[0].id, status: 'active' },
      ],
      revoked: 2,
    });
    expect(await rowDigests(api)).toEqual(before);
  });

  it('200: all keys, ended ones unchanged; each with its entry and a notice to its owner', async () => {
    const [first, own, last] = keys;
    await session.call('POST', `${PATH}/${first.id}/revoke`, { body: { reason: 'Leaked' } });
    const answer = await revoke({ ids: [last.id, first.id, own.id], reason: 'Unused' });
    const by = `member ${admin.email}`;
    expect(answer.body).toMatchObject({
      data: [
        { id: last.id, status: 'revoked', revokedBy: by, revocationReason: 'Unused' },
        { id: first.id, status: 'revoked', revocationReason: 'Leaked' },
        { id: own.id, status: 'revoked', revocationReason: 'Unused' },
      ],
      revoked: 2,
    });
    expect(await statuses()).toEqual([401, 401, 401]);
    const entries = await auditOf(api, admin.companyId, 'api_key.revoked');
    expect(entries.map(({ actor, target, details }) => [actor, target, details['reason']])).toEqual([
      [by, first.secret.slice(0, 12), 'Leaked'],
      [by, last.secret.slice(0, 12), 'Unused'],
      [by, own.secret.slice(0, 12), 'Unused'],
    ]);
    // Not for one's own keys, and not twice for one key.
    const notices = await noticesTo(owner.email);
    expect(notices).toEqual([
      expect.stringMatching(new RegExp(`Test Person[^]*${first.secret.slice(0, 12)}[^]*Leaked`)),
      expect.stringMatching(new RegExp(`Test Person[^]*${last.secret.slice(0, 12)}[^]*Unused`)),
    ]);
    expect(await noticesTo(admin.email)).toEqual([]);
  });

  it('200 for simultaneous requests with the same keys in other orders: each key has one entry', async () => {
    const others = await Promise.all([1, 2, 3].map(async () => world.session(await world.member(admin.companyId))));
    const answers = await Promise.all(
      [session, ...others].map((by, n) => revoke({ ids: n % 2 ? ids().reverse() : ids() }, by)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(answers.map(({ body }) => body.revoked).sort()).toEqual([0, 0, 0, 3]);
    expect(await auditOf(api, admin.companyId, 'api_key.revoked')).toHaveLength(3);
  });

  it('200: an owner gets one email about all their keys, which names twenty', async () => {
    const more = await Promise.all(Array.from({ length: 20 }, () => world.key({ member: owner })));
    const theirs = [keys[0], keys[2], ...more];
    expect((await revoke({ ids: theirs.map(({ id }) => id) })).body).toMatchObject({ revoked: 22 });
    const [notice, ...others] = await noticesTo(owner.email);
    expect(others).toEqual([]);
    expect(theirs.filter(({ secret }) => notice?.includes(secret.slice(0, 12)))).toHaveLength(20);
    expect(notice).toMatch(/\nAnd: 2 more\n[^]*\/settings\/api-keys\n/);
  });

  it('200: a service member gets no notice', async () => {
    const key = await world.key({ member: await world.service(admin.companyId) });
    expect((await revoke({ ids: [key.id] })).body).toMatchObject({ revoked: 1 });
    expect([...(await noticesTo(owner.email)), ...(await noticesTo(admin.email))]).toEqual([]);
  });
});

describe('GET /app/company/api-keys/export', () => {
  const file = (query: string, by = session) => by.call('GET', `${PATH}/export?${query}`);

  it('401, 403, and 400 for an unknown filter', async () => {
    expect((await api.call('GET', `${PATH}/export?format=csv`)).status).toBe(401);
    expect((await file('format=csv', await lacking())).status).toBe(403);
    for (const query of ['', 'format=xlsx', 'format=csv&status=dead', 'format=csv&limit=10']) {
      expect((await file(query)).status).toBe(400);
    }
    expect(await auditOf(api, admin.companyId, 'api_key.exported')).toEqual([]);
  });

  it('200: a line per matching key, newest first, without secrets, and an audit entry', async () => {
    await session.call('POST', `${PATH}/${keys[0].id}/revoke`, { body: { reason: '=HYPERLINK("x")' } });
    await world.key();
    const answer = await file('format=csv');
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="api-keys-\d{4}-\d\d-\d\d\.csv"$/);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const rows: Record<string, string>[] = parse(answer.text, { columns: true, bom: true });
    expect(rows).toMatchObject([
      { id: String(keys[2].id), status: 'active', memberEmail: owner.email, outsidePolicy: 'false' },
      { id: String(keys[1].id), status: 'active', memberEmail: admin.email },
      { id: String(keys[0].id), status: 'revoked', revocationReason: `'=HYPERLINK("x")` },
    ]);
    expect(rows[0]?.['scopes']?.split(' ')).toContain('invoice.read');
    for (const { secret } of keys) expect(answer.text).not.toContain(secret.slice(12, 44));

    const filtered = await file(`format=csv&memberId=${owner.id}&status=active`);
    expect(parse(filtered.text, { columns: true, bom: true })).toMatchObject([{ id: String(keys[2].id) }]);
    expect(await auditOf(api, admin.companyId, 'api_key.exported')).toMatchObject([
      { details: { format: 'csv', filters: {}, keys: 3 } },
      { details: { format: 'csv', filters: { memberId: owner.id, status: 'active' }, keys: 1 } },
    ]);
  });

  it('200 in several chunks, each key once', async () => {
    await api.database.query({
      name: 'test_many_keys',
      text: `INSERT INTO api_keys (company_id, member_id, name, prefix, hash, hash_version, scopes, lifetime, allowed_cidrs, created_at)
        SELECT $1, $2::bigint, 'key ' || n, 'p' || $2::bigint || '-' || n, sha256(($2::bigint || '-' || n)::bytea), 'v', '{}', 'none', '{}', now()
        FROM generate_series(1, 2100) n`,
      values: [admin.companyId, admin.id],
    });
    const rows: Record<string, string>[] = parse((await file('format=csv')).text, { columns: true, bom: true });
    expect(rows).toHaveLength(2103);
    expect(new Set(rows.map(({ id }) => id)).size).toBe(2103);
  });
});

import type { RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { hash } from '@node-rs/argon2';
import { TOTP } from 'otpauth';
import { SECRET, TestApi, type Answer } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { PASSWORD, World, type SeededMember, type SessionCaller } from '../support/world.js';

const SESSION = '/app/session';
const FACTOR = '/app/account/second-factor';
const MINUTE = 60_000;
const NEXT_SECRET = 'another-secret-for-tests-long-enough';

let api: TestApi;
let other: TestApi;
let world: World;
let member: SeededMember;

beforeAll(async () => {
  api = await TestApi.start({ TRUST_PROXY: 'true' });
  other = await TestApi.beside(api, { TRUST_PROXY: 'true' });
  world = new World(api);
});
afterAll(async () => {
  await other.stop();
  await api.stop();
});
beforeEach(async () => {
  await world.forgetAttempts();
  member = await world.member(await world.company());
});
afterEach(() => api.clock.set(new Date()));

interface Try {
  readonly email?: string;
  readonly password?: string;
  readonly code?: string;
  readonly from?: string;
  readonly on?: TestApi;
}

function signIn({ from = '192.0.2.1', on = api, ...shown }: Try = {}): Promise<Answer<SessionView & ProblemView>> {
  const body = { email: member.email, password: PASSWORD, ...shown };
  return on.call('POST', SESSION, { body, headers: { 'x-forwarded-for': from } });
}

const statuses = (answers: readonly Answer<unknown>[]): number[] => answers.map(({ status }) => status).sort();
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));
const actions = async (): Promise<string[]> => (await auditOf(api, member.companyId)).map(({ action }) => action);

describe('failed sign-in attempts', () => {
  it.each([
    ['an account', () => member.email],
    ['nobody', () => 'nobody@example.com'],
  ])('429 for the sixth of many parallel attempts in two processes, for %s', async (_, email) => {
    const wrong = (n: number) => signIn({ email: email(), password: 'wrong', on: n % 2 ? api : other });
    const answers = await Promise.all(times(12, wrong));
    expect(statuses(answers)).toEqual([...times(5, () => 401), ...times(7, () => 429)]);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({ code: 'too_many_attempts', retryAfter: 180 });
    expect(refused?.headers.get('retry-after')).toBe('180');
    // Also for the correct password, which would confirm a guess.
    expect((await signIn({ email: email() })).status).toBe(429);
    // Other addresses are not blocked.
    expect((await signIn({ from: '192.0.2.2' })).status).toBe(201);
  });

  it('429 for the stated time, to the millisecond', async () => {
    for (let n = 0; n < 5; n++) await signIn({ password: 'wrong' });
    api.clock.advance(179_999);
    expect((await signIn()).body).toMatchObject({ status: 429, retryAfter: 1 });
    api.clock.advance(1);
    expect((await signIn()).status).toBe(201);
  });

  it('429 for an address with any account; for the whole network with IPv6', async () => {
    const guess = (n: number, from: string) => signIn({ email: `guess${n}@example.com`, password: 'wrong', from });
    const answers = await Promise.all(times(24, (n) => guess(n, `2001:db8::${n + 1}`)));
    // Requests above the hash queue are rejected as well, and are not counted.
    expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(20);
    for (let n = 0; n < 20; n++) await guess(100 + n, '2001:db8::99');
    expect((await guess(99, '2001:db8::100')).status).toBe(429);
    expect((await guess(99, '2001:db8:0:1::1')).status).toBe(401);
  });

  it('429 for an account from every address, except those of earlier sign-ins', async () => {
    expect((await signIn({ from: '198.51.100.7' })).status).toBe(201);
    // Inserts a hundred attempts, which would take a minute through the sign-in.
    const now = api.clock.now().getTime() * 1000;
    const before = new Set((await names()).map(String));
    await signIn({ password: 'wrong', from: '203.0.113.1' });
    const account = (await names()).filter(({ tat, hex }) => tat === now + 9_000_000 && !before.has(hex));
    expect(account).toHaveLength(1);
    await api.database.query({
      name: 'test_exhaust',
      text: `UPDATE sign_in_attempts SET tat = $2 WHERE encode(name, 'hex') = $1`,
      values: [account[0]?.hex, now + 900_000_000],
    });
    const refused = await signIn({ from: '203.0.113.2' });
    expect(refused.body).toMatchObject({ status: 429, retryAfter: 9 });
    expect((await signIn({ from: '198.51.100.7' })).status).toBe(201);
  });

  it('are cleared by a sign-in, and a correct password never counts', async () => {
    for (let n = 0; n < 30; n++) expect((await signIn()).status).toBe(201);
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) expect((await signIn({ password: 'wrong' })).status).toBe(401);
      expect((await signIn()).status).toBe(201);
    }
  });

  it('count at the password confirmation as well, and store no names', async () => {
    const session = await world.signIn(member);
    const confirm = () => session.call('POST', `${SESSION}/confirm`, { body: { password: 'wrong' } });
    for (let n = 0; n < 5; n++) expect((await confirm()).status).toBe(401);
    const refused = await session.call('POST', `${SESSION}/confirm`, { body: { password: PASSWORD } });
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect((await session.call('GET', SESSION)).status).toBe(200);
    expect(await tablesHolding(api, member.email)).not.toContain('public.sign_in_attempts');
  });

  async function names(): Promise<{ hex: string; tat: number }[]> {
    return api.database.query({
      name: 'test_attempt_names',
      text: `SELECT encode(name, 'hex') AS hex, tat FROM sign_in_attempts`,
    });
  }
});

describe('a password hash', () => {
  it('is checked in every Unicode form, and replaced if it is weaker than the current ones', async () => {
    const typed = 'cr\u00e8me br\u00fbl\u00e9e \u00e0 la carte';
    const stored = await hash(typed, { memoryCost: 4096, timeCost: 1 });
    const set = { name: 'test_hash', text: 'UPDATE accounts SET password_hash = $2 WHERE email = $1' };
    const read = { name: 'test_hash_get', text: 'SELECT password_hash AS hash FROM accounts WHERE email = $1' };
    await api.database.query({ ...set, values: [member.email, stored] });
    expect((await signIn({ password: typed.normalize('NFD') })).status).toBe(201);
    const [row] = await api.database.query<{ hash: string }>({ ...read, values: [member.email] });
    expect(row?.hash).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
    expect((await signIn({ password: typed })).status).toBe(201);
    expect(await api.database.query({ ...read, values: [member.email] })).toEqual([row]);
  });

  it('is limited in parallel, so requests of /v1 still get responses', async () => {
    const key = await world.key({ member });
    const guesses = times(20, (n) => signIn({ password: 'wrong', from: `198.51.100.${n}` }));
    const reads = times(40, () => key.call('GET', '/v1/me'));
    expect(statuses(await Promise.all(reads))).toEqual(times(40, () => 200));
    for (const { status } of await Promise.all(guesses)) expect([401, 429]).toContain(status);
  });
});

describe('two-factor authentication', () => {
  let session: SessionCaller;
  let secret: string;
  let recoveryCodes: string[];

  beforeEach(async () => {
    session = await world.signIn(member);
  });

  const codeAt = (later = 0): string =>
    new TOTP({ secret, algorithm: 'SHA1' }).generate({ timestamp: api.clock.now().getTime() + later });
  const post = <T = ProblemView>(path: string, body?: object): Promise<Answer<T>> =>
    session.call<T>('POST', path, { body });

  async function begin(): Promise<void> {
    const { status, body, headers } = await post<SecondFactorSetup>(FACTOR);
    expect({ status, cached: headers.get('cache-control') }).toEqual({ status: 201, cached: 'no-store' });
    expect(body.uri).toMatch(/^otpauth:\/\/totp\/Billhook/);
    ({ secret } = body);
  }

  async function set(): Promise<void> {
    await begin();
    ({ recoveryCodes } = (await post<RecoveryCodes>(`${FACTOR}/confirm`, { code: codeAt() })).body);
    api.clock.advance(MINUTE);
  }

  it.each(['', '/confirm', '/disable', '/recovery-codes'])(
    '401 without a session, 403 without password confirmation: POST %s',
    async (path) => {
      expect((await api.call('POST', FACTOR + path, { body: { code: '123456' } })).status).toBe(401);
      api.clock.advance(10 * MINUTE + 1);
      const answer = await post(FACTOR + path, { code: '123456' });
      expect(answer.body).toMatchObject({ status: 403, code: 'step_up_required' });
    },
  );

  it('409 if it is already enabled, or not enabled', async () => {
    for (const path of ['confirm', 'disable', 'recovery-codes']) {
      expect((await post(`${FACTOR}/${path}`, { code: '123456' })).body.code).toBe('second_factor_not_set');
    }
    await set();
    expect((await post(FACTOR)).body).toMatchObject({ status: 409, code: 'second_factor_set' });
    expect((await post(`${FACTOR}/confirm`, { code: codeAt() })).body.code).toBe('second_factor_set');
  });

  it('is enabled by a first code and required from then on; the secret is encrypted, and codes are hashes', async () => {
    await begin();
    expect((await post(`${FACTOR}/confirm`, { code: '000000' })).body.code).toBe('second_factor_wrong');
    expect((await signIn()).status).toBe(201);
    const answer = await post<RecoveryCodes>(`${FACTOR}/confirm`, {
      code: ` ${codeAt().slice(0, 3)} ${codeAt().slice(3)}`,
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.body.recoveryCodes).toHaveLength(10);
    for (const code of [secret, ...answer.body.recoveryCodes]) {
      expect(await tablesHolding(api, code)).toEqual([]);
      expect(await tablesHolding(api, code.replaceAll('-', ''))).toEqual([]);
    }
    expect((await session.call<SessionView>('GET', SESSION)).body.member.secondFactor).toBe(true);
    expect((await signIn()).body).toMatchObject({ status: 401, code: 'second_factor_required' });
    expect((await signIn({ password: 'wrong', code: codeAt(MINUTE) })).body.code).toBe('sign_in_failed');
    const [mail] = await mails();
    expect(mail).toMatchObject({ recipients: [member.email], text: expect.stringContaining('on') });
    expect(await actions()).toContain('account.second_factor_enabled');
  });

  it('accepts a code once, also for parallel requests to two processes, and no earlier code afterwards', async () => {
    await set();
    const [earlier, code] = [codeAt(-30_000), codeAt()];
    const answers = await Promise.all(times(6, (n) => signIn({ code, on: n % 2 ? api : other, from: `192.0.2.${n}` })));
    expect(statuses(answers)).toEqual([201, ...times(5, () => 401)]);
    expect((await signIn({ code: earlier })).body.code).toBe('second_factor_wrong');
    api.clock.advance(30_000);
    expect((await signIn({ code: codeAt() })).status).toBe(201);
  });

  it('accepts a recovery code once, in any spelling, and returns the number left', async () => {
    await set();
    const [first = '', second = ''] = recoveryCodes;
    expect((await signIn({ code: first })).status).toBe(201);
    expect((await signIn({ code: first })).body.code).toBe('second_factor_wrong');
    expect((await signIn({ code: second.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O') })).status).toBe(201);
    expect((await session.call('GET', '/app/account')).body).toMatchObject({ secondFactor: { recoveryCodesLeft: 8 } });
    expect(await auditOf(api, member.companyId, 'account.recovery_code_used')).toMatchObject([
      { details: { left: 9 } },
      { details: { left: 8 } },
    ]);
  });

  it('429: codes are limited like passwords, and a correct password in between changes nothing', async () => {
    await set();
    for (let n = 0; n < 5; n++) {
      expect((await signIn()).body.code).toBe('second_factor_required');
      expect((await signIn({ code: '000000' })).body.code).toBe('second_factor_wrong');
    }
    expect((await signIn({ code: codeAt() })).body).toMatchObject({ status: 429, code: 'too_many_attempts' });
    // From many addresses: ten for the account.
    for (let n = 0; n < 5; n++) expect((await signIn({ code: '000000', from: `203.0.113.${n}` })).status).toBe(401);
    expect((await signIn({ code: codeAt(), from: '203.0.113.99' })).status).toBe(429);
  });

  it('429: also with a session, whose password alone neither makes an address known nor resets the count', async () => {
    const from = (n: number) => ({ 'x-forwarded-for': `198.51.100.${n}` });
    const send = (path: string, body: object, n: number) => session.call('POST', path, { body, headers: from(n) });
    const confirm = (n: number) => send(`${SESSION}/confirm`, { password: PASSWORD }, n);
    const guess = (n: number) => send(`${FACTOR}/disable`, { code: '000000' }, n);
    // Addresses of complete sign-ins are known, and throttled as well.
    await set();
    expect((await signIn({ code: codeAt(), from: '198.51.100.0' })).status).toBe(201);
    expect(statuses(await Promise.all(times(4, confirm)))).toEqual([200, 200, 200, 200]);
    expect(statuses(await Promise.all(times(6, () => guess(0))))).toEqual([...times(5, () => 401), 429]);
    const everywhere = await Promise.all(times(12, (n) => guess(1 + (n % 3))));
    expect(statuses(everywhere)).toEqual([...times(5, () => 401), ...times(7, () => 429)]);
  });

  it('survives a change of the application secret, and is re-encrypted with its next code', async () => {
    await set();
    const both = await TestApi.beside(api, { APP_SECRETS: `${NEXT_SECRET},${SECRET}` });
    const next = await TestApi.beside(api, { APP_SECRETS: NEXT_SECRET });
    try {
      expect((await signIn({ code: recoveryCodes[0] ?? '', on: both })).status).toBe(201);
      expect((await signIn({ code: codeAt(), on: both })).status).toBe(201);
      api.clock.advance(MINUTE);
      expect((await signIn({ code: codeAt(), on: next })).status).toBe(201);
      // Stored only as a hash, under the removed secret.
      expect((await signIn({ code: recoveryCodes[1] ?? '', on: next })).body.code).toBe('second_factor_wrong');
    } finally {
      await both.stop();
      await next.stop();
    }
  });

  it('requires a code for new recovery codes and for disabling it', async () => {
    await set();
    expect((await post(`${FACTOR}/recovery-codes`, { code: '000000' })).body.code).toBe('second_factor_wrong');
    const renewed = await post<RecoveryCodes>(`${FACTOR}/recovery-codes`, { code: codeAt() });
    expect(renewed.body.recoveryCodes).toHaveLength(10);
    expect((await post(`${FACTOR}/disable`, { code: recoveryCodes[2] })).body.code).toBe('second_factor_wrong');
    expect((await post(`${FACTOR}/disable`, { code: renewed.body.recoveryCodes[2] })).status).toBe(204);
    expect((await signIn()).status).toBe(201);
    expect(await actions()).toEqual(
      expect.arrayContaining(['account.recovery_codes_renewed', 'account.second_factor_disabled']),
    );
    expect(await mails()).toHaveLength(2);
  });

  async function mails(): Promise<object[]> {
    const text = `SELECT recipients, body_text AS text FROM mails WHERE kind = 'Notice' AND recipients ? $1 ORDER BY id`;
    return api.database.query({ name: 'test_notices', text, values: [member.email] });
  }
});

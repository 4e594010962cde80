import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { TOTP } from 'otpauth';
import { MembersRepository } from '../src/members/members.repository.js';
import { KeyTraffic } from '../src/key-traffic/key-traffic.js';
import { TestApi } from './support/api.js';
import { auditOf } from './support/rows.js';
import { Invitations, tokenOf } from './support/invitations.js';
import { PASSWORD, World } from './support/world.js';

let api: TestApi;
let world: World;
beforeAll(async () => {
  api = await TestApi.start({ TRUST_PROXY: '1' });
  world = new World(api);
});
afterAll(() => api.stop());

it('codes guessed from a session', async () => {
  const company = await world.company();
  const person = await world.member(company);
  const s = await world.session(person);
  const begun = await s.call<{ secret: string }>('POST', '/app/account/second-factor');
  const code = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, secret: begun.body.secret }).generate({ timestamp: api.clock.now().getTime() });
  console.log('on', (await s.call('POST', '/app/account/second-factor/confirm', { body: { code } })).status);
  let wrong = 0;
  const others = new Map<string, number>();
  for (let a = 1; a <= 12; a++) {
    const headers = { 'x-forwarded-for': `203.0.113.${a}` };
    for (let r = 0; r < 6; r++) {
      const c = await s.call('POST', '/app/session/confirm', { body: { password: PASSWORD }, headers });
      others.set(`confirm ${c.status}`, (others.get(`confirm ${c.status}`) ?? 0) + 1);
      for (let n = 0; n < 4; n++) {
        const d = await s.call('POST', '/app/account/second-factor/disable', { body: { code: '000000' }, headers });
        if (d.status === 401) wrong++;
        else others.set(`disable ${d.status}`, (others.get(`disable ${d.status}`) ?? 0) + 1);
      }
    }
  }
  console.log('wrong codes judged at one instant', wrong, [...others]);
}, 60_000);

it('no slow body: waits for the company lock while demoted', async () => {
  const company = await world.company();
  const owner = await world.member(company);
  const bad = await world.member(company);
  const mate = await world.member(company, { role: 'Read-only' });
  const badSession = await world.session(bad);
  void owner;
  const uow = api.app.get(UnitOfWork);
  let pending: Promise<{ status: number; text: string }> | undefined;
  await uow.run(async (tx) => {
    await api.app.get(MembersRepository).lockCompany(tx, company);
    pending = badSession.call('PATCH', `/app/members/${mate.id}`, { body: { role: 'Owner' } });
    await sleep(200);
    await tx.query({ name: 't_demote', text: `UPDATE members SET permissions = '{client.read}', role = 'Read-only' WHERE id = $1`, values: [bad.id] });
  });
  const answer = await pending;
  console.log('demoted, then', answer?.status, answer?.text.slice(0, 200));
});

it('reset lock-out of a victim, and account oracle by an invitation', async () => {
  const company = await world.company();
  const person = await world.member(company);
  for (let n = 0; n < 5; n++) await api.call('POST', '/app/password-reset', { body: { email: person.email }, headers: { 'x-forwarded-for': `203.0.113.${n}` } });
  console.log('victim', (await api.call('POST', '/app/password-reset', { body: { email: person.email }, headers: { 'x-forwarded-for': '198.51.100.1' } })).status);
  const other = await world.company();
  const nosy = await world.session(await world.member(other));
  const invitations = new Invitations(api);
  for (const email of [person.email, 'nobody-at-all@example.com']) {
    const sent = await invitations.send(nosy, email);
    console.log(email, (await invitations.look(tokenOf(sent.body))).body);
  }
});

it('flooding of hosts: the thief hides among made-up programs; others are not noted', async () => {
  const company = await world.company();
  const owner = await world.member(company);
  const boss = await world.session(owner);
  const stolen = await world.key({ member: owner });
  const elsewhere = await world.key();
  await boss.call('POST', `/app/api-keys/${stolen.id}/revoke`, { body: {} });
  await api.app.get(KeyTraffic).flush();
  const work = [];
  for (let n = 0; n < 5000; n++) {
    work.push(stolen.call('GET', '/v1/me', { headers: { 'user-agent': `x${n}`, 'x-forwarded-for': '203.0.113.66' } }));
    if (work.length >= 100) await Promise.all(work.splice(0));
  }
  await elsewhere.call('GET', '/v1/me', { headers: { 'user-agent': 'erp', 'x-forwarded-for': '198.51.100.7' } });
  await api.app.get(KeyTraffic).flush();
  const rows = await api.database.query({ name: 't_hosts', text: 'SELECT key_id, count(*)::int AS n FROM key_hosts GROUP BY 1' });
  console.log(rows);
}, 60_000);

it('counts twice when forgetting fails', async () => {
  const key = await world.key();
  await key.call('GET', '/v1/me', { headers: { 'user-agent': 'a' } });
  await api.database.query({ name: 't_trg', text: `CREATE FUNCTION t_fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'deadlock' USING ERRCODE='40P01'; END $$` });
  await api.database.query({ name: 't_trg2', text: 'CREATE TRIGGER t_fail BEFORE DELETE ON key_hosts FOR EACH STATEMENT EXECUTE FUNCTION t_fail()' });
  await api.app.get(KeyTraffic).flush();
  await api.app.get(KeyTraffic).flush();
  await api.app.get(KeyTraffic).flush();
  console.log(await api.database.query({ name: 't_c', text: 'SELECT user_agent, count FROM key_hosts WHERE key_id = $1', values: [key.id] }));
  await api.database.query({ name: 't_trg3', text: 'DROP TRIGGER t_fail ON key_hosts' });
});

it('audit of failures', async () => {
  const company = await world.company();
  const person = await world.member(company);
  const s = await world.session(person);
  await s.call('POST', '/app/password-reset', { body: { email: person.email } });
  await s.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
  console.log((await auditOf(api, company)).map((r) => r.action));
  expect(1).toBe(1);
});

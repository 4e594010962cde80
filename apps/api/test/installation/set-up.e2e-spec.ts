import type { OpenedInvitation } from '@billhook/contract/identity/invitation';
import type { SessionView } from '@billhook/contract/identity/session';
import type { InstallationSetUp } from '@billhook/contract/installation/set-up';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { requiredTerms } from '@billhook/domain/invoicing/legal-texts';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { setUpLink } from '../../src/installation/admin/company.command.js';
import { SetUpService } from '../../src/installation/set-up/set-up.service.js';
import { TestApi } from '../support/api.js';
import { auditOf, tablesHolding } from '../support/audit-rows.js';
import { PASSWORD } from '../support/world.js';

const NOW = new Date('2026-11-23T08:00:00Z');
const facts = {
  ...{ company: 'Nordlicht', email: 'ada@example.com', country: 'FR', timeZone: 'Europe/Paris' },
  ...{ currency: 'EUR', locale: 'fr' },
};

let api: TestApi;
const opened: TestApi[] = [];
beforeEach(async () => {
  // Each on a database without a company.
  api = await TestApi.start({ PUBLIC_URL: 'https://billhook.example' });
  api.clock.set(NOW.toISOString());
  opened.push(api);
});
afterAll(async () => {
  for (const each of opened) await each.stop();
});

const link = () => api.app.get(SetUpService).link();
const tokenOf = (url = ''): string => new URL(url).hash.slice(1);
const setUp = (token: string, others: object = {}) =>
  api.call<InstallationSetUp>('POST', '/app/set-up', { body: { ...facts, token, ...others } });
const invalid = { status: 401, body: { code: 'set_up_link_invalid' } };

describe('the set-up link', () => {
  it('401 for another token, a changed one, one of another secret, and an expired one', async () => {
    const token = tokenOf((await link())?.url);
    const [expiry = '', proof = ''] = token.split('-');
    const later = (Number.parseInt(expiry, 36) + 1000).toString(36);
    const last = proof.endsWith('0') ? '1' : '0';
    const other = await TestApi.beside(api, { APP_SECRETS: 'another-secret-that-is-long-enough-as-well' });
    const foreign = tokenOf((await other.app.get(SetUpService).link())?.url);
    await other.stop();
    const wrong = ['no', `${later}-${proof}`, `${expiry}-${proof.slice(0, -1)}${last}`, `${expiry}-`, foreign];
    for (const each of wrong) expect(await setUp(each)).toMatchObject(invalid);
    api.clock.set('2026-11-24T08:00:00Z');
    expect(await setUp(token)).toMatchObject(invalid);
    expect(await link()).toBeDefined();
  });

  it('422 for facts that no company can have, and remains usable', async () => {
    const token = tokenOf((await link())?.url);
    for (const wrong of [
      { email: 'ada' },
      { timeZone: 'Mars' },
      { currency: 'XXX0' },
      { company: '' },
      { plan: 'Pro' },
    ]) {
      expect(await setUp(token, wrong)).toMatchObject({ status: 422, body: { code: 'invalid_body' } });
    }
    expect((await setUp(token)).status).toBe(201);
  });

  it('creates the first company, and leads to the page on which its owner chooses a password', async () => {
    const made = await link();
    expect(made).toEqual({
      url: expect.stringMatching(/^https:\/\/billhook\.example\/settings\/set-up#\w+-\w{64}$/),
      expiresAt: new Date('2026-11-24T08:00:00Z'),
    });
    const token = tokenOf(made?.url);
    const { status, body, headers } = await setUp(token);
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body.url).toMatch(/^https:\/\/billhook\.example\/settings\/invitation#bhi_/);
    expect(await tablesHolding(api, token)).toEqual([]);

    const invitation = tokenOf(body.url);
    const look = await api.call<OpenedInvitation>('POST', '/app/invitations/look', { body: { token: invitation } });
    const founder = { invitedBy: null, email: 'ada@example.com', role: 'Owner', isFirstMember: true, name: '' };
    expect(look.body).toMatchObject({ company: 'Nordlicht', ...founder });
    const accepted = await api.call<SessionView>('POST', '/app/invitations/accept', {
      body: { token: invitation, password: PASSWORD, name: 'Ada' },
    });
    expect(accepted).toMatchObject({
      status: 201,
      body: {
        member: { name: 'Ada', role: 'Owner', permissions: MEMBER_PERMISSIONS, locale: 'fr' },
        company: {
          ...{ name: 'Nordlicht', plan: 'Pro', timeZone: 'Europe/Paris', address: { country: 'FR' } },
          ...{ paymentTerms: { days: 30, endOfMonth: false }, quoteValidityDays: 30, defaultTaxRate: '20' },
          ...{ terms: requiredTerms('FR'), notes: null, locale: 'fr', replyTo: null },
        },
      },
    });
    const log = await auditOf(api, accepted.body.company.id);
    expect(log.map(({ actor, action }) => `${actor} ${action}`).slice(0, 2)).toEqual([
      'system invitation.created',
      'member ada@example.com invitation.accepted',
    ]);
  });

  it('is printed again by a command, and the options of the sign-in page say that it is needed', async () => {
    const options = async () => (await api.call('GET', '/app/sign-in-options')).body;
    expect(await options()).toEqual({ isSetUp: false, sendsMail: false });
    await expect(setUpLink.run(api.app, ['--email', 'ada@example.com'])).rejects.toThrow('--email');
    const printed = await setUpLink.run(api.app, []);
    expect(printed).toContain('Open this link until 2026-11-24T08:00:00.000Z:');
    expect((await setUp(tokenOf(/https:\S+/.exec(printed)?.[0]))).status).toBe(201);
    expect(await options()).toEqual({ isSetUp: true, sendsMail: false });
  });

  it('works once, also for 5 requests at the same time, and no process offers another', async () => {
    const token = tokenOf((await link())?.url);
    const answers = await Promise.all(Array.from({ length: 5 }, () => setUp(token)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 401, 401, 401, 401]);
    expect(await setUp(token)).toMatchObject(invalid);
    expect(await link()).toBeUndefined();
    await expect(setUpLink.run(api.app, [])).rejects.toThrow('This installation has a company.');
    const [row] = await api.database.query<{ count: number }>({
      name: 'test_companies',
      text: 'SELECT count(*) FROM companies',
    });
    expect(row?.count).toBe(1);
  });
});

import type { OpenedInvitation } from '@billhook/contract/identity/invitation';
import type { SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { SessionView } from '@billhook/contract/identity/session';
import { MEMBER_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { randomText } from '@billhook/platform/ids';
import { seal } from '@billhook/platform/seal';
import { withClient } from '@billhook/testing/test-server';
import { describe, expect, it } from '@jest/globals';
import { TOTP } from 'otpauth';
import { passwordLink } from '../../src/installation/admin/account.command.js';
import { secondFactorOff } from '../../src/installation/admin/account.command.js';
import type { Command } from '../../src/installation/admin/command.js';
import { inviteOwner, createCompany, setPlan } from '../../src/installation/admin/company.command.js';
import { releaseDeliveries } from '../../src/installation/admin/hold-deliveries.command.js';
import { runAdmin } from '../../src/installation/admin/run-admin.js';
import { sealedWith } from '../../src/installation/admin/sealed-with.command.js';
import { TestApi } from '../support/api.js';
import { auditOf, rowDigests, tablesHolding } from '../support/audit-rows.js';
import { authorize, registerApplication } from '../support/oauth.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, World } from '../support/world.js';

const { api, world } = await startWorld({ PUBLIC_URL: 'https://billhook.example' });

const address = (): string => `${randomText(8).toLowerCase()}@example.com`;
const run = (command: Command, line: string): Promise<string> => command.run(api.app, line.split(' '));
const tokenIn = (said: string): string =>
  /https:\/\/billhook\.example\/settings\/invitation#(\S+)/.exec(said)?.[1] ?? '';
const look = (token: string) => api.call<OpenedInvitation>('POST', '/app/invitations/look', { body: { token } });
const accept = (token: string) =>
  api.call<SessionView>('POST', '/app/invitations/accept', { body: { token, password: PASSWORD, name: 'Ada' } });

describe('a wrong argument changes nothing', () => {
  it.each<[string, Command, string, string]>([
    ['no name', createCompany, '--email a@b.example', '--name is required.'],
    [
      'a wrong address',
      createCompany,
      '--name Nord --email ada',
      '--email must be an email address, like name@example.com.',
    ],
    ['a time zone that is none', createCompany, '--name N --email a@b.example --time-zone Mars', '--time-zone must be'],
    ['a plan that is none', setPlan, '--company 1 --plan Gold', '--plan '],
    ['an unknown company', inviteOwner, '--company 999999999 --email a@b.example', 'There is no company 999999999.'],
    ['an unknown company', setPlan, '--company 999999999 --plan Pro', 'There is no company 999999999.'],
    ['nobody', passwordLink, '--email nobody@example.com', 'No account has the email address nobody@example.com.'],
    ['nobody', secondFactorOff, '--email nobody@example.com', 'No account has the email address nobody@example.com.'],
    ['an unknown option', inviteOwner, '--tenant 1', '--tenant'],
    ['a moment that is none', releaseDeliveries, '--cancel-before yesterday', '--cancel-before '],
  ])('%s', async (_, command, line, message) => {
    const before = await rowDigests(api);
    await expect((async () => run(command, line))()).rejects.toThrow(message);
    expect(await rowDigests(api)).toEqual(before);
  });
});

describe('create-company', () => {
  it('creates a company whose owner sets a password through the link, and has all permissions', async () => {
    const email = address();
    const said = await run(
      createCompany,
      `--name Nordlicht --email ${email} --country FR --time-zone Europe/Paris --locale fr`,
    );
    const token = tokenIn(said);
    expect(said).toMatch(/^Created company \d+ \(Nordlicht\) on the Pro plan\.\n/);
    expect((await look(token)).body).toMatchObject({ company: 'Nordlicht', invitedBy: null, email, role: 'Owner' });
    expect(await tablesHolding(api, token)).toEqual([]);

    const { status, body } = await accept(token);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      member: { name: 'Ada', role: 'Owner', permissions: MEMBER_PERMISSIONS, locale: 'fr' },
      company: {
        name: 'Nordlicht',
        plan: 'Pro',
        timeZone: 'Europe/Paris',
        currency: 'EUR',
        address: { country: 'FR' },
        ...{ quoteValidityDays: 30, defaultTaxRate: '20', locale: 'fr' },
      },
    });
    expect((await look(token)).status).toBe(401);
    const log = await auditOf(api, body.company.id);
    expect(log.map(({ actor, action }) => `${actor} ${action}`)).toEqual([
      'system invitation.created',
      `member ${email} invitation.accepted`,
      `member ${email} session.started`,
    ]);
  });
});

describe('invite-owner', () => {
  it('invites an owner to a company without one, and replaces a lost link', async () => {
    const owner = await world.member(await world.company());
    await world.change(owner, { status: 'Deactivated' });
    const email = address();
    const [lost, second] = [
      tokenIn(await run(inviteOwner, `--company ${owner.companyId} --email ${email}`)),
      tokenIn(await run(inviteOwner, `--company ${owner.companyId} --email ${email.toUpperCase()} --person Ines`)),
    ];
    expect((await look(lost)).status).toBe(401);
    expect((await look(second)).body).toMatchObject({ name: 'Ines', invitedBy: null });
    expect((await accept(second)).body).toMatchObject({ member: { role: 'Owner' }, company: { id: owner.companyId } });
    const again = run(inviteOwner, `--company ${owner.companyId} --email ${email}`);
    await expect(again).rejects.toThrow('is already a member (Active)');
  });
});

describe('set-plan', () => {
  it('moves a company to another plan, once, with an audit entry; keys stop and work again', async () => {
    const key = await world.key();
    const move = (plan: string) => run(setPlan, `--company ${key.companyId} --plan ${plan}`);
    for (const plan of ['Free', 'Free']) expect(await move(plan)).toContain(`is now on the ${plan} plan`);
    expect((await key.call('GET', '/v1/clients')).body).toMatchObject({ code: 'plan_required' });
    await move('Pro');
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
    expect(await auditOf(api, key.companyId, 'company.updated')).toMatchObject([
      { actor: 'system', details: { changed: { plan: { from: 'Pro', to: 'Free' } } } },
      { actor: 'system', details: { changed: { plan: { from: 'Free', to: 'Pro' } } } },
    ]);
  });
});

describe('password-link', () => {
  it('creates a link that sets a password, once', async () => {
    const { id, companyId, email } = await world.member(await world.company());
    const said = await run(passwordLink, `--email ${email.toUpperCase()}`);
    const token = /https:\/\/billhook\.example\/settings\/reset-password#(bhw_[0-9A-Za-z]{46})\n/.exec(said)?.[1] ?? '';
    expect(said).toContain(email);
    expect(await tablesHolding(api, token)).toEqual([]);
    const password = 'tangerine otter umbrella quartz';
    const complete = () => api.call('POST', '/app/password-reset/complete', { body: { token, password } });
    expect((await complete()).status).toBe(204);
    expect((await complete()).status).toBe(401);
    expect((await api.call('POST', '/app/session', { body: { email, password } })).status).toBe(201);
    expect(await auditOf(api, companyId, 'account.password_reset_requested')).toMatchObject([
      { actorKind: 'system', target: `member ${id}`, ip: null, details: { expiresAt: expect.any(String) } },
    ]);
  });
});

describe('second-factor-off', () => {
  it('lets a person without their app sign in, and writes an audit entry', async () => {
    const member = await world.member(await world.company());
    await expect(run(secondFactorOff, `--email ${member.email}`)).rejects.toThrow(
      'Two-factor authentication is not on for',
    );
    const session = await world.signIn(member);
    const path = '/app/account/second-factor';
    const { secret } = (await session.call<SecondFactorSetup>('POST', path)).body;
    const code = new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() });
    await session.call('POST', `${path}/confirm`, { body: { code } });
    await expect(world.signIn(member)).rejects.toThrow('second_factor_required');
    expect(await run(secondFactorOff, `--email ${member.email}`)).toContain('the password alone');
    await world.signIn(member);
    expect(await auditOf(api, member.companyId, 'account.second_factor_disabled')).toMatchObject([
      { actorKind: 'system', target: `member ${member.id}` },
    ]);
  });
});

it('the program lists its commands when the command is missing or unknown', async () => {
  const open = () => Promise.reject(new Error('nothing is to be opened for that'));
  for (const line of [[], ['make-coffee', '--email', 'a@b.example']]) {
    await expect(runAdmin(open, line)).rejects.toThrow(
      /^Commands:\n {2}create-company [^]* second-factor-off --email ADDRESS\n/,
    );
  }
});

describe('sealed-with', () => {
  it('reports what each application secret is needed for, and which can be removed', async () => {
    const [old, next] = ['the secret that everything is sealed with', 'the secret that was put in front of it'];
    const other = await TestApi.start({ APP_SECRETS: `${next},${old}` });
    try {
      const ask = (): Promise<string> => sealedWith.run(other.app, []);
      const [current, before] = other.app.get(AppSecrets).versions;
      expect(await ask()).toBe(
        `Secret 1 of APP_SECRETS (${current}): encrypts new data\n\n` +
          `Secret 2 of APP_SECRETS (${before}): no longer needed, can be removed\n`,
      );
      const there = new World(other);
      await there.key();
      const insert = (secrets: AppSecrets): Promise<unknown> =>
        withClient(other.databaseUrl, (client) =>
          client.query(
            `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at)
              SELECT max(id), 'https://x.example', '{}', 'Enabled', $1, 1, now(), now() FROM companies`,
            [JSON.stringify([{ sealed: seal(secrets, 'webhook-secret', 'whsec_x') }])],
          ),
        );
      await insert(new AppSecrets([old]));
      const [gone = ''] = new AppSecrets(['a secret that was left out too early']).versions;
      await insert(new AppSecrets(['a secret that was left out too early']));
      const session = await there.signIn(await there.member(await there.company()));
      const application = await registerApplication(session);
      await authorize(other, session, application);
      await withClient(other.databaseUrl, async (client) => {
        for (const table of ['oauth_tokens', 'oauth_secrets']) {
          await client.query(`UPDATE ${table} SET hash_version = $1`, [before]);
        }
      });
      await authorize(other, session, application);
      expect(await ask()).toBe(
        `Secret 1 of APP_SECRETS (${current}): encrypts new data\n  API keys: 1\n` +
          `  client secrets of applications: 1\n  access tokens and codes of applications: 1\n  refresh tokens of applications: 1\n\n` +
          `Secret 2 of APP_SECRETS (${before}): still needed\n` +
          `  signing secrets of webhooks: 1 (the worker encrypts them again)\n` +
          `  access tokens and codes of applications: 1 (each expires within an hour)\n` +
          `  refresh tokens of applications: 1 (each is hashed again when it is next used)\n\n` +
          `A secret that is not in APP_SECRETS (${gone}): unreadable without it\n  signing secrets of webhooks: 1\n`,
      );
    } finally {
      await other.stop();
    }
  });
});

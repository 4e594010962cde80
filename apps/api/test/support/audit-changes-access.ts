import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { PasswordResetService } from '../../src/identity/account/password-reset.service.js';
import { TestApi } from './api.js';
import {
  SECOND_FACTOR,
  inSettings,
  invitationBody,
  keyBody,
  memberBody,
  type ChangeCase,
  type ChangeWorld,
} from './change-world.js';
import { PASSWORD } from './world.js';

const NEW_PASSWORD = 'tangerine otter umbrella quartz';
const policy = { longestLifetime: '1y', cidrsRequired: false };

const key =
  (part = '') =>
  async (world: ChangeWorld) =>
    `/app/api-keys/${await world.keyId()}${part}`;
const member =
  (part = '') =>
  async (world: ChangeWorld) =>
    `/app/members/${await world.memberId()}${part}`;
const invitation = (part: string) => async (world: ChangeWorld) =>
  `/app/invitations/${(await world.invitation()).invitation.id}${part}`;

/** Changes of accounts, members, invitations and keys. */
export const ACCESS_CHANGES = {
  'account.updated': {
    does: inSettings('PATCH', () => '/app/account', { locale: 'fr' }),
    by: 'member',
    details: { after: { name: 'Test Person', locale: 'fr' } },
  },
  'account.password_changed': {
    does: inSettings('POST', () => '/app/account/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
    by: 'member',
    details: { sessionsEnded: 0 },
  },
  'account.password_reset_requested': {
    does: async ({ api, owner }, headers) => {
      // Without a mail server it has no recipient, so none is created.
      const mailing = await TestApi.beside(api, { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'billing@example.com' });
      try {
        return await mailing.call('POST', '/app/password-reset', { body: { email: owner.email }, headers });
      } finally {
        await mailing.stop();
      }
    },
    by: 'system',
    actor: { memberId: null, actor: 'system' },
    details: {},
  },
  'account.password_reset': {
    does: async ({ api, owner }, headers) => {
      const account = await api.app.get(AccountsRepository).findByEmail(owner.email);
      if (!account) throw new Error('the owner has no account');
      const { url } = await api.app.get(PasswordResetService).linkFor(account);
      const body = { token: new URL(url).hash.slice(1), password: NEW_PASSWORD };
      return api.call('POST', '/app/password-reset/complete', { body, headers });
    },
    by: 'member',
    details: {},
  },
  'account.second_factor_enabled': {
    does: async (world, headers) => {
      const code = await world.unconfirmedFactor();
      return world.session.call('POST', `${SECOND_FACTOR}/confirm`, { body: { code: code() }, headers });
    },
    by: 'member',
    details: {},
  },
  'account.second_factor_disabled': {
    does: async (world, headers) => {
      const { code } = await world.secondFactor();
      return world.session.call('POST', `${SECOND_FACTOR}/disable`, { body: { code: code() }, headers });
    },
    by: 'member',
    details: {},
  },
  'account.recovery_codes_renewed': {
    does: async (world, headers) => {
      const { code } = await world.secondFactor();
      return world.session.call('POST', `${SECOND_FACTOR}/recovery-codes`, { body: { code: code() }, headers });
    },
    by: 'member',
    details: {},
  },
  'account.recovery_code_used': {
    does: async (world, headers) => {
      const [code] = (await world.secondFactor()).recoveryCodes;
      const body = { email: world.owner.email, password: PASSWORD, code };
      return world.api.call('POST', '/app/session', { body, headers });
    },
    by: 'member',
    details: { left: 9 },
  },
  'member.created': {
    does: inSettings('POST', () => '/app/members', memberBody),
    by: 'member',
    details: { name: 'ERP' },
  },
  'member.updated': {
    does: inSettings('PATCH', member(), { name: 'ERP 2' }),
    by: 'member',
    details: { changed: { name: { from: 'ERP', to: 'ERP 2' } } },
  },
  'member.deactivated': { does: inSettings('POST', member('/deactivate')), by: 'member', details: {} },
  'member.reactivated': {
    does: inSettings('POST', async (world) => `/app/members/${await world.deactivatedId()}/reactivate`),
    by: 'member',
    details: {},
  },
  'member.removed': { does: inSettings('POST', member('/remove')), by: 'member', details: {} },
  'invitation.created': {
    does: inSettings('POST', () => '/app/invitations', invitationBody),
    by: 'member',
    details: { email: invitationBody.email },
  },
  'invitation.resent': { does: inSettings('POST', invitation('/resend')), by: 'member', details: {} },
  'invitation.withdrawn': { does: inSettings('POST', invitation('/withdraw')), by: 'member', details: {} },
  'invitation.accepted': {
    does: async (world, headers) => {
      const { url } = await world.invitation();
      const body = { token: new URL(url ?? '').hash.slice(1), password: NEW_PASSWORD };
      return world.api.call('POST', '/app/invitations/accept', { body, headers });
    },
    by: 'member',
    actor: { actor: `member ${invitationBody.email}` },
    details: {},
  },
  'api_key.created': { does: inSettings('POST', () => '/app/api-keys', keyBody), by: 'member', details: keyBody },
  'api_key.updated': {
    does: inSettings('PATCH', key(), { name: 'Weekly export' }),
    by: 'member',
    details: { changed: { name: { from: keyBody.name, to: 'Weekly export' } } },
  },
  'api_key.rotated': {
    does: inSettings('POST', key('/rotate'), { graceSeconds: 60 }),
    by: 'member',
    details: { graceSeconds: 60, dropped: [] },
  },
  'api_key.replaced': {
    does: async (world, headers) =>
      world.api.call('GET', '/v1/me', { headers: { authorization: `Bearer ${await world.rotated()}`, ...headers } }),
    by: 'system',
    actor: { memberId: null, actor: 'system' },
    details: { name: keyBody.name },
  },
  'api_key.revoked': {
    does: inSettings('POST', key('/revoke'), { reason: 'Replaced' }),
    by: 'member',
    details: { reason: 'Replaced', statusBefore: 'active' },
  },
  'api_key.burned': {
    does: async (world, headers) =>
      world.api.call('POST', '/v1/leaked-keys', { body: { key: await world.secret() }, headers }),
    by: 'system',
    actor: { memberId: null, actor: 'leak report' },
    details: { name: keyBody.name, statusBefore: 'active' },
  },
  'api_key.exported': {
    does: inSettings('GET', () => '/app/company/api-keys/export?format=csv'),
    by: 'member',
    details: { format: 'csv', keys: 0 },
  },
  'key_policy.updated': {
    does: inSettings('PUT', () => '/app/company/key-policy', policy),
    by: 'member',
    details: { changed: { longestLifetime: { from: 'none', to: '1y' } } },
  },
} as const satisfies Record<string, ChangeCase>;

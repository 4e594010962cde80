import type { AuditAction } from '@billhook/domain/identity/audit';
import { expect } from '@jest/globals';
import { ACCESS_CHANGES } from './audit-changes-access.js';
import { OAUTH_CHANGES } from './audit-changes-oauth.js';
import {
  DELIVERIES,
  ENDPOINTS,
  RUNS,
  inSettings,
  seriesBody,
  type ChangeCase,
  type ChangeWorld,
  type Does,
} from './change-world.js';
import { completedExport } from './company-export.js';
import { endpointBody } from './webhooks.js';
import { PASSWORD } from './world.js';

const inPortal =
  (method: string, path: (world: ChangeWorld) => string | Promise<string>, body?: object): Does =>
  async (world, headers) => {
    const at = await path(world);
    return (await world.portal()).call(method, at, { body, headers });
  };

const endpoint =
  (part = '') =>
  async (world: ChangeWorld) =>
    `${ENDPOINTS}/${await world.endpointId()}${part}`;

const rotatedEndpoint = (part: string) => async (world: ChangeWorld) => {
  const path = `${ENDPOINTS}/${await world.endpointId()}`;
  await (await world.portal()).call('POST', `${path}/rotate-secret`, { body: { overlapHours: 24 } });
  return path + part;
};

const run = (status: 'Running' | 'Paused', move: string) => async (world: ChangeWorld) =>
  `${RUNS}/${await world.runId(status)}/${move}`;

const HALF_DONE = { done: 200, total: 900 };

async function requestDeletion({ session }: ChangeWorld, headers: Readonly<Record<string, string>> = {}) {
  const { body } = await session.call<{ name: string }>('GET', '/app/company');
  return session.call('POST', '/app/company/deletion', { body: { name: body.name }, headers });
}

/** What is in the log of a sandbox alone. The specs of sandboxes check the entries. */
type InSandbox = 'sandbox.reset' | 'sandbox.clock_advanced';

/** Each audited change, with its request. */
export const AUDITED_CHANGES: Readonly<Record<Exclude<AuditAction, InSandbox>, ChangeCase>> = {
  ...ACCESS_CHANGES,
  ...OAUTH_CHANGES,
  'session.started': {
    does: ({ api, owner }, headers) =>
      api.call('POST', '/app/session', { body: { email: owner.email, password: PASSWORD }, headers }),
    by: 'member',
    details: {},
  },
  'session.failed': {
    does: ({ api, owner }, headers) =>
      api.call('POST', '/app/session', { body: { email: owner.email, password: 'guessed' }, headers }),
    by: 'member',
    details: {},
  },
  'session.ended': { does: inSettings('DELETE', () => '/app/session'), by: 'member', details: {} },
  'portal_link.created': {
    does: inSettings('POST', () => '/app/webhook-portal-links', { access: 'view' }),
    by: 'member',
    details: { access: 'view' },
  },
  'portal_link.revoked': {
    does: inSettings('DELETE', async (world) => `/app/webhook-portal-links/${await world.portalLinkId()}`),
    by: 'member',
    details: {},
  },
  'portal_link.redeemed': {
    does: async (world, headers) =>
      world.api.call('GET', `/portal/enter?token=${await world.portalToken()}`, { headers }),
    by: 'member',
    details: { access: 'full' },
  },
  'webhook_endpoint.created': {
    does: inPortal('POST', () => ENDPOINTS, endpointBody),
    by: 'portal',
    details: { url: endpointBody.url },
  },
  'webhook_endpoint.updated': {
    does: inPortal('PATCH', endpoint(), { status: 'Disabled', url: endpointBody.url }),
    by: 'portal',
    details: { changed: { status: { from: 'Enabled', to: 'Disabled' } } },
  },
  'webhook_endpoint.deleted': {
    does: inPortal('DELETE', endpoint()),
    by: 'portal',
    details: { url: endpointBody.url },
  },
  'webhook_endpoint.secret_viewed': { does: inPortal('GET', endpoint('/secret')), by: 'portal', details: {} },
  'webhook_endpoint.secret_rotated': {
    does: inPortal('POST', endpoint('/rotate-secret'), { overlapHours: 2 }),
    by: 'portal',
    details: { overlapHours: 2 },
  },
  'webhook_endpoint.previous_secrets_ended': {
    does: inPortal('POST', rotatedEndpoint('/end-previous-secrets'), {}),
    by: 'portal',
    details: { ended: 1 },
  },
  'webhook_endpoint.tested': {
    does: inPortal('POST', endpoint('/test'), { eventType: 'invoice.paid' }),
    by: 'portal',
    details: { eventType: 'invoice.paid' },
  },
  'webhook_endpoint.record_sent': {
    does: async (world, headers) =>
      inPortal('POST', endpoint('/send-record'), { resource: 'client', id: await world.clientId() })(world, headers),
    by: 'portal',
    details: { resource: 'client', recordId: expect.any(Number), eventType: 'client.created' },
  },
  'webhook_endpoint.certified': {
    does: inPortal('POST', endpoint('/certify'), { case: 'valid' }),
    by: 'portal',
    details: {},
  },
  'webhook_delivery.resent': {
    does: inPortal('POST', async (world) => `${DELIVERIES}/${await world.deliveryId()}/resend`),
    by: 'portal',
    details: {},
  },
  'webhook_delivery.cancelled': {
    does: inPortal('POST', async (world) => `${DELIVERIES}/${await world.deliveryId()}/cancel`),
    by: 'portal',
    details: {},
  },
  'webhook_run.started': {
    does: async (world, headers) =>
      inPortal('POST', endpoint('/recover'), { since: world.api.clock.now().toISOString() })(world, headers),
    by: 'portal',
    details: { kind: 'RecoverFailed', total: 0 },
  },
  'webhook_run.paused': { does: inPortal('POST', run('Running', 'pause')), by: 'portal', details: HALF_DONE },
  'webhook_run.resumed': { does: inPortal('POST', run('Paused', 'resume')), by: 'portal', details: HALF_DONE },
  'webhook_run.cancelled': { does: inPortal('POST', run('Paused', 'cancel')), by: 'portal', details: HALF_DONE },
  'company.updated': {
    does: inSettings('PATCH', () => '/app/company', { timeZone: 'Asia/Tokyo', currency: 'EUR', vatNumber: null }),
    by: 'member',
    details: {
      changed: {
        timeZone: { from: 'Europe/Paris', to: 'Asia/Tokyo' },
        vatNumber: { from: 'FR83404833048', to: null },
      },
    },
  },
  'company.export_requested': { does: inSettings('POST', () => '/app/company/exports'), by: 'member', details: {} },
  'company.export_downloaded': {
    does: inSettings('GET', async ({ api, owner }) => {
      return `/app/company/exports/${await completedExport(api, owner.companyId, owner.id)}/archive`;
    }),
    by: 'member',
    details: { digest: null },
  },
  'company.deletion_requested': {
    does: async (world, headers) => requestDeletion(world, headers),
    by: 'member',
    details: { days: 14 },
  },
  'company.deletion_withdrawn': {
    does: async (world, headers) => {
      await requestDeletion(world);
      return world.session.call('POST', '/app/company/deletion/withdraw', { headers });
    },
    by: 'member',
    details: {},
  },
  'sandbox.created': {
    does: inSettings('POST', () => '/app/sandboxes', { name: 'Trials' }),
    by: 'member',
    details: {},
  },
  'series.created': {
    does: inSettings('POST', () => '/app/series', seriesBody('export')),
    by: 'member',
    details: seriesBody('export'),
  },
  'series.updated': {
    does: inSettings('PATCH', async (world) => `/app/series/${await world.seriesId()}`, {
      pattern: 'NEW-{YYYY}-{####}',
    }),
    by: 'member',
    details: { changed: { pattern: { from: 'OLD-{YYYY}-{####}', to: 'NEW-{YYYY}-{####}' } } },
  },
  'tax_rate.created': {
    does: inSettings('POST', () => '/app/tax-rates', { name: 'Books', taxRate: '7' }),
    by: 'member',
    details: { name: 'Books', taxRate: '7' },
  },
  'tax_rate.updated': {
    does: inSettings('PATCH', async (world) => `/app/tax-rates/${await world.taxRateId()}`, { status: 'Archived' }),
    by: 'member',
    details: { taxRate: '7', changed: { status: { from: 'Active', to: 'Archived' } } },
  },
  'audit_log.exported': {
    does: inSettings('GET', () => '/app/audit-log/export?format=csv&action=session.started'),
    by: 'member',
    details: { format: 'csv', filters: { action: ['session.started'] }, entries: 1 },
  },
};

import type { AuditEntryView } from '@billhook/contract/audit';
import type { AuditAction } from '@billhook/domain/audit';
import type { CreatedApiKey } from '@billhook/contract/api-key';
import type { SeriesView } from '@billhook/contract/series';
import type { PortalLinkView, WebhookDeliveryView } from '@billhook/contract/webhook';
import type { Answer, TestApi } from './api.js';
import { endpointBody, type CreatedEndpoint } from './webhooks.js';
import { PASSWORD, type Caller, type SeededMember, type SessionCaller } from './world.js';

/** A company with everything in it that can be changed. */
export class ChangeWorld {
  constructor(
    readonly api: TestApi,
    readonly owner: SeededMember,
    readonly session: SessionCaller,
  ) {}

  /** What is done for the table alone, without a user agent to tell it by. */
  private async made<T>(method: string, path: string, body?: object, by: Caller = this.session): Promise<T> {
    const answer = await by.call<T>(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  async portalToken(): Promise<string> {
    const { url } = await this.made<PortalLinkView>('POST', '/app/webhook-portal-links');
    return new URL(url).searchParams.get('token') ?? '';
  }

  /** Somebody in the portal. */
  async portal(): Promise<Caller> {
    const answer = await this.api.call('GET', `/portal/enter?token=${await this.portalToken()}`);
    const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
    return {
      call: (method, path, call) => this.api.call(method, path, { ...call, headers: { cookie, ...call?.headers } }),
    };
  }

  async endpointId(): Promise<number> {
    return (await this.made<CreatedEndpoint>('POST', ENDPOINTS, endpointBody, await this.portal())).id;
  }

  async deliveryId(): Promise<number> {
    const path = `${ENDPOINTS}/${await this.endpointId()}/test`;
    return (await this.made<WebhookDeliveryView>('POST', path, {}, await this.portal())).id;
  }

  async keyId(): Promise<number> {
    return (await this.made<CreatedApiKey>('POST', '/app/api-keys', keyBody)).apiKey.id;
  }

  async seriesId(): Promise<number> {
    return (await this.made<SeriesView>('POST', '/app/series', seriesBody('old'))).id;
  }
}

const ENDPOINTS = '/portal/api/webhook-endpoints';
const DELIVERIES = '/portal/api/webhook-deliveries';
const keyBody = { name: 'Nightly export', scopes: ['client.read'], expiry: '90d' };
const seriesBody = (code: string) => ({ kind: 'Invoice', code, pattern: `${code.toUpperCase()}-{YYYY}-{####}` });

interface ChangeCase {
  readonly does: (world: ChangeWorld, headers: Readonly<Record<string, string>>) => Promise<Answer<unknown>>;
  readonly by: AuditEntryView['actorKind'];
  /** What its entry tells besides who and whence. */
  readonly details: object;
}

type Does = ChangeCase['does'];

const inSettings =
  (method: string, path: (world: ChangeWorld) => string | Promise<string>, body?: object): Does =>
  async (world, headers) =>
    world.session.call(method, await path(world), { body, headers });

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

/** Each change that is audited, as it is asked for. */
export const AUDITED_CHANGES: Partial<Readonly<Record<AuditAction, ChangeCase>>> = {
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
  'api_key.created': {
    does: inSettings('POST', () => '/app/api-keys', keyBody),
    by: 'member',
    details: keyBody,
  },
  'api_key.revoked': {
    does: inSettings('POST', async (world) => `/app/api-keys/${await world.keyId()}/revoke`, { reason: 'Replaced' }),
    by: 'member',
    details: { reason: 'Replaced', statusBefore: 'active' },
  },
  'portal_link.created': { does: inSettings('POST', () => '/app/webhook-portal-links'), by: 'member', details: {} },
  'portal_link.redeemed': {
    does: async (world, headers) =>
      world.api.call('GET', `/portal/enter?token=${await world.portalToken()}`, { headers }),
    by: 'member',
    details: {},
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
  'webhook_endpoint.tested': {
    does: inPortal('POST', endpoint('/test'), { eventType: 'invoice.paid' }),
    by: 'portal',
    details: { eventType: 'invoice.paid' },
  },
  'webhook_delivery.resent': {
    does: inPortal('POST', async (world) => `${DELIVERIES}/${await world.deliveryId()}/resend`),
    by: 'portal',
    details: {},
  },
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
  'audit_log.exported': {
    does: inSettings('GET', () => '/app/audit-log/export?format=csv&action=session.started'),
    by: 'member',
    details: { format: 'csv', filters: { action: ['session.started'] }, entries: 1 },
  },
};

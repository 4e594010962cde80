import type { AuditEntryView } from '@billhook/contract/identity/audit';
import type { SentInvitation } from '@billhook/contract/identity/invitation';
import type { CreatedApiKey } from '@billhook/contract/identity/key';
import type { MemberView } from '@billhook/contract/identity/member';
import type { RecoveryCodes, SecondFactorSetup } from '@billhook/contract/identity/second-factor';
import type { SeriesView } from '@billhook/contract/invoicing/series';
import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { TOTP } from 'otpauth';
import type { Answer, TestApi } from './api.js';
import { clientBody } from './bodies.js';
import { endpointBody, type CreatedEndpoint } from './webhooks.js';
import type { Caller, SeededMember, SessionCaller } from './world.js';

/** A company with everything in it that can be changed. */
export class ChangeWorld {
  constructor(
    readonly api: TestApi,
    readonly owner: SeededMember,
    readonly session: SessionCaller,
  ) {}

  /** Requests only for the table, without a user agent to identify them. */
  private async made<T>(method: string, path: string, body?: object, by: Caller = this.session): Promise<T> {
    const answer = await by.call<T>(method, path, { body });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }

  async portalToken(): Promise<string> {
    const { url } = await this.made<PortalLinkView>('POST', '/app/webhook-portal-links');
    return new URL(url).searchParams.get('token') ?? '';
  }

  async portalLinkId(): Promise<number> {
    return (await this.made<PortalLinkView>('POST', '/app/webhook-portal-links')).id;
  }

  /** A member in the portal. */
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

  async clientId(): Promise<number> {
    return (await this.made<{ id: number }>('POST', '/app/clients', clientBody)).id;
  }

  /** A run in progress, as with many messages to send. */
  async runId(status: 'Running' | 'Paused'): Promise<number> {
    const [row] = await this.api.database.query<{ id: number }>({
      name: 'test_run',
      text: `INSERT INTO webhook_runs (company_id, endpoint_id, kind, status, since, until, selection, total, done, cursor,
          created_by, created_at, updated_at)
        SELECT company_id, id, 'ReplayMissing', $2, now(), now(), '{}', 900, 200, 0, 'spec', now(), now() FROM webhook_endpoints
        WHERE id = $1 RETURNING id`,
      values: [await this.endpointId(), status],
    });
    return row?.id ?? 0;
  }

  async keyId(): Promise<number> {
    return (await this.made<CreatedApiKey>('POST', '/app/api-keys', keyBody)).apiKey.id;
  }

  /** Rotates a key. @returns the secret of its successor */
  async rotated(): Promise<string> {
    const path = `/app/api-keys/${await this.keyId()}/rotate`;
    return (await this.made<CreatedApiKey>('POST', path, { graceSeconds: 60 })).secret;
  }

  async secret(): Promise<string> {
    return (await this.made<CreatedApiKey>('POST', '/app/api-keys', keyBody)).secret;
  }

  async memberId(): Promise<number> {
    return (await this.made<MemberView>('POST', '/app/members', memberBody)).id;
  }

  async deactivatedId(): Promise<number> {
    const id = await this.memberId();
    await this.made('POST', `/app/members/${id}/deactivate`);
    return id;
  }

  invitation(): Promise<SentInvitation> {
    return this.made<SentInvitation>('POST', '/app/invitations', invitationBody);
  }

  /** Begins to enable two-factor authentication. @returns a function for the next code, always a new one */
  async unconfirmedFactor(): Promise<() => string> {
    const { secret } = await this.made<SecondFactorSetup>('POST', SECOND_FACTOR);
    return () => {
      this.api.clock.advance(60_000);
      return new TOTP({ secret }).generate({ timestamp: this.api.clock.now().getTime() });
    };
  }

  async secondFactor(): Promise<{ recoveryCodes: readonly string[]; code: () => string }> {
    const code = await this.unconfirmedFactor();
    const { recoveryCodes } = await this.made<RecoveryCodes>('POST', `${SECOND_FACTOR}/confirm`, { code: code() });
    return { recoveryCodes, code };
  }

  async taxRateId(): Promise<number> {
    return (await this.made<TaxRateView>('POST', '/app/tax-rates', { name: 'Books', taxRate: '7' })).id;
  }

  async seriesId(): Promise<number> {
    return (await this.made<SeriesView>('POST', '/app/series', seriesBody('old'))).id;
  }
}

export const ENDPOINTS = '/portal/api/webhook-endpoints';
export const DELIVERIES = '/portal/api/webhook-deliveries';
export const RUNS = '/portal/api/webhook-runs';
export const SECOND_FACTOR = '/app/account/second-factor';
export const keyBody = { name: 'Nightly export', scopes: ['client.read'], expiry: '90d' };
export const memberBody = { name: 'ERP', role: 'Read-only' };
export const invitationBody = { email: 'ines@example.com', name: 'Ines Carvalho', role: 'Sales' };
export const seriesBody = (code: string) => ({ kind: 'Invoice', code, pattern: `${code.toUpperCase()}-{YYYY}-{####}` });

export interface ChangeCase {
  readonly does: (world: ChangeWorld, headers: Readonly<Record<string, string>>) => Promise<Answer<unknown>>;
  readonly by: AuditEntryView['actorKind'];
  /** The actor, if it is not the owner. */
  readonly actor?: object;
  /** The content of its entry besides actor and address. */
  readonly details: object;
}

export type Does = ChangeCase['does'];

export const inSettings =
  (method: string, path: (world: ChangeWorld) => string | Promise<string>, body?: object): Does =>
  async (world, headers) =>
    world.session.call(method, await path(world), { body, headers });

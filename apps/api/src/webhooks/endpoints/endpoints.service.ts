import type {
  CreateWebhookEndpoint,
  EnabledWebhookEndpoint,
  PutWebhookEndpoint,
  UpdateWebhookEndpoint,
} from '@billhook/contract/webhooks/endpoint';
import { Database } from '@billhook/db/database';
import type { Kept, PageOf, Window } from '@billhook/db/lists/list-records';
import { WAKE, type Wake } from '@billhook/db/outbox';
import { requireVersion, type Target } from '@billhook/db/target';
import { type Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { MOST_ENDPOINTS } from '@billhook/domain/shared/webhook-limits';
import type { SignatureScheme } from '@billhook/domain/webhooks/endpoint';
import { changedByAfter } from '@billhook/domain/webhooks/endpoint-ownership';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { COMPANY_TIME } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { forgiveFailures, tryAgainNow } from '@billhook/webhooks/endpoints/endpoint-actions.sql';
import { shownSecret } from '@billhook/webhooks/endpoints/endpoint.presenter';
import {
  foundEndpoint,
  WebhookEndpointsRepository,
  type EndpointRow,
  type UncountedEndpoint,
} from '@billhook/webhooks/endpoints/endpoints.repository';
import { grantsOf, updateGrants } from '@billhook/webhooks/endpoints/known-grants';
import { sealSecret } from '@billhook/webhooks/endpoints/sealed-secret.rules';
import { newSigningSecret } from '@billhook/webhooks/endpoints/secret.rules';
import { missedBy, type MissedMessages } from '@billhook/webhooks/runs/run-scope.sql';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import type { Principal } from '../../request/principal.js';
import { isEmptyPatch } from '../../request/writes/is-empty-patch.rules.js';
import { endpointScopeOf } from '../ownership/endpoint-scope.rules.js';
import { bindingGrantOf, grantOf, grantsAfterEnabling } from './endpoint-application.rules.js';
import {
  confirmedMembers,
  REPLACED,
  requireScheme,
  requireUrl,
  switchedTo,
  tooManyEndpoints,
  typesSelected,
} from './endpoint-edit.rules.js';
import { settingsAfter, auditedChanges, DEFAULT_SETTINGS, type EndpointSettings } from './endpoint-settings.rules.js';
import { requireFilter } from './filter-errors.rules.js';
import { mayRead, requireReadable } from './readable-types.rules.js';

/** The database's clock, which decides about deliveries, may be ahead of this process's clock. */
const CLOCKS_DIFFER_MS = 60_000;

/** The members of a new endpoint. */
interface NewEndpoint extends EndpointSettings {
  readonly url: string;
  readonly eventTypes: EndpointRow['eventTypes'];
  readonly externalId: string | null;
  readonly signatureScheme: SignatureScheme;
}

/** `secret` is null if the endpoint already existed. */
export interface Written {
  readonly endpoint: EndpointRow;
  readonly secret: string | null;
}

@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpointsRepository,
    private readonly audit: AuditLog,
    private readonly guard: EgressGuard,
    private readonly secrets: AppSecrets,
    @Inject(ENV) private readonly env: Env,
    @Inject(COMPANY_TIME) private readonly clock: Clock,
    @Inject(WAKE) private readonly wake: Wake,
  ) {}

  list(by: Principal, window: Window): Promise<PageOf<Kept<EndpointRow>>> {
    return this.endpoints.list(endpointScopeOf(by), window);
  }

  /** How many endpoints of the company fail, or were disabled by failures. */
  countFailing(by: Principal): Promise<number> {
    return this.endpoints.countFailing(by.company.id);
  }

  get(by: Principal, id: number): Promise<EndpointRow> {
    return this.endpoints.find(endpointScopeOf(by), id);
  }

  async getByExternalId(by: Principal, externalId: string): Promise<EndpointRow> {
    return foundEndpoint(await this.endpoints.findByExternalId(endpointScopeOf(by), externalId));
  }

  /** @param rejection why the URL cannot receive webhooks, if that was resolved before the transaction; otherwise only its text is checked */
  create(
    by: Principal,
    body: CreateWebhookEndpoint,
    rejection = this.guard.rejection(body.url),
  ): Promise<{ endpoint: EndpointRow; secret: string }> {
    this.requireWebhooks();
    requireReadable(by, body.eventTypes);
    requireUrl(rejection);
    requireFilter(body);
    const { url, eventTypes, externalId = null, signatureScheme = 'v1' } = body;
    const settings = settingsAfter(DEFAULT_SETTINGS, body, this.secrets);
    return this.uow.run(async (tx) => {
      await this.endpoints.holdCompany(tx, by.company.id);
      await this.endpoints.claimExternalId(tx, endpointScopeOf(by), externalId);
      return this.make(tx, by, { ...settings, url, eventTypes, externalId, signatureScheme });
    });
  }

  /**
   * Creates the endpoint of an externalId, or updates it to match the body: omitted members get their defaults.
   * @param rejection as for `create`
   */
  put(
    by: Principal,
    externalId: string,
    versions: Target['versions'],
    { url, eventTypes, signatureScheme, ...body }: PutWebhookEndpoint,
    rejection = this.guard.rejection(url),
  ): Promise<Written> {
    this.requireWebhooks();
    requireUrl(rejection);
    requireFilter({ ...body, eventTypes });
    return this.uow.run(async (tx) => {
      await this.endpoints.holdCompany(tx, by.company.id);
      const endpoint = await this.endpoints.lockByExternalId(tx, endpointScopeOf(by), externalId);
      const before = { ...DEFAULT_SETTINGS, headers: endpoint?.headers ?? null };
      const settings = settingsAfter(before, { headers: {}, ...body }, this.secrets);
      if (!endpoint) {
        requireReadable(by, eventTypes);
        if (versions) throw new Problem('version_mismatch', 'There is no such endpoint, so If-Match cannot match.');
        await this.requireFree(tx, by, externalId);
        return this.make(tx, by, {
          ...settings,
          url,
          eventTypes,
          externalId,
          signatureScheme: signatureScheme ?? 'v1',
        });
      }
      requireVersion(endpoint, { id: endpoint.id, versions });
      requireScheme(endpoint, signatureScheme);
      const after = { ...settings, url, eventTypes };
      requireReadable(by, typesSelected(endpoint, { ...endpoint, ...after }, REPLACED));
      return { endpoint: await this.edit(tx, by, endpoint, after, { named: REPLACED }), secret: null };
    });
  }

  /** @param rejection as for `create` */
  update(
    by: Principal,
    target: Target,
    { limits, ...body }: UpdateWebhookEndpoint,
    rejection = body.url === undefined ? undefined : this.guard.rejection(body.url),
  ): Promise<EndpointRow> {
    requireUrl(rejection);
    const { url, eventTypes, externalId, status } = body;
    return this.uow.run(async (tx) => {
      if (externalId !== undefined) await this.endpoints.holdCompany(tx, by.company.id);
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      requireScheme(endpoint, body.signatureScheme);
      if (isEmptyPatch({ ...body, limits })) return this.endpoints.find(endpointScopeOf(by), target.id, tx);
      if (externalId !== undefined) {
        await this.endpoints.claimExternalId(tx, endpointScopeOf(by), externalId, endpoint.id);
      }
      const patch = { url, eventTypes, externalId, status };
      const settings = settingsAfter(endpoint, { ...body, limits }, this.secrets);
      const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
      const named = Object.keys(body);
      requireReadable(by, typesSelected(endpoint, { ...endpoint, ...settings, ...given }, named));
      if (body.filter !== undefined || eventTypes)
        requireFilter({ ...settings, eventTypes: eventTypes ?? endpoint.eventTypes });
      return this.edit(tx, by, endpoint, { ...settings, ...given }, { named, always: true });
    });
  }

  disable(by: Principal, target: Target): Promise<EndpointRow> {
    return this.uow.run(async (tx) =>
      this.edit(tx, by, await this.endpoints.lock(tx, endpointScopeOf(by), target), { status: 'Disabled' }),
    );
  }

  /** Returns what was missed. Counted before the transaction, because it may take seconds. */
  async enable(by: Principal, target: Target): Promise<[EndpointRow, EnabledWebhookEndpoint['missed']]> {
    const off = await this.endpoints.look(endpointScopeOf(by), target.id);
    requireVersion(off, target);
    const missed = off.disabledAt && (await this.missed(by, off, off.disabledAt));
    return this.uow.run(async (tx) => {
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      const enabled = await this.edit(tx, by, endpoint, { status: 'Enabled' });
      return [enabled, missed && { ...missed, since: missed.since.toISOString() }];
    });
  }

  /** The number of events that match a filter reveals something about the records, so it requires permission to read them. */
  private async missed(by: Principal, endpoint: UncountedEndpoint, since: Date): Promise<MissedMessages> {
    const present = new Date(this.clock.now().getTime() + CLOCKS_DIFFER_MS);
    const missed = await missedBy(this.db, endpoint, since, present, this.env.WEBHOOK_RETENTION_DAYS);
    return endpoint.filter && !mayRead(by, endpoint.eventTypes) ? { ...missed, missing: null } : missed;
  }

  delete(by: Principal, target: Target): Promise<void> {
    const { id } = target;
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      const endpoint = await this.endpoints.lock(tx, endpointScopeOf(by), target);
      await this.endpoints.write(tx, { ...endpoint, deletedAt: now, updatedAt: now });
      await this.audit.record(tx, actorOf(by), 'webhook_endpoint.deleted', String(id), { url: endpoint.url });
      // The engine cancels the waiting deliveries.
      tx.afterCommit(this.wake);
    });
  }

  /** @throws Problem not_found for the externalId of an endpoint that the caller does not know */
  private async requireFree(tx: Tx, by: Principal, externalId: string): Promise<void> {
    const taken = await this.endpoints.lockByExternalId(tx, { companyId: by.company.id }, externalId);
    if (!taken) return;
    const detail = 'Another endpoint of the company, which the application does not manage, has this externalId.';
    throw new Problem('not_found', `${detail} Choose another one.`);
  }

  /** @throws Problem webhooks_unavailable */
  requireWebhooks(): void {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
  }

  /** The caller holds the lock of the company. @throws Problem endpoint_limit */
  private async make(tx: Tx, by: Principal, given: NewEndpoint): Promise<{ endpoint: EndpointRow; secret: string }> {
    if ((await this.endpoints.count(tx, by.company.id)) >= MOST_ENDPOINTS) throw tooManyEndpoints();
    const now = this.clock.now();
    const secret = newSigningSecret(given.signatureScheme);
    const endpoint = await this.endpoints.insert(tx, {
      ...given,
      companyId: by.company.id,
      status: 'Enabled',
      disabledReason: null,
      disabledAt: null,
      grantId: grantOf(by),
      changedByGrants: null,
      secrets: [{ sealed: sealSecret(this.secrets, secret), createdAt: now.toISOString(), expiresAt: null }],
      version: 1,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    });
    await this.audit.record(tx, actorOf(by), 'webhook_endpoint.created', String(endpoint.id), { url: given.url });
    this.updateGrantsAfter(tx, grantsOf(endpoint));
    return { endpoint, secret: shownSecret(secret) };
  }

  /**
   * Writes the differences, and wakes the engine.
   * @param named the members that the caller stated: a member or key confirms what an application set
   * @param always whether it counts as a change even without a difference
   */
  private async edit(
    tx: Tx,
    by: Principal,
    before: UncountedEndpoint,
    patch: Partial<UncountedEndpoint>,
    { named = Object.keys(patch), always = false }: { named?: readonly string[]; always?: boolean } = {},
  ): Promise<EndpointRow> {
    const now = this.clock.now();
    const { id } = before;
    const edited: UncountedEndpoint = { ...before, ...patch, ...switchedTo(patch.status, before, now) };
    const changed = auditedChanges(before, edited, this.secrets);
    const changedByGrants = changedByAfter(before.changedByGrants, {
      changed: Object.keys(changed),
      named,
      status: edited.status,
      grantId: bindingGrantOf(by, before),
    });
    const grants =
      patch.status === 'Enabled'
        ? grantsAfterEnabling(by, before, changedByGrants)
        : { grantId: before.grantId, changedByGrants };
    const next: UncountedEndpoint = { ...edited, ...grants };
    const confirmed = confirmedMembers(before, next, changed);
    if (!always && isEmptyPatch(changed) && confirmed.length === 0)
      return this.endpoints.find(endpointScopeOf(by), id, tx);
    await this.endpoints.write(tx, { ...next, version: before.version + 1, updatedAt: now });
    await this.audit.record(tx, actorOf(by), 'webhook_endpoint.updated', String(id), {
      changed,
      ...(confirmed.length > 0 && { confirmed }),
    });
    if (next.url !== before.url) await tryAgainNow(tx, id);
    const isEnabled = next.status === 'Enabled' && before.status === 'Disabled';
    if (isEnabled) await forgiveFailures(tx, id);
    const former = isEnabled ? [] : grantsOf(before);
    this.updateGrantsAfter(
      tx,
      grantsOf(next).filter((grantId) => !former.includes(grantId)),
    );
    // The engine cancels the waiting deliveries of a disabled endpoint later.
    tx.afterCommit(this.wake);
    // Read again, because its health may have changed.
    return this.endpoints.find(endpointScopeOf(by), id, tx);
  }

  /** After the commit, the cell learns the state of grants on which an endpoint newly depends: until then, nothing is sent to it. */
  private updateGrantsAfter(tx: Tx, grantIds: readonly number[]): void {
    if (grantIds.length === 0) return;
    tx.completeWith(`grants ${grantIds.join()}`, async () => {
      await updateGrants(this.uow, grantIds);
      this.wake();
    });
  }
}

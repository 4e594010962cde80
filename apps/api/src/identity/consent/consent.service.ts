import type { ConsentView, DecideConsent, DecidedConsent } from '@billhook/contract/identity/oauth/consent';
import { isLostDatabase } from '@billhook/db/lost-database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { requestable } from '@billhook/domain/identity/application';
import { lifetimeErrors } from '@billhook/domain/identity/key-policy';
import { keyExpiresAt, KEY_EXPIRIES } from '@billhook/domain/identity/key-status';
import { resourceOf, resourceUrl, type OAuthResource } from '@billhook/domain/identity/oauth-resource';
import { type Permission, holds } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import {
  OAuthApplicationsRepository,
  type ApplicationRow,
  type ApplicationFacts,
} from '@billhook/identity/oauth/applications.repository';
import {
  ConsentCompaniesRepository,
  type ConsentCompanyRow,
} from '@billhook/identity/oauth/consent-companies.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { requireStepUp } from '../../access/step-up.rules.js';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { SignInThrottleService } from '../auth/sign-in-throttle.service.js';
import { presentSummary } from '../grants/application-summary.presenter.js';
import { OAuthClientsService } from '../oauth/oauth-clients.service.js';
import { OAuthServer } from '../oauth/oauth-server.js';
import { checkConsent, requestedScopes, type Allowed, consentRefusal, detailOf, policyOf } from './consent.rules.js';
import { PendingConsentsService, type PendingConsent, type PendingPlace } from './pending-consents.service.js';

interface RequestedConsent {
  readonly pending: PendingConsent;
  readonly application: ApplicationRow;
  readonly requested: readonly Permission[];
  readonly resource: OAuthResource;
}

/** A member allows an application access, or denies it. */
@Injectable()
export class ConsentService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly pendings: PendingConsentsService,
    private readonly companies: ConsentCompaniesRepository,
    private readonly applications: OAuthApplicationsRepository,
    private readonly grants: OAuthGrantsRepository,
    private readonly clients: OAuthClientsService,
    private readonly server: OAuthServer,
    private readonly throttle: SignInThrottleService,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 410 authorization_request_expired, 404 device_code_unknown, 429 too_many_attempts for many unknown codes */
  async show(by: SignedInMember, place: PendingPlace): Promise<ConsentView> {
    const { pending, application, requested, resource } = await this.requestedConsent(by, place);
    const companies = await this.companies.list(by.accountId);
    const shown = companies.map((company) =>
      presentConsentCompany(company, factsOf(application), requested, by.company.id),
    );
    return {
      application: presentSummary(factsOf(application)),
      redirectHost: pending.redirectUri === null ? null : new URL(pending.redirectUri).host,
      resource,
      companies: shown.toSorted((a, b) => Number(b.current) - Number(a.current)),
      device: pending.device,
      expiresAt: pending.expiresAt.toISOString(),
    };
  }

  /**
   * Decides once. It determines the response to the application's request.
   * @throws Problem as `show`; 403 step_up_required, application_not_allowed, plan_required, nothing_to_grant; 404; 422
   */
  async decide(by: SignedInMember, place: PendingPlace, decision: DecideConsent): Promise<DecidedConsent> {
    const consent = await this.requestedConsent(by, place);
    if (decision.decision === 'deny') {
      await this.uow.around(async (tx) => {
        await this.pendings.deny(consent.pending);
        const details = { clientId: consent.application.clientId };
        await this.audit.record(tx, actorOf(by), 'oauth_grant.denied', consent.application.name, details);
      }, 'commit');
      return { redirectTo: consent.pending.returnTo };
    }
    requireStepUp(by, this.clock.now());
    await this.uow.around((tx) => this.allow(tx, by, consent, decision), 'commit');
    return { redirectTo: consent.pending.returnTo };
  }

  private async allow(tx: Tx, by: SignedInMember, consent: RequestedConsent, allowed: Allowed): Promise<void> {
    const { pending, application, requested, resource } = consent;
    const company = (await this.companies.hold(tx, by.accountId)).find(({ id }) => id === allowed.companyId);
    if (!company) throw new Problem('not_found', 'You are not an active member of a company with this id.');
    checkConsent(company, factsOf(application), requested, allowed);
    const now = companyTime(this.clock.now(), company);
    const { ip, userAgent } = by.origin;
    const grantId = await this.grants.insert(tx, {
      ...{ applicationId: application.id, companyId: company.id, memberId: company.memberId, resource },
      ...{ scopes: [...allowed.scopes], lifetime: allowed.expiry, expiresAt: keyExpiresAt(allowed.expiry, now) },
      ...{ createdAt: now, createdFromIp: ip, createdFromAgent: userAgent },
      ...{ lastUsedAt: null, lastUsedIp: null, lastUsedAgent: null },
      ...{ revokedAt: null, revokedBy: null, revocationReason: null },
    });
    await this.pendings.allow(pending, {
      ...{ grantId, accountId: String(company.memberId), scopes: allowed.scopes },
      resource: resourceUrl(this.env.PUBLIC_URL, resource),
    });
    const actor = { ...actorOf(by), companyId: company.id, memberId: company.memberId };
    await this.audit.record(tx, actor, 'oauth_grant.created', application.name, {
      ...{ grantId, clientId: application.clientId, scopes: allowed.scopes, expiry: allowed.expiry, resource },
    });
  }

  private async requestedConsent(by: SignedInMember, place: PendingPlace): Promise<RequestedConsent> {
    const pending = 'uid' in place ? await this.pendings.find(place) : await this.ofDevice(by, place);
    const application = await this.applicationOf(pending.clientId);
    if (!application || application.archivedAt !== null) throw new Problem('authorization_request_expired');
    const requestedResource = pending.resource === undefined ? 'v1' : resourceOf(this.env.PUBLIC_URL, pending.resource);
    return {
      ...{ pending, application, resource: requestedResource ?? 'v1' },
      requested: requestedScopes(pending.scope, requestable(application.scopes)),
    };
  }

  /** Only unknown codes count as attempts. @throws Problem 429 too_many_attempts */
  private async ofDevice(by: SignedInMember, place: PendingPlace): Promise<PendingConsent> {
    const attempt = await this.throttle.begin(['userCode'], String(by.accountId), by.origin.ip);
    try {
      const pending = await this.pendings.find(place);
      await attempt.withdraw();
      return pending;
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'device_code_unknown')) await attempt.withdraw();
      throw error;
    }
  }

  /** An application with a metadata document is stored when a member is first asked to allow it. */
  private async applicationOf(clientId: string): Promise<ApplicationRow | undefined> {
    const stored = await this.applications.findByClientId(clientId);
    if (stored && stored.source !== 'metadata') return stored;
    const client = await this.server.provider.Client.find(clientId).catch((error: unknown) => {
      if (isLostDatabase(error)) throw error;
      return undefined;
    });
    return client ? this.clients.keepDocument(clientId, client.metadata()) : undefined;
  }
}

const factsOf = (application: ApplicationRow) => ({
  ...application,
  hasLogo: application.logoType !== null,
  isArchived: application.archivedAt !== null,
});

function presentConsentCompany(
  company: ConsentCompanyRow,
  application: ApplicationFacts,
  requested: readonly Permission[],
  currentId: number,
): ConsentView['companies'][number] {
  const code = consentRefusal(company, application, requested);
  return {
    id: company.id,
    name: company.name,
    current: company.id === currentId,
    permissions: requested.map((permission) => ({ permission, held: holds(company.permissions, permission) })),
    expiries: KEY_EXPIRIES.filter((expiry) => lifetimeErrors(policyOf(company), expiry).length === 0),
    refusal: code ? { code, detail: detailOf(code) } : null,
  };
}

import type { PortalLinkView, PortalSessionView } from '@billhook/contract/webhooks/portal';
import type { ConfirmPassword } from '@billhook/contract/identity/session';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { PORTAL_LINK_PREFIX, generateKeySecret } from '@billhook/domain/identity/api-key';
import { READ_PERMISSIONS_OF_EVENTS } from '@billhook/domain/webhooks/event-access';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { Inject, Injectable } from '@nestjs/common';
import { PortalLookup } from '../../access/lookups.js';
import type { MemberPrincipal, PortalPrincipal, Principal } from '../../request/principal.js';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Origin } from '@billhook/identity/audit/actor';
import { actorOf } from '../../identity/audit/actor-of.js';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CredentialsService } from '../../identity/auth/credentials.service.js';
import { hashToken } from '../../identity/sessions/hash-token.js';
import { CLOCK, ENV } from '@billhook/platform/tokens';
import { PortalRepository } from '@billhook/webhooks/portal/portal.repository';

const LINK_LIVES_MS = 15 * 60_000;
const SESSION_LIVES_MS = 60 * 60_000;
const SESSION_ID_LENGTH = 43;

/** What a portal is for, and what decides which records its messages show. */
const CARRIED: readonly Permission[] = ['integration.write', 'event.read', ...READ_PERMISSIONS_OF_EVENTS];

@Injectable()
export class PortalService extends PortalLookup {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly portals: PortalRepository,
    private readonly accounts: AccountsRepository,
    private readonly credentials: CredentialsService,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  /** A fresh single-use link. @throws Problem 409 webhooks_unavailable */
  async createLink(by: MemberPrincipal & Principal): Promise<PortalLinkView> {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
    const now = this.clock.now();
    const { secret: token } = generateKeySecret(randomText, PORTAL_LINK_PREFIX);
    const expiresAt = new Date(now.getTime() + LINK_LIVES_MS);
    await this.uow.run(async (tx) => {
      await this.portals.insertLink(tx, {
        tokenHash: hashToken(token),
        companyId: by.company.id,
        memberId: by.memberId,
        createdAt: now,
        expiresAt,
        confirmedAt: by.session.confirmedAt,
        redeemedAt: null,
      });
      await this.audit.record(tx, actorOf(by), 'portal_link.created', null);
    });
    return { url: `${this.env.PUBLIC_URL}/portal/enter?token=${token}`, expiresAt: expiresAt.toISOString() };
  }

  /** Exchanges a link for a session. @throws Problem 401 portal_link_invalid */
  async redeem(token: string, origin: Origin): Promise<{ id: string; expiresAt: Date }> {
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    const expiresAt = new Date(now.getTime() + SESSION_LIVES_MS);
    await this.uow.run(async (tx) => {
      const link = await this.portals.redeem(tx, hashToken(token), now);
      if (!link) throw new Problem('portal_link_invalid');
      const { companyId, memberId, confirmedAt } = link;
      const life = { createdAt: now, expiresAt, confirmedAt };
      await this.portals.insertSession(tx, { idHash: hashToken(id), companyId, memberId, ...life });
      await this.audit.record(tx, memberActor(link, origin), 'portal_link.redeemed', null);
    });
    return { id, expiresAt };
  }

  async find(sessionId: string): Promise<PortalPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const live = await this.portals.findLive(idHash, this.clock.now());
    if (!live) return undefined;
    return {
      kind: 'portal',
      company: { id: live.companyId, name: live.companyName, plan: live.plan, timeZone: live.timeZone },
      memberId: live.memberId,
      accountId: live.accountId,
      permissions: live.permissions.filter((permission) => CARRIED.includes(permission)),
      label: `portal of ${live.email}`,
      session: { idHash, confirmedAt: live.confirmedAt, expiresAt: live.expiresAt },
    };
  }

  /** Step-up: the member types the password again. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  async confirm(by: PortalPrincipal & Principal, { password }: ConfirmPassword): Promise<PortalSessionView> {
    const account = await this.accounts.get(by.accountId);
    await this.credentials.checkPassword(account, password, by);
    const confirmedAt = this.clock.now();
    await this.uow.run((tx) => this.portals.confirm(tx, by.session.idHash, confirmedAt));
    return this.describe({ ...by, session: { ...by.session, confirmedAt } });
  }

  describe(by: PortalPrincipal): PortalSessionView {
    return {
      company: { id: by.company.id, name: by.company.name },
      confirmedAt: by.session.confirmedAt.toISOString(),
      expiresAt: by.session.expiresAt.toISOString(),
      permissions: [...by.permissions],
      allowHttp: this.env.WEBHOOK_ALLOW_HTTP,
    };
  }
}

import type { ConfirmPassword } from '@billhook/contract/identity/session';
import { present } from '@billhook/contract/shared/present';
import {
  ActivePortalLink,
  MAX_LISTED_PORTAL_LINKS,
  type ActivePortalLinks,
  type CreatePortalLink,
  type PortalLinkView,
  type PortalSessionView,
} from '@billhook/contract/webhooks/portal';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { PORTAL_LINK_PREFIX, generateSecret } from '@billhook/domain/identity/secret-format';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { Problem } from '@billhook/domain/shared/problems';
import { READ_PERMISSIONS_OF_EVENTS } from '@billhook/domain/webhooks/event-access';
import { linkRejection } from '@billhook/domain/webhooks/portal-access';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { COMPANY_TIME, companyTime } from '@billhook/platform/company-time';
import { ENV, type Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import { PortalRepository } from '@billhook/webhooks/portal/portal.repository';
import { Inject, Injectable } from '@nestjs/common';
import { PortalLookup } from '../../access/lookups.js';
import { actorOf } from '../../identity/audit/actor-of.rules.js';
import { CredentialsService } from '../../identity/auth/credentials.service.js';
import { hashToken } from '../../identity/sessions/hash-token.js';
import { companyOfRow, type MemberPrincipal, type PortalPrincipal, type Principal } from '../../request/principal.js';

const LINK_LIVES_MS = 15 * 60_000;
const SESSION_LIVES_MS = 60 * 60_000;
const SESSION_ID_LENGTH = 43;

/** The company, member and access of a portal, which decide which records it shows. */
const CARRIED: readonly Permission[] = [
  ...new Set<Permission>(['integration.write', 'event.read', ...READ_PERMISSIONS_OF_EVENTS]),
];

interface OpenedPortal {
  /** For the cookie of the browser. */
  readonly id: string;
  readonly principal: PortalPrincipal;
}

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
    @Inject(COMPANY_TIME) private readonly time: Clock,
  ) {
    super();
  }

  /** A new single-use link. @throws Problem 409 webhooks_unavailable */
  async createLink(by: MemberPrincipal & Principal, { access, purpose }: CreatePortalLink): Promise<PortalLinkView> {
    if (!this.env.WEBHOOKS_ENABLED) throw new Problem('webhooks_unavailable');
    const now = this.time.now();
    const { secret: token } = generateSecret(randomText, PORTAL_LINK_PREFIX);
    const expiresAt = new Date(now.getTime() + LINK_LIVES_MS);
    const id = await this.uow.run(async (tx) => {
      const linkId = await this.portals.insertLink(tx, {
        access,
        purpose,
        tokenHash: hashToken(token),
        companyId: by.company.id,
        memberId: by.memberId,
        createdAt: now,
        expiresAt,
        confirmedAt: by.session.confirmedAt,
      });
      await this.audit.record(tx, actorOf(by), 'portal_link.created', String(linkId), { access });
      return linkId;
    });
    const url = `${this.env.PUBLIC_URL}/portal/enter?token=${token}`;
    return { id, url, access, expiresAt: expiresAt.toISOString() };
  }

  /** The links of the company that can be used or are open, newest first. */
  async listLinks(by: MemberPrincipal): Promise<ActivePortalLinks> {
    const links = await this.portals.active(by.company.id, this.clock.now(), MAX_LISTED_PORTAL_LINKS);
    return {
      data: links.map((link) =>
        present(ActivePortalLink, link, {
          status: link.redeemedAt ? 'open' : 'unused',
          createdBy: { id: link.memberId, name: link.memberName },
        }),
      ),
    };
  }

  /** Ends a link, and the session that it opened. @throws Problem 404 */
  async revokeLink(by: MemberPrincipal & Principal, id: number): Promise<void> {
    await this.uow.run(async (tx) => {
      const isRevoked = await this.portals.revoke(tx, by.company.id, id, this.clock.now());
      if (!isRevoked) throw new Problem('not_found', 'There is no such link that can be used or is open.');
      await this.audit.record(tx, actorOf(by), 'portal_link.revoked', String(id));
    });
  }

  /**
   * Exchanges a link for a session.
   * @param previous the session of the browser, which the new one replaces if it is like it
   * @throws Problem 401 portal_link_invalid, portal_link_used, portal_link_expired, portal_link_revoked
   */
  async redeem(token: string, previous: string | undefined, origin: Origin): Promise<OpenedPortal> {
    const now = this.clock.now();
    const id = randomText(SESSION_ID_LENGTH);
    const expiresAt = new Date(now.getTime() + SESSION_LIVES_MS);
    await this.uow.run(async (tx) => {
      const link = await this.portals.redeem(tx, hashToken(token), now);
      if (!link) throw await this.rejection(tx, token, now);
      if (previous !== undefined) await this.portals.replaceSession(tx, hashToken(previous), link);
      const { companyId, memberId, confirmedAt, access, id: linkId } = link;
      const life = { createdAt: now, expiresAt, confirmedAt };
      await this.portals.insertSession(tx, { idHash: hashToken(id), linkId, access, companyId, memberId, ...life });
      await this.audit.record(tx, memberActor(link, origin), 'portal_link.redeemed', String(linkId), { access });
    });
    const principal = await this.find(id);
    // Revoked between the two statements.
    if (!principal) throw new Problem('portal_session_missing');
    return { id, principal };
  }

  private async rejection(tx: Tx, token: string, now: Date): Promise<Problem> {
    const link = await this.portals.link(tx, hashToken(token));
    return new Problem(linkRejection(link, link ? companyTime(now, link) : now));
  }

  async find(sessionId: string): Promise<PortalPrincipal | undefined> {
    const idHash = hashToken(sessionId);
    const live = await this.portals.findLive(idHash, this.clock.now());
    if (!live) return undefined;
    return {
      kind: 'portal',
      access: live.access,
      company: companyOfRow(live),
      memberId: live.memberId,
      accountId: live.accountId,
      permissions: live.permissions.filter((permission) => CARRIED.includes(permission)),
      label: actorLabel('portal', live.email),
      session: { idHash, confirmedAt: live.confirmedAt, expiresAt: live.expiresAt },
    };
  }

  /** Password confirmation in the portal. @throws Problem 401 sign_in_failed, 429 too_many_attempts */
  async confirm(by: PortalPrincipal & Principal, { password }: ConfirmPassword): Promise<PortalSessionView> {
    const account = await this.accounts.get(by.accountId);
    await this.credentials.checkPassword(account, password, by);
    const confirmedAt = this.clock.now();
    await this.uow.run((tx) => this.portals.confirm(tx, by.session.idHash, confirmedAt));
    return this.describe({ ...by, session: { ...by.session, confirmedAt } });
  }

  describe(by: PortalPrincipal): PortalSessionView {
    return {
      company: { id: by.company.id, name: by.company.name, kind: by.company.kind },
      access: by.access,
      confirmedAt: by.session.confirmedAt.toISOString(),
      expiresAt: by.session.expiresAt.toISOString(),
      permissions: [...by.permissions],
      allowHttp: this.env.WEBHOOK_ALLOW_HTTP,
    };
  }
}

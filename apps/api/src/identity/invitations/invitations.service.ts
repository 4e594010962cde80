import type {
  CreateInvitation,
  InvitationList,
  InvitationView,
  SentInvitation,
} from '@billhook/contract/identity/invitation';
import { Database } from '@billhook/db/database';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { invitationStatus } from '@billhook/domain/identity/invitation';
import { permissionsOf } from '@billhook/domain/identity/member';
import { Problem } from '@billhook/domain/shared/problems';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { InvitationsRepository, type InvitationRow } from '@billhook/identity/invitations/invitations.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { Notices } from '@billhook/mail/notices';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { actorOf } from '../audit/actor-of.rules.js';
import { SignInThrottleService } from '../auth/sign-in-throttle.service.js';
import { CallerRightsService } from '../members/caller-rights.service.js';
import { checkGrant, rejectBeyond } from '../members/member.rules.js';
import { presentInvitation } from './invitation.presenter.js';
import { invitationTarget, createInvitationLink } from './invitation.rules.js';

/** Invites people to become members. */
@Injectable()
export class InvitationsService {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly callers: CallerRightsService,
    private readonly throttle: SignInThrottleService,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async list(by: SignedInMember): Promise<InvitationList> {
    const now = this.clock.now();
    const pending = await this.invitations.pending(by.company.id);
    return { data: pending.map((invitation) => presentInvitation(invitation, now)) };
  }

  /** @throws Problem 404 */
  async get(by: SignedInMember, id: number): Promise<InvitationView> {
    return presentInvitation(await this.invitations.find(this.db, by.company.id, id), this.clock.now());
  }

  /** @throws Problem 401, 403, 422 for what the inviter does not hold, 409 already_member, already_invited, 429 too_many_attempts */
  create(by: SignedInMember, { email, name, locale, ...rights }: CreateInvitation): Promise<SentInvitation> {
    const { role } = rights;
    const permissions = permissionsOf('Person', rights);
    return this.sending(by, email, async (tx) => {
      const { id: companyId } = by.company;
      const now = this.clock.now();
      checkGrant(await this.lock(tx, by), 'Person', rights);
      await this.rejectKnown(tx, companyId, email, now);
      const { url, ...link } = createInvitationLink(this.env.PUBLIC_URL, now);
      const id = await this.invitations.insert(tx, {
        ...{ companyId, email, name, role, permissions, locale, createdAt: now, ...link },
        ...{ invitedBy: by.memberId, acceptedAt: null, withdrawnAt: null },
      });
      const invitation = await this.invitations.find(tx, companyId, id);
      const sent = await this.send(tx, invitation, url);
      const details = { email, name, role, permissions, mailed: sent.mailed };
      await this.audit.record(tx, actorOf(by), 'invitation.created', invitationTarget(id), details);
      return sent;
    });
  }

  /**
   * A new link for the same invitation, which replaces the previous one. The caller becomes its sender.
   * @throws Problem 401, 404, 403 permission_missing, member_holds_more, 409 invitation_closed, 429 too_many_attempts
   */
  async resend(by: SignedInMember, id: number): Promise<SentInvitation> {
    const { email } = await this.invitations.find(this.db, by.company.id, id);
    return this.sending(by, email, async (tx) => {
      const now = this.clock.now();
      const manager = await this.lock(tx, by);
      const invitation = await this.findPending(tx, by, id, now);
      rejectBeyond(invitation.permissions, manager);
      const { url, ...link } = createInvitationLink(this.env.PUBLIC_URL, now);
      await this.invitations.update(tx, id, { ...link, invitedBy: by.memberId });
      const sent = await this.send(tx, await this.invitations.find(tx, by.company.id, id), url);
      const details = { email, mailed: sent.mailed };
      await this.audit.record(tx, actorOf(by), 'invitation.resent', invitationTarget(id), details);
      return sent;
    });
  }

  /** Anyone with `member.manage` may withdraw any invitation: it grants nothing. @throws Problem 404, 409 invitation_closed */
  withdraw(by: SignedInMember, id: number): Promise<InvitationView> {
    return this.uow.run(async (tx) => {
      const now = this.clock.now();
      await this.lock(tx, by);
      const { email } = await this.findPending(tx, by, id, now);
      await this.invitations.update(tx, id, { withdrawnAt: now });
      await this.audit.record(tx, actorOf(by), 'invitation.withdrawn', invitationTarget(id), { email });
      return presentInvitation(await this.invitations.find(tx, by.company.id, id), now);
    });
  }

  /** Counts an email to one address before it is sent, and uncounts it when it was not. @throws Problem 429 too_many_attempts */
  private async sending<T>(by: SignedInMember, email: string, send: (tx: Tx) => Promise<T>): Promise<T> {
    const attempt = await this.throttle.begin(['invitation'], `${by.company.id}/${email}`, by.origin.ip);
    try {
      return await this.uow.run(send);
    } catch (error) {
      await attempt.withdraw();
      throw error;
    }
  }

  /** The caller as they are now, under the lock of the company. @throws Problem 401, 403 */
  private async lock(tx: Tx, by: SignedInMember): Promise<SignedInMember> {
    await this.members.lockCompany(tx, by.company.id);
    return this.callers.current(tx, by, 'member.manage');
  }

  private async findPending(tx: Tx, by: SignedInMember, id: number, now: Date): Promise<InvitationRow> {
    const invitation = await this.invitations.find(tx, by.company.id, id);
    const status = invitationStatus(invitation, now);
    if (status === 'Accepted' || status === 'Withdrawn') throw new Problem('invitation_closed');
    return invitation;
  }

  /** Rejects a second invitation to one address. An expired one is withdrawn. */
  private async rejectKnown(tx: Tx, companyId: number, email: string, now: Date): Promise<void> {
    const member = await this.members.ofAccountIn(tx, companyId, email);
    if (member) throw new Problem('already_member', undefined, { extensions: { existingId: member.id } });
    const pending = await this.invitations.pendingTo(tx, companyId, email);
    if (!pending) return;
    if (invitationStatus(pending, now) === 'Open')
      throw new Problem('already_invited', undefined, { extensions: { existingId: pending.id } });
    await this.invitations.update(tx, pending.id, { withdrawnAt: now });
  }

  /** Without a mail server, the caller gets the link and passes it on. */
  private async send(tx: Tx, invitation: InvitationRow, url: string): Promise<SentInvitation> {
    const { companyId, companyName, inviterName, email, role, locale, expiresAt } = invitation;
    const mailed = await this.notices.enqueue(tx, {
      companyId,
      to: email,
      locale,
      notice: { kind: 'invitation', companyName, inviterName: inviterName ?? companyName, role, url, expiresAt },
    });
    return {
      invitation: presentInvitation(invitation, this.clock.now()),
      mailed,
      url: mailed ? null : url,
    };
  }
}

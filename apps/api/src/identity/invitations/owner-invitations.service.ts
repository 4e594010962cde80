import type { Locale } from '@billhook/contract/identity/member';
import type { Tx } from '@billhook/db/unit-of-work';
import { presetOf } from '@billhook/domain/identity/member';
import { Problem } from '@billhook/domain/shared/problems';
import { systemActor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { InvitationsRepository } from '@billhook/identity/invitations/invitations.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { Inject, Injectable } from '@nestjs/common';
import { invitationTarget, createInvitationLink, type InvitationLink } from './invitation.rules.js';

/** Invitations by the operator, for a company in which no one can invite. */
@Injectable()
export class OwnerInvitationsService {
  constructor(
    private readonly invitations: InvitationsRepository,
    private readonly members: MembersRepository,
    private readonly audit: AuditLog,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The operator passes the link on. A pending invitation is withdrawn. @throws Problem 409 already_member */
  async invite(
    tx: Tx,
    companyId: number,
    { email, name, locale }: { readonly email: string; readonly name: string; readonly locale: Locale },
  ): Promise<InvitationLink> {
    const now = this.clock.now();
    await this.members.lockCompany(tx, companyId);
    const member = await this.members.ofAccountIn(tx, companyId, email);
    if (member) throw new Problem('already_member', `${email} is already a member (${member.status}).`);
    const pending = await this.invitations.pendingTo(tx, companyId, email);
    if (pending) await this.invitations.update(tx, pending.id, { withdrawnAt: now });
    const { url, ...link } = createInvitationLink(this.env.PUBLIC_URL, now);
    const role = 'Owner';
    const permissions = presetOf('Person', role);
    const id = await this.invitations.insert(tx, {
      ...{ companyId, email, name, role, permissions, locale, createdAt: now, ...link },
      ...{ invitedBy: null, acceptedAt: null, withdrawnAt: null },
    });
    const details = { email, name, role, permissions, mailed: false };
    await this.audit.record(tx, systemActor(companyId), 'invitation.created', invitationTarget(id), details);
    return { url, ...link };
  }
}

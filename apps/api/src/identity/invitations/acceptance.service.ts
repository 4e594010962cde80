import type { AcceptInvitation, OpenedInvitation } from '@billhook/contract/identity/invitation';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor, type Origin } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { InvitationsRepository, type InvitationRow } from '@billhook/identity/invitations/invitations.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { rejectWeakPassword } from '../account/account.service.js';
import { CredentialsService } from '../auth/credentials.service.js';
import { FailedSignInsService } from '../auth/failed-sign-ins.service.js';
import { hashPassword } from '../auth/password-hashing.js';
import { SignInThrottleService } from '../auth/sign-in-throttle.service.js';
import { hashToken } from '../sessions/hash-token.js';
import { SessionsService, type SignInProof, type StartedSession } from '../sessions/sessions.service.js';
import { isUsable, presentOpened } from './invitation.presenter.js';
import { invitationTarget } from './invitation.rules.js';

/** Who accepts: an existing account, or the one that is created with this password. */
interface InvitationAccepter {
  readonly accountId?: number;
  readonly proof: SignInProof;
}

/** Opens and accepts invitations by their link. Every link that does not work gets the same error. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly credentials: CredentialsService,
    private readonly throttle: SignInThrottleService,
    private readonly sessions: SessionsService,
    private readonly failures: FailedSignInsService,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws Problem 401 invitation_invalid, 429 too_many_attempts */
  async look(token: string, origin: Origin): Promise<OpenedInvitation> {
    const invitation = await this.open(token, origin);
    const account = await this.accounts.findByEmail(invitation.email);
    return presentOpened(invitation, account !== undefined);
  }

  /**
   * Creates the member and signs them in. An email address with an account needs its password and second factor.
   * @throws Problem 401 invitation_invalid, sign_in_failed, second_factor_required, second_factor_wrong; 409 already_member; 422; 429
   */
  async accept(body: AcceptInvitation, origin: Origin): Promise<StartedSession> {
    const invitation = await this.open(body.token, origin);
    const session = await this.failures.ofStranger(invitation.email, origin, async () => {
      const accepter = await this.whoAccepts(invitation, body, origin);
      return this.uow.run((tx) => this.join(tx, invitation, accepter, body, origin));
    });
    // The account was created in the meantime, by an invitation to another company: now its password is required.
    return session ?? this.accept(body, origin);
  }

  private async open(token: string, { ip }: Origin): Promise<InvitationRow> {
    const attempt = await this.throttle.begin(['link'], '', ip);
    const invitation = await this.invitations.findByToken(hashToken(token));
    if (!invitation || !isUsable(invitation, this.clock.now())) throw new Problem('invitation_invalid');
    await attempt.withdraw();
    return invitation;
  }

  private async whoAccepts(
    { email, name: invited, companyName }: InvitationRow,
    { password, code, name = invited }: AcceptInvitation,
    origin: Origin,
  ): Promise<InvitationAccepter> {
    const account = await this.accounts.findByEmail(email);
    if (account) {
      const { proof } = await this.credentials.check({ email, password, code }, origin, async () => account);
      return { accountId: account.id, proof };
    }
    rejectWeakPassword(password, [email, name, companyName], '/password');
    return { proof: { passwordHash: await hashPassword(password), secondFactorSince: undefined } };
  }

  /** @returns undefined, with nothing written, when the account was created in the meantime */
  private async join(
    tx: Tx,
    { companyId, tokenHash }: InvitationRow,
    accepter: InvitationAccepter,
    { name }: AcceptInvitation,
    origin: Origin,
  ): Promise<StartedSession | undefined> {
    // Read again under the lock: of two acceptances, or an acceptance and a withdrawal, the first one counts.
    await this.members.lockCompany(tx, companyId);
    const invitation = await this.invitations.findByToken(tokenHash, tx);
    const now = this.clock.now();
    if (!invitation || !isUsable(invitation, now)) throw new Problem('invitation_invalid');
    const { id, email, role, permissions, locale } = invitation;
    const known = await this.members.ofAccountIn(tx, companyId, email);
    if (known) throw new Problem('already_member', undefined, { extensions: { existingId: known.id } });
    const { proof } = accepter;
    const { passwordHash } = proof;
    const accountId =
      accepter.accountId ?? (await this.accounts.insertIfNew(tx, { email, locale, createdAt: now, passwordHash }));
    if (accountId === undefined) return undefined;
    const memberId = await this.members.insert(tx, {
      ...{ companyId, accountId, role, permissions, createdAt: now },
      ...{ kind: 'Person', status: 'Active', name: name ?? invitation.name },
    });
    await this.invitations.update(tx, id, { acceptedAt: now });
    const member = { accountId, companyId, memberId, email };
    const details = { email, role, permissions, invitedBy: invitation.invitedBy };
    await this.audit.record(tx, memberActor(member, origin), 'invitation.accepted', invitationTarget(id), details);
    return this.sessions.start(tx, member, proof, origin);
  }
}

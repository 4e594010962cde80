import type { AcceptInvitation, OpenedInvitation } from '@billhook/contract/identity/member';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '../../request/principal.js';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { memberActor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { refuseWeakPassword } from '../auth/account.service.js';
import { BrowserSessions, type Proof, type StartedSession } from '../auth/browser-sessions.js';
import { Credentials } from '../auth/credentials.js';
import { FailedSignIns } from '../auth/failed-sign-ins.js';
import { hashPassword } from '../auth/passwords.js';
import { hashToken } from '../auth/session-token.js';
import { SignInThrottle } from '../auth/sign-in-throttle.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { CLOCK } from '@billhook/platform/tokens';
import { invitationTarget } from './invitation-link.js';
import { isUsable, presentOpened } from './invitation.presenter.js';
import { InvitationsRepository, type InvitationRow } from '@billhook/identity/invitations/invitations.repository';

/** Who accepts: an account that is there, or else the one that is made with that password. */
interface Accepter {
  readonly accountId?: number;
  readonly proof: Proof;
}

/** Accepting invitations. The holder of the link may read it and accept it once. All invalid links get the same error. */
@Injectable()
export class AcceptanceService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly invitations: InvitationsRepository,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly credentials: Credentials,
    private readonly throttle: SignInThrottle,
    private readonly browsers: BrowserSessions,
    private readonly failures: FailedSignIns,
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
   * Makes the invited person a member and signs them in. An address with an account needs its password and its two-factor code.
   * @throws Problem 401 invitation_invalid, sign_in_failed, second_factor_required, second_factor_wrong; 409 already_member; 422; 429
   */
  async accept(body: AcceptInvitation, origin: Origin): Promise<StartedSession> {
    const invitation = await this.open(body.token, origin);
    const session = await this.failures.ofStranger(invitation.email, origin, async () => {
      const accepter = await this.whoAccepts(invitation, body, origin);
      return this.uow.run((tx) => this.join(tx, invitation, accepter, body, origin));
    });
    // Somebody made the account meanwhile, by an invitation to another company: now its password is the one that is asked for.
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
  ): Promise<Accepter> {
    const account = await this.accounts.findByEmail(email);
    if (account) {
      const { proof } = await this.credentials.check({ email, password, code }, origin, async () => account);
      return { accountId: account.id, proof };
    }
    refuseWeakPassword(password, [email, name, companyName], '/password');
    return { proof: { passwordHash: await hashPassword(password), secondFactorSince: undefined } };
  }

  /** @returns undefined, with nothing written, where an account is there now that was not */
  private async join(
    tx: Tx,
    { companyId, tokenHash }: InvitationRow,
    accepter: Accepter,
    { name }: AcceptInvitation,
    origin: Origin,
  ): Promise<StartedSession | undefined> {
    // As it is now, and stays until the end: of two who accept, or of a withdrawal meanwhile, the first one counts.
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
    return this.browsers.start(tx, member, proof, origin);
  }
}

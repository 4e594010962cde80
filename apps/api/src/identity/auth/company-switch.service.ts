import type { SwitchCompany } from '@billhook/contract/identity/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import type { SignedInMember } from '../../request/principal.js';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { SessionsService, type StartedSession } from '../sessions/sessions.service.js';

/** Switches a person between their companies: a session is in one company at a time. */
@Injectable()
export class CompanySwitchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly sessions: SessionsService,
  ) {}

  /**
   * Ends the session and starts one with another id in the other company.
   * @throws Problem 404 without an active membership there; 401 session_missing when the session was ended meanwhile
   */
  switchTo(by: SignedInMember, { memberId }: SwitchCompany): Promise<StartedSession> {
    return this.uow.run(async (tx) => {
      const member = (await this.members.ofAccount(by.accountId, tx)).find((each) => each.memberId === memberId);
      if (member?.status !== 'Active')
        throw new Problem('not_found', 'You are not an active member of a company with this id.');
      const { email } = await this.accounts.get(by.accountId, tx);
      return this.sessions.move(tx, by, { ...member, accountId: by.accountId, email });
    });
  }
}

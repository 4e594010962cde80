import type { SwitchCompany } from '@billhook/contract/identity/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../../request/principal.js';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { MembersRepository } from '@billhook/identity/members/members.repository';
import { BrowserSessions, type StartedSession } from './browser-sessions.js';

/** One account, several companies: a session is in one of them at a time. */
@Injectable()
export class CompanySwitchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly browsers: BrowserSessions,
  ) {}

  /**
   * Ends the session and starts one in the other company, with an id of its own.
   * @throws Problem 404 for whatever the account is no active member of; 401 session_missing when it was ended meanwhile
   */
  switchTo(by: MemberPrincipal & Principal, { memberId }: SwitchCompany): Promise<StartedSession> {
    return this.uow.run(async (tx) => {
      const member = (await this.members.ofAccount(by.accountId, tx)).find((each) => each.memberId === memberId);
      if (member?.status !== 'Active')
        throw new Problem('not_found', 'You are not an active member of a company with this id.');
      const { email } = await this.accounts.get(by.accountId, tx);
      return this.browsers.move(tx, by, { ...member, accountId: by.accountId, email });
    });
  }
}

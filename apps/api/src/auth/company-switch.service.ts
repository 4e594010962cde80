import type { SwitchCompany } from '@billhook/contract/member';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/problems';
import { Injectable } from '@nestjs/common';
import type { MemberPrincipal, Principal } from '../access/principal.js';
import { AccountsRepository } from '../accounts/accounts.repository.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { MembersRepository } from '../members/members.repository.js';
import { BrowserSessions, type StartedSession } from './browser-sessions.js';
import { SessionsRepository } from './sessions.repository.js';

/** One account, several companies: a session is in one of them at a time. */
@Injectable()
export class CompanySwitchService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly accounts: AccountsRepository,
    private readonly members: MembersRepository,
    private readonly sessions: SessionsRepository,
    private readonly browsers: BrowserSessions,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Ends the session and starts one in the other company, with an id of its own. It lives no longer, and its password was typed when it was.
   * @throws Problem 404 for whatever the account is no active member of; 401 session_missing when it was ended meanwhile
   */
  switchTo(by: MemberPrincipal & Principal, { memberId }: SwitchCompany): Promise<StartedSession> {
    return this.uow.run(async (tx) => {
      const member = (await this.members.ofAccount(by.accountId, tx)).find((each) => each.memberId === memberId);
      if (member?.status !== 'Active') throw new Problem('not_found', 'You are no active member of such a company.');
      if (!(await this.sessions.delete(tx, by.session.idHash))) throw new Problem('session_missing');
      const { email } = await this.accounts.get(by.accountId, tx);
      const end = () => this.audit.record(tx, actorOf(by), 'session.ended', null);
      // Each entry holds the log of its company until the end: all take them in one order, so that nobody waits for each other.
      if (by.company.id <= member.companyId) await end();
      const started = await this.browsers.start(tx, { ...member, email }, by.origin, by.session);
      if (by.company.id > member.companyId) await end();
      return started;
    });
  }
}

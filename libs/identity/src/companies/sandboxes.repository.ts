import { Database } from '@billhook/db/database';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberStatus } from '@billhook/domain/identity/member';
import { Injectable } from '@nestjs/common';

/** A sandbox, as a person sees it. */
export interface SandboxRow {
  readonly id: number;
  readonly name: string;
  readonly createdAt: Date;
  readonly deletesAt: Date | null;
  /** The person as its member, unless removed. */
  readonly memberId: number | null;
  readonly memberStatus: MemberStatus | null;
}

/** A person as a member of a sandbox. */
export interface SandboxMember {
  readonly id: number;
  readonly companyId: number;
}

/** The sandboxes of companies, and their members who are also members of the company. */
@Injectable()
export class SandboxesRepository {
  constructor(private readonly db: Database) {}

  /** The oldest first. @param companyId of the production company */
  list(companyId: number, accountId: number, runner: ReadRunner = this.db): Promise<SandboxRow[]> {
    return runner.query<SandboxRow & Record<string, unknown>>({
      name: 'sandbox_list',
      text: `SELECT c.id, c.name, c.created_at AS "createdAt", c.deletes_at AS "deletesAt", m.id AS "memberId", m.status AS "memberStatus"
        FROM tenants c LEFT JOIN members m ON m.company_id = c.id AND m.account_id = $2 AND m.status <> 'Removed'
        WHERE c.sandbox_of = $1 AND c.creating_since IS NULL ORDER BY c.id`,
      values: [companyId, accountId],
    });
  }

  /** All sandboxes of a company in their order, also those that are being created. The caller holds the card of the company. */
  all(tx: Tx, companyId: number): Promise<Pick<SandboxRow, 'id' | 'name'>[]> {
    return tx.query<Pick<SandboxRow, 'id' | 'name'> & Record<string, unknown>>({
      name: 'sandbox_all',
      text: 'SELECT id, name FROM tenants WHERE sandbox_of = $1 ORDER BY id',
      values: [companyId],
    });
  }

  /** The person of a member in the sandboxes of the company, locked in the order of the sandboxes. */
  lockMembersOf(tx: Tx, member: SandboxMember): Promise<SandboxMember[]> {
    return tx.query<SandboxMember & Record<string, unknown>>({
      name: 'sandbox_members_of',
      text: `SELECT s.id, s.company_id AS "companyId" FROM members m
          JOIN tenants c ON c.sandbox_of = m.company_id
          JOIN members s ON s.company_id = c.id AND s.account_id = m.account_id AND s.status <> 'Removed'
        WHERE m.id = $1 AND m.company_id = $2 ORDER BY c.id FOR NO KEY UPDATE OF s`,
      values: [member.id, member.companyId],
    });
  }
}

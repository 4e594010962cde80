import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/company';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Member } from './member.entity.js';

/** A member with what a list tells of them. */
export type MemberRow = Member & {
  readonly email: string | null;
  readonly lastSeenAt: Date | null;
  readonly liveKeys: number;
  readonly secondFactor: boolean;
};

/** A member who stays as they are until the transaction ends. */
export type HeldMember = Pick<Member, 'id' | 'kind' | 'name' | 'status' | 'permissions'>;

/** One company that a person may work in. */
export interface Membership {
  readonly memberId: number;
  readonly name: string;
}

export interface AccountMember {
  readonly memberId: number;
  readonly companyId: number;
  readonly status: MemberStatus;
}

export interface Owner {
  readonly id: number;
  readonly name: string;
  readonly email: string;
}

export interface MemberFilter {
  /** Default: all except removed members. */
  readonly status?: MemberStatus;
  readonly kind?: MemberKind;
}

@Injectable()
export class MembersRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, Member, 'm')}, a.email,
      greatest(m.last_seen_at, (SELECT max(s.last_seen_at) FROM sessions s WHERE s.member_id = m.id)) AS "lastSeenAt",
      (SELECT count(*)::int FROM api_keys k WHERE k.member_id = m.id AND k.revoked_at IS NULL
        AND (k.retires_at IS NULL OR k.retires_at > $1) AND (k.expires_at IS NULL OR k.expires_at > $1)) AS "liveKeys",
      EXISTS (SELECT FROM second_factors f WHERE f.account_id = m.account_id AND f.confirmed_at IS NOT NULL) AS "secondFactor"`;
  }

  list(companyId: number, filter: MemberFilter, now: Date): Promise<MemberRow[]> {
    return this.db.query<MemberRow>({
      name: 'member_list',
      text: `SELECT ${this.columns} FROM members m LEFT JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $2 AND m.status = coalesce($3, m.status) AND ($3::text IS NOT NULL OR m.status <> 'Removed')
          AND m.kind = coalesce($4, m.kind) ORDER BY m.id`,
      values: [now, companyId, filter.status ?? null, filter.kind ?? null],
    });
  }

  /** The people who can change the company, by name. */
  owners(companyId: number): Promise<Owner[]> {
    return this.db.query<Owner>({
      name: 'member_owners',
      text: `SELECT m.id, m.name, a.email FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $1 AND m.status = 'Active' AND 'company.manage' = ANY (m.permissions) ORDER BY lower(m.name), m.id`,
      values: [companyId],
    });
  }

  /** @throws Problem not_found, also for another company's member */
  find(companyId: number, id: number, now: Date, runner: ReadRunner = this.db): Promise<MemberRow> {
    return this.one(runner, 'member_get', '', companyId, id, now);
  }

  /**
   * For what depends on the rights or the existence of a member: concurrent changes of the member wait. Locked before their keys are
   * locked, in the order in which a removal locks them.
   * @throws Problem not_found, also for another company's member
   */
  async hold(tx: Tx, companyId: number, id: number): Promise<HeldMember> {
    const [member] = await tx.query<HeldMember>({
      name: 'member_hold',
      text: 'SELECT id, kind, name, status, permissions FROM members WHERE company_id = $1 AND id = $2 FOR SHARE',
      values: [companyId, id],
    });
    if (!member) throw new Problem('not_found', 'There is no such member.');
    return member;
  }

  /** Not FOR UPDATE: whatever is written with a reference to the member goes on meanwhile. */
  lock(tx: Tx, companyId: number, id: number, now: Date): Promise<MemberRow> {
    return this.one(tx, 'member_lock', 'FOR NO KEY UPDATE OF m', companyId, id, now);
  }

  /**
   * Makes one line of all who change who is in a company, or what they may do: of two administrators who take each other's permissions, the
   * second one has none left to do it with. To be taken before any other lock.
   */
  async lockCompany(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'member_lock_company',
      text: 'SELECT FROM companies WHERE id = $1 FOR NO KEY UPDATE',
      values: [companyId],
    });
  }

  /** What an account is in a company, unless it is removed. */
  async ofAccountIn(tx: Tx, companyId: number, email: string): Promise<Pick<Member, 'id' | 'status'> | undefined> {
    const [member] = await tx.query<Pick<Member, 'id' | 'status'>>({
      name: 'member_by_email',
      text: `SELECT m.id, m.status FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $1 AND lower(a.email) = lower($2) AND m.status <> 'Removed'`,
      values: [companyId, email],
    });
    return member;
  }

  /** The companies that an account is an active member of, by name. */
  memberships(accountId: number, runner: ReadRunner = this.db): Promise<Membership[]> {
    return runner.query<Membership>({
      name: 'member_of',
      text: `SELECT m.id AS "memberId", c.name FROM members m JOIN companies c ON c.id = m.company_id
        WHERE m.account_id = $1 AND m.status = 'Active' ORDER BY lower(c.name), m.id`,
      values: [accountId],
    });
  }

  /**
   * What an account is in each of its companies: the ones that it may work in first, and of those the one that it signed in to last, or
   * changed over to; else the one that it joined first.
   */
  ofAccount(accountId: number, runner: ReadRunner = this.db): Promise<AccountMember[]> {
    return runner.query<AccountMember>({
      name: 'members_of_account',
      text: `SELECT m.id AS "memberId", m.company_id AS "companyId", m.status
        FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.account_id = $1 AND m.status <> 'Removed'
        ORDER BY m.status <> 'Active', m.id IS DISTINCT FROM a.last_member_id, m.id`,
      values: [accountId],
    });
  }

  insert(tx: Tx, member: Omit<Member, 'id' | 'lastSeenAt'>): Promise<number> {
    return insertRow(tx, Member, { ...member, lastSeenAt: null });
  }

  /** That they are at it now. Waits for nobody: while the member is being changed, the next request tells it. */
  async touch(id: number, now: Date): Promise<void> {
    await this.db.autocommit.query({
      name: 'member_touch',
      text: `UPDATE members SET last_seen_at = greatest(last_seen_at, $2)
        WHERE id = (SELECT id FROM members WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED)`,
      values: [id, now],
    });
  }

  /** The caller holds its lock. */
  update(tx: Tx, member: Member): Promise<void> {
    return updateRow(tx, Member, member);
  }

  private async one(
    runner: ReadRunner,
    name: string,
    suffix: string,
    companyId: number,
    id: number,
    now: Date,
  ): Promise<MemberRow> {
    const [member] = await runner.query<MemberRow>({
      name,
      text: `SELECT ${this.columns} FROM members m LEFT JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $2 AND m.id = $3 ${suffix}`,
      values: [now, companyId, id],
    });
    if (!member) throw new Problem('not_found', 'There is no such member.');
    return member;
  }
}

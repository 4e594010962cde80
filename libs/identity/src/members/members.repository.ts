import { Database } from '@billhook/db/database';
import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { CompanyKind } from '@billhook/domain/identity/company';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/member';
import { emailSpellings } from '@billhook/domain/shared/email-address';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Member } from './member.entity.js';

/** A member as lists show it. */
export type MemberRow = Member & {
  readonly email: string | null;
  readonly lastSeenAt: Date | null;
  readonly liveKeys: number;
  readonly secondFactor: boolean;
};

/** A member that is locked until the transaction ends. */
export type LockedMember = Pick<Member, 'id' | 'kind' | 'name' | 'status' | 'permissions'>;

/** One company that a person may work in. */
export interface Membership {
  readonly memberId: number;
  readonly companyId: number;
  readonly name: string;
  readonly kind: CompanyKind;
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
  /** Absent for all except removed members. */
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

  /** The people with `company.manage`, by name. */
  owners(companyId: number): Promise<Owner[]> {
    return this.db.query<Owner>({
      name: 'member_owners',
      text: `SELECT m.id, m.name, a.email FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $1 AND m.status = 'Active' AND 'company.manage' = ANY (m.permissions) ORDER BY search_form(m.name) COLLATE natural_order, m.id`,
      values: [companyId],
    });
  }

  /** @throws Problem not_found, also for another company's member */
  find(companyId: number, id: number, now: Date, runner: ReadRunner = this.db): Promise<MemberRow> {
    return this.one(runner, 'member_get', '', companyId, id, now);
  }

  /**
   * Locks the member against changes. Take it before the lock of their keys, as removing a member does.
   * @throws Problem not_found, also for another company's member
   */
  async lockForShare(tx: Tx, companyId: number, id: number): Promise<LockedMember> {
    const [member] = await tx.query<LockedMember>({
      name: 'member_hold',
      text: 'SELECT id, kind, name, status, permissions FROM members WHERE company_id = $1 AND id = $2 FOR SHARE',
      values: [companyId, id],
    });
    if (!member) throw new Problem('not_found', 'There is no such member.');
    return member;
  }

  /**
   * The same in a transaction of a cell. With several cells, it has no lock, because a member is on the global side.
   * @throws Problem not_found, also for another company's member
   */
  async lockRights(tx: Tx, companyId: number, id: number): Promise<Pick<LockedMember, 'status' | 'permissions'>> {
    if (this.db.cells.areOne) return this.lockForShare(tx, companyId, id);
    const [member] = await tx.query<LockedMember>({
      name: 'member_rights',
      text: 'SELECT status, permissions FROM members WHERE company_id = $1 AND id = $2',
      values: [companyId, id],
    });
    if (!member) throw new Problem('not_found', 'There is no such member.');
    return member;
  }

  /** Not FOR UPDATE, which would block inserts that refer to the member. */
  lock(tx: Tx, companyId: number, id: number, now: Date): Promise<MemberRow> {
    return this.one(tx, 'member_lock', 'FOR NO KEY UPDATE OF m', companyId, id, now);
  }

  /**
   * Serialises all changes of members and permissions of a company: of two administrators who take each other's permissions, the second
   * one fails. Locks the card of the company: take it before any other lock.
   */
  async lockCompany(tx: Tx, companyId: number): Promise<void> {
    await tx.query({
      name: 'member_lock_company',
      text: 'SELECT FROM tenants WHERE id = $1 FOR NO KEY UPDATE',
      values: [companyId],
    });
  }

  /** The member of an account in a company, unless it is removed. */
  async ofAccountIn(tx: Tx, companyId: number, email: string): Promise<Pick<Member, 'id' | 'status'> | undefined> {
    const [member] = await tx.query<Pick<Member, 'id' | 'status'>>({
      name: 'member_by_email',
      text: `SELECT m.id, m.status FROM members m JOIN accounts a ON a.id = m.account_id
        WHERE m.company_id = $1 AND lower(a.email) IN (lower($2), lower($3)) AND m.status <> 'Removed'`,
      values: [companyId, ...emailSpellings(email)],
    });
    return member;
  }

  /** The active memberships of an account, by company name. */
  memberships(accountId: number, runner: ReadRunner = this.db): Promise<Membership[]> {
    return runner.query<Membership>({
      name: 'member_of',
      text: `SELECT m.id AS "memberId", c.id AS "companyId", c.name, c.kind FROM members m JOIN tenants c ON c.id = m.company_id
        WHERE m.account_id = $1 AND m.status = 'Active' AND c.creating_since IS NULL ORDER BY search_form(c.name) COLLATE natural_order, m.id`,
      values: [accountId],
    });
  }

  /**
   * The members of an account in its companies: active ones first, and among those the one last signed in to or switched to, then the
   * oldest.
   */
  ofAccount(accountId: number, runner: ReadRunner = this.db): Promise<AccountMember[]> {
    return runner.query<AccountMember>({
      name: 'members_of_account',
      text: `SELECT m.id AS "memberId", m.company_id AS "companyId", m.status
        FROM members m JOIN accounts a ON a.id = m.account_id JOIN tenants c ON c.id = m.company_id
        WHERE m.account_id = $1 AND m.status <> 'Removed' AND c.creating_since IS NULL
        ORDER BY m.status <> 'Active', m.id IS DISTINCT FROM a.last_member_id, m.id`,
      values: [accountId],
    });
  }

  insert(tx: Tx, member: Omit<Member, 'id' | 'lastSeenAt' | 'deactivatedWithCompany'>): Promise<number> {
    return insertRow(tx, Member, { ...member, lastSeenAt: null, deactivatedWithCompany: false });
  }

  /** Stores that they are active. Skips a locked member: the next request stores it. */
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

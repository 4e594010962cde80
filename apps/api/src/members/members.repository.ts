import { Database } from '@billhook/db/database';
import { insertRow, selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import type { MemberKind, MemberStatus } from '@billhook/domain/company';
import { Problem } from '@billhook/domain/problems';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Member } from './member.entity.js';

/** A member with what a list tells of them. */
export type MemberRow = Member & {
  readonly email: string | null;
  readonly lastSeenAt: Date | null;
  readonly liveKeys: number;
};

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

export interface MemberFilter {
  /** Without it: all but the removed ones. */
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
      (SELECT max(s.last_seen_at) FROM sessions s WHERE s.member_id = m.id) AS "lastSeenAt",
      (SELECT count(*)::int FROM api_keys k WHERE k.member_id = m.id AND k.revoked_at IS NULL
        AND (k.retires_at IS NULL OR k.retires_at > $1) AND (k.expires_at IS NULL OR k.expires_at > $1)) AS "liveKeys"`;
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

  /** @throws Problem not_found, also for another company's member */
  find(companyId: number, id: number, now: Date, runner: Runner = this.db): Promise<MemberRow> {
    return this.one(runner, 'member_get', '', companyId, id, now);
  }

  lock(tx: Tx, companyId: number, id: number, now: Date): Promise<MemberRow> {
    return this.one(tx, 'member_lock', 'FOR UPDATE OF m', companyId, id, now);
  }

  /** The companies that an account is an active member of, by name. */
  memberships(accountId: number, runner: Runner = this.db): Promise<Membership[]> {
    return runner.query<Membership>({
      name: 'member_of',
      text: `SELECT m.id AS "memberId", c.name FROM members m JOIN companies c ON c.id = m.company_id
        WHERE m.account_id = $1 AND m.status = 'Active' ORDER BY lower(c.name), m.id`,
      values: [accountId],
    });
  }

  /** What an account is in each of its companies, the ones that it may work in first, and of those the one it joined first. */
  ofAccount(accountId: number): Promise<AccountMember[]> {
    return this.db.query<AccountMember>({
      name: 'members_of_account',
      text: `SELECT m.id AS "memberId", m.company_id AS "companyId", m.status FROM members m
        WHERE m.account_id = $1 AND m.status <> 'Removed' ORDER BY m.status <> 'Active', m.id`,
      values: [accountId],
    });
  }

  insert(tx: Tx, member: Omit<Member, 'id'>): Promise<number> {
    return insertRow(tx, Member, member);
  }

  private async one(
    runner: Runner,
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

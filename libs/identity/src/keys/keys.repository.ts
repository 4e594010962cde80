import { Database } from '@billhook/db/database';
import { type Kept, listNewestFirst, type PageOf, type Window } from '@billhook/db/lists/list-records';
import { changeRow, insertRow, selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { isPaidPlan, type CompanyKind, type Plan } from '@billhook/domain/identity/company';
import { hasEnded, keyStatus, type KeyExpiry, type KeyStatus } from '@billhook/domain/identity/key-status';
import type { MemberKind, MemberStatus } from '@billhook/domain/identity/member';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem, type FieldError } from '@billhook/domain/shared/problems';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { conditionsOf, STATUS, type KeyFilter } from './key-filter.js';
import { ApiKey } from './key.entity.js';

/** A key with its creator and company as they are now, which determine its status and permissions. */
export type KeyRow = ApiKey & {
  readonly creatorName: string;
  readonly creatorEmail: string | null;
  readonly creatorKind: MemberKind;
  readonly creatorStatus: MemberStatus;
  readonly creatorActive: boolean;
  readonly predecessorPrefix: string | null;
  readonly successorPrefix: string | null;
  readonly successorFirstUsedAt: Date | null;
  readonly creatorPermissions: Permission[];
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  /** Where the company is: `tenants.cell`. */
  readonly cell: number;
  /** When the company is deleted; null without a request. */
  readonly deletesAt: Date | null;
  /** The policy of the company; null without one. */
  readonly longestLifetime: KeyExpiry | null;
  readonly cidrsRequired: boolean | null;
};

/** The columns that a request with a key needs: fewer columns make every request cheaper. */
export type VerifiedKey = Pick<
  KeyRow,
  | 'id'
  | 'companyId'
  | 'memberId'
  | 'name'
  | 'prefix'
  | 'scopes'
  | 'expiresAt'
  | 'revokedAt'
  | 'retiresAt'
  | 'lastUsedAt'
  | 'allowedCidrs'
  | 'rateLimit'
  | 'familyId'
  | 'predecessorId'
  | 'hashVersion'
  | 'creatorActive'
  | 'creatorPermissions'
  | 'companyName'
  | 'companyKind'
  | 'plan'
  | 'timeZone'
  | 'clockOffset'
  | 'cell'
  | 'deletesAt'
>;

/** A key of a member that can still work, or could again. */
export type LiveKey = Pick<KeyRow, 'id' | 'name' | 'prefix' | 'scopes' | 'lastUsedAt' | 'lastUsedIp'> & {
  readonly status: KeyStatus;
};

type KeyEnds = Pick<KeyRow, 'revokedAt' | 'retiresAt' | 'expiresAt' | 'creatorActive' | 'plan'>;

export type KeyChange = Partial<Pick<ApiKey, 'name' | 'allowedCidrs' | 'rateLimit'>>;

const FROM_VERIFIED = 'FROM api_keys k JOIN members m ON m.id = k.member_id JOIN tenants c ON c.id = k.company_id';
const FROM = `${FROM_VERIFIED} LEFT JOIN accounts a ON a.id = m.account_id
  LEFT JOIN api_keys p ON p.id = k.predecessor_id LEFT JOIN api_keys s ON s.id = k.successor_id
  LEFT JOIN key_policies kp ON kp.company_id = k.company_id`;
const OWNER = `m.name AS "creatorName", a.email AS "creatorEmail", m.kind AS "creatorKind", m.status AS "creatorStatus",
  p.prefix AS "predecessorPrefix", s.prefix AS "successorPrefix", s.first_used_at AS "successorFirstUsedAt", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.kind AS "companyKind", c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.cell, c.deletes_at AS "deletesAt",
  kp.longest_lifetime AS "longestLifetime", kp.cidrs_required AS "cidrsRequired"`;

const VERIFIED = `k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.scopes, k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.retires_at AS "retiresAt", k.last_used_at AS "lastUsedAt", k.allowed_cidrs AS "allowedCidrs",
  k.rate_limit AS "rateLimit", k.family_id AS "familyId", k.predecessor_id AS "predecessorId", k.hash_version AS "hashVersion", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.kind AS "companyKind", c.plan, c.time_zone AS "timeZone", c.clock_offset AS "clockOffset", c.cell, c.deletes_at AS "deletesAt"`;

@Injectable()
export class KeysRepository {
  private readonly columns: string;

  constructor(
    source: DataSource,
    private readonly db: Database,
  ) {
    this.columns = `${selectColumns(source, ApiKey, 'k')}, ${OWNER}`;
  }

  /**
   * The query of every request with a key, on the primary and never cached. Placeholders instead of ANY: PostgreSQL plans a query with
   * an array of unknown length each time.
   */
  async findByHash(hashes: readonly Buffer[]): Promise<VerifiedKey | undefined> {
    const [row] = await this.db.lookUp<VerifiedKey>({
      name: `key_verify_${hashes.length}`,
      text: `SELECT ${VERIFIED} ${FROM_VERIFIED} WHERE k.hash IN (${hashes.map((_, n) => `$${n + 1}`).join(', ')})`,
      values: hashes,
    });
    return row;
  }

  /** @throws Problem not_found, also for another company's key */
  find(companyId: number, id: number, runner: ReadRunner = this.db): Promise<KeyRow> {
    return this.one(runner, 'key_get', '', companyId, id);
  }

  lock(tx: Tx, companyId: number, id: number): Promise<KeyRow> {
    return this.one(tx, 'key_lock', 'FOR NO KEY UPDATE OF k', companyId, id);
  }

  /**
   * Keys of the company, in the order of the ids.
   * @throws Problem 422 naming each id that is not a key of the company
   */
  async findAll(companyId: number, ids: readonly number[], runner: ReadRunner = this.db): Promise<KeyRow[]> {
    const rows = await runner.query<KeyRow>({
      name: 'key_get_all',
      text: `SELECT ${this.columns} ${FROM} WHERE k.company_id = $1 AND k.id = ANY ($2::bigint[])`,
      values: [companyId, ids],
    });
    const byId = new Map(rows.map((row) => [row.id, row]));
    const errors = ids.flatMap((id, n): FieldError[] =>
      byId.has(id)
        ? []
        : [{ pointer: `/ids/${n}`, code: 'not_found', message: 'is not the id of a key of the company' }],
    );
    if (errors.length > 0) throw new Problem('invalid_body', undefined, { errors });
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** All keys of a member that are not revoked, locked in the order of ids. */
  lockOf(tx: Tx, memberId: number): Promise<KeyRow[]> {
    return tx.query<KeyRow>({
      name: 'key_lock_of',
      text: `SELECT ${this.columns} ${FROM} WHERE k.member_id = $1 AND k.revoked_at IS NULL ORDER BY k.id FOR NO KEY UPDATE OF k`,
      values: [memberId],
    });
  }

  /** The keys of a member that have neither been revoked nor expired, with their status. */
  async liveOf(memberId: number, now: Date): Promise<LiveKey[]> {
    const rows = await this.db.query<Omit<LiveKey, 'status'> & KeyEnds>({
      name: 'member_keys',
      text: `SELECT k.id, k.name, k.prefix, k.scopes, k.last_used_at AS "lastUsedAt", k.last_used_ip AS "lastUsedIp",
          k.revoked_at AS "revokedAt", k.retires_at AS "retiresAt", k.expires_at AS "expiresAt", (m.status = 'Active') AS "creatorActive", c.plan
        ${FROM_VERIFIED} WHERE k.member_id = $1 AND k.revoked_at IS NULL ORDER BY k.id`,
      values: [memberId],
    });
    return rows
      .map((key) => ({ ...key, status: keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now) }))
      .filter(({ status }) => !hasEnded(status));
  }

  /** Locks keys in the order of ids, to prevent deadlocks. */
  async lockAll(tx: Tx, companyId: number, ids: readonly number[]): Promise<void> {
    await tx.query({
      name: 'key_lock_all',
      text: 'SELECT FROM api_keys WHERE company_id = $1 AND id = ANY ($2::bigint[]) ORDER BY id FOR NO KEY UPDATE',
      values: [companyId, ids],
    });
  }

  async memberName(runner: ReadRunner, memberId: number): Promise<string> {
    const [member] = await runner.query<{ name: string }>({
      name: 'key_member_name',
      text: 'SELECT name FROM members WHERE id = $1',
      values: [memberId],
    });
    return member?.name ?? '';
  }

  list(companyId: number, filter: KeyFilter, window: Window, now: Date): Promise<PageOf<Kept<KeyRow>>> {
    const select = `SELECT ${this.columns} ${FROM}`;
    const conditions = conditionsOf(companyId, filter, now);
    return listNewestFirst(this.db, { name: 'key', select, id: 'k.id', idOf: (key) => key.id, conditions }, window);
  }

  /** How many keys match the filter, by status. */
  count(
    companyId: number,
    filter: KeyFilter,
    now: Date,
    runner: ReadRunner = this.db,
  ): Promise<{ status: KeyStatus; count: number }[]> {
    const { where, values, signature } = conditionsOf(companyId, filter, now);
    return runner.query({
      name: `key_count_${signature}`,
      text: `SELECT ${STATUS} AS status, count(*)::int AS count ${FROM} WHERE ${where} GROUP BY 1`,
      values,
    });
  }

  /** Strikes out a secret typed as the name, here and in other changes. */
  async insert(tx: Tx, key: Omit<ApiKey, 'id'>): Promise<number> {
    return insertRow(tx, ApiKey, { ...key, name: redactSecrets(key.name) });
  }

  async revoke(tx: Tx, id: number, at: Date, by: string, reason: string | null): Promise<void> {
    const revocationReason = reason && redactSecrets(reason);
    await changeRow(tx, ApiKey, id, { revokedAt: at, revokedBy: by, revocationReason });
  }

  /** What the owner or an administrator can change. */
  async change(tx: Tx, id: number, to: KeyChange): Promise<void> {
    const name = to.name === undefined ? {} : { name: redactSecrets(to.name) };
    await changeRow(tx, ApiKey, id, { ...to, ...name });
  }

  /** Stores the successor of a key, and the grace period from the first use of that. */
  async replace(tx: Tx, id: number, successorId: number, graceSeconds: number): Promise<void> {
    await changeRow(tx, ApiKey, id, { successorId, graceSeconds });
  }

  private async one(runner: ReadRunner, name: string, suffix: string, companyId: number, id: number): Promise<KeyRow> {
    const [row] = await runner.query<KeyRow>({
      name,
      text: `SELECT ${this.columns} ${FROM} WHERE k.company_id = $1 AND k.id = $2 ${suffix}`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such key.');
    return row;
  }
}

import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { EXPIRING_DAYS, type KeyStatus } from '@billhook/domain/api-key';
import type { MemberKind, MemberStatus, Plan } from '@billhook/domain/company';
import type { Permission } from '@billhook/domain/permissions';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKey } from './api-key.entity.js';
import type { KeyHash } from './key-hash.js';

/** A key with what its status and its rights depend on: its creator and its company as they are now. */
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
  readonly plan: Plan;
  readonly timeZone: string;
};

/** What a request with a key needs to know of it: the fewer columns, the cheaper every request. */
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
  | 'plan'
  | 'timeZone'
>;

export interface KeyFilter {
  /** Only the keys of this member. */
  readonly memberId?: number;
  readonly status?: KeyStatus;
}

/** One use of a key, or several of which the last counts. */
export interface KeyUseRow {
  readonly id: number;
  readonly firstAt: Date;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string | null;
  /** What to keep the key under, where it was kept under an older application secret. */
  readonly rehash: KeyHash | undefined;
  /** Whether it has a predecessor, whose days are numbered from now on. */
  readonly succeeds: boolean;
}

const FROM_VERIFIED = 'FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id';
const FROM = `${FROM_VERIFIED} LEFT JOIN accounts a ON a.id = m.account_id
  LEFT JOIN api_keys p ON p.id = k.predecessor_id LEFT JOIN api_keys s ON s.id = k.successor_id`;
const OWNER = `m.name AS "creatorName", a.email AS "creatorEmail", m.kind AS "creatorKind", m.status AS "creatorStatus",
  p.prefix AS "predecessorPrefix", s.prefix AS "successorPrefix", s.first_used_at AS "successorFirstUsedAt", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.plan, c.time_zone AS "timeZone"`;

const VERIFIED = `k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.scopes, k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.retires_at AS "retiresAt", k.last_used_at AS "lastUsedAt", k.allowed_cidrs AS "allowedCidrs",
  k.rate_limit AS "rateLimit", k.family_id AS "familyId", k.predecessor_id AS "predecessorId", k.hash_version AS "hashVersion", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.plan, c.time_zone AS "timeZone"`;

/** keyStatus of the domain, for lists to filter by and to count; `$1` is now. The unit of both is the same table of cases. */
const STATUS = `CASE WHEN k.revoked_at IS NOT NULL OR k.retires_at <= $1 THEN 'revoked'
  WHEN k.expires_at <= $1 THEN 'expired'
  WHEN m.status <> 'Active' OR c.plan = 'Free' THEN 'suspended'
  WHEN k.expires_at <= $1::timestamptz + interval '${EXPIRING_DAYS} days' THEN 'expiring'
  ELSE 'active' END`;

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
   * The one query of every request with a key: key, creator and company as they are now, on the primary, never from a cache.
   * A list of placeholders, not ANY: PostgreSQL can not tell how long an array will be and would plan the query anew each time.
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
  find(companyId: number, id: number, runner: Runner = this.db): Promise<KeyRow> {
    return this.one(runner, 'key_get', '', companyId, id);
  }

  lock(tx: Tx, companyId: number, id: number): Promise<KeyRow> {
    return this.one(tx, 'key_lock', 'FOR UPDATE OF k', companyId, id);
  }

  list(companyId: number, filter: KeyFilter, window: Window, now: Date): Promise<PageOf<Kept<KeyRow>>> {
    const conditions = new Conditions()
      .add('now', '?::timestamptz IS NOT NULL', now)
      .add('company', 'k.company_id = ?', companyId)
      .add('member', 'k.member_id = ?', filter.memberId)
      .add('status', `${STATUS} = ?`, filter.status);
    const select = `SELECT ${this.columns} ${FROM}`;
    return listNewestFirst(this.db, { name: 'key', select, id: 'k.id', idOf: (key) => key.id, conditions }, window);
  }

  async count(
    companyId: number,
    memberId: number | undefined,
    now: Date,
  ): Promise<{ status: KeyStatus; count: number }[]> {
    return this.db.query({
      name: 'key_count',
      text: `SELECT ${STATUS} AS status, count(*)::int AS count ${FROM}
        WHERE k.company_id = $2 AND ($3::bigint IS NULL OR k.member_id = $3) GROUP BY 1`,
      values: [now, companyId, memberId ?? null],
    });
  }

  async insert(tx: Tx, key: Omit<ApiKey, 'id'>): Promise<number> {
    const result = await tx.manager.insert(ApiKey, key);
    const id: unknown = result.identifiers[0]?.['id'];
    return Number(id);
  }

  async revoke(tx: Tx, id: number, at: Date, by: string, reason: string | null): Promise<void> {
    await tx.manager.update(ApiKey, { id }, { revokedAt: at, revokedBy: by, revocationReason: reason });
  }

  /**
   * Moves the last use of many keys forward, in one statement, and keeps them under the current application secret. A second one tells
   * the predecessors of those that were used when they end; should it be lost, the next use makes up for it.
   */
  async recordUse(uses: readonly KeyUseRow[]): Promise<void> {
    await this.db.query({
      name: 'key_used',
      text: `UPDATE api_keys k SET last_used_at = u.at, last_used_ip = u.ip, last_used_agent = u.agent,
          first_used_at = coalesce(k.first_used_at, u.first), hash = coalesce(u.hash, k.hash), hash_version = coalesce(u.version, k.hash_version)
        FROM (SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::timestamptz[], $4::text[], $5::text[], $6::bytea[], $7::text[])
          AS t (id, first, at, ip, agent, hash, version) ORDER BY id) u
        WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
      values: [
        uses.map((use) => use.id),
        uses.map((use) => use.firstAt),
        uses.map((use) => use.at),
        uses.map((use) => use.ip),
        uses.map((use) => use.userAgent),
        uses.map((use) => use.rehash?.hash ?? null),
        uses.map((use) => use.rehash?.version ?? null),
      ],
    });
    const successors = uses.filter(({ succeeds }) => succeeds).map(({ id }) => id);
    if (successors.length > 0) await this.retire(successors);
  }

  /** Sets the end of keys whose successor was used, where that comes before their own. */
  private async retire(successorIds: readonly number[]): Promise<void> {
    await this.db.query({
      name: 'key_retire',
      text: `UPDATE api_keys k SET retires_at = s.first_used_at + make_interval(secs => k.grace_seconds) FROM api_keys s
        WHERE s.id = ANY($1::bigint[]) AND k.successor_id = s.id AND k.retires_at IS NULL AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR s.first_used_at + make_interval(secs => k.grace_seconds) < k.expires_at)`,
      values: [successorIds],
    });
  }

  private async one(runner: Runner, name: string, suffix: string, companyId: number, id: number): Promise<KeyRow> {
    const [row] = await runner.query<KeyRow>({
      name,
      text: `SELECT ${this.columns} ${FROM} WHERE k.company_id = $1 AND k.id = $2 ${suffix}`,
      values: [companyId, id],
    });
    if (!row) throw new Problem('not_found', 'There is no such key.');
    return row;
  }
}

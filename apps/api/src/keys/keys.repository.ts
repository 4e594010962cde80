import { Database } from '@billhook/db/database';
import { selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { EXPIRING_DAYS, type KeyStatus } from '@billhook/domain/api-key';
import type { Plan } from '@billhook/domain/company';
import type { Permission } from '@billhook/domain/permissions';
import { Problem } from '@billhook/domain/problems';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ApiKey } from './api-key.entity.js';

/** A key with what its status and its rights depend on: its creator and its company as they are now. */
export type KeyRow = ApiKey & {
  readonly creatorName: string;
  readonly creatorEmail: string;
  readonly creatorActive: boolean;
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
  | 'lastUsedAt'
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

const FROM = 'FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id';
const OWNER = `m.name AS "creatorName", m.email AS "creatorEmail", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.plan, c.time_zone AS "timeZone"`;

const VERIFIED = `k.id, k.company_id AS "companyId", k.member_id AS "memberId", k.name, k.prefix, k.scopes, k.expires_at AS "expiresAt",
  k.revoked_at AS "revokedAt", k.last_used_at AS "lastUsedAt", (m.status = 'Active') AS "creatorActive",
  m.permissions AS "creatorPermissions", c.name AS "companyName", c.plan, c.time_zone AS "timeZone"`;

/** keyStatus of the domain, for lists to filter by and to count; `$1` is now. The unit of both is the same table of cases. */
const STATUS = `CASE WHEN k.revoked_at IS NOT NULL THEN 'revoked'
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
      text: `SELECT ${VERIFIED} ${FROM} WHERE k.hash IN (${hashes.map((_, n) => `$${n + 1}`).join(', ')})`,
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

  /** Moves the last use of many keys forward, in one statement. */
  async recordUse(uses: readonly { id: number; at: Date; ip: string; userAgent: string | null }[]): Promise<void> {
    await this.db.query({
      name: 'key_used',
      text: `UPDATE api_keys k SET last_used_at = u.at, last_used_ip = u.ip, last_used_agent = u.agent
        FROM (SELECT * FROM unnest($1::bigint[], $2::timestamptz[], $3::text[], $4::text[]) AS t (id, at, ip, agent) ORDER BY id) u
        WHERE k.id = u.id AND (k.last_used_at IS NULL OR k.last_used_at < u.at)`,
      values: [uses.map((u) => u.id), uses.map((u) => u.at), uses.map((u) => u.ip), uses.map((u) => u.userAgent)],
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

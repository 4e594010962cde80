import { Database } from '@billhook/db/database';
import { Injectable } from '@nestjs/common';
import type { DeprecatedCall } from './deprecated-call.entity.js';

/** The calls of one key to one route, with whose key it is. */
export type CallRow = Omit<DeprecatedCall, 'companyId'> & {
  readonly keyName: string;
  readonly prefix: string;
  readonly memberId: number;
  readonly memberName: string;
  readonly memberEmail: string | null;
};

export interface CallFilter {
  readonly companyId: number;
  /** Only the keys of this member. */
  readonly memberId: number | undefined;
  readonly since: Date;
  readonly now: Date;
}

@Injectable()
export class DeprecatedCallsRepository {
  constructor(private readonly db: Database) {}

  /** Adds to what was counted before, in one statement. In one order of rows, so that two processes do not wait for each other. */
  async add(calls: readonly DeprecatedCall[]): Promise<void> {
    await this.db.autocommit.query({
      name: 'deprecated_calls_add',
      text: `INSERT INTO deprecated_calls AS d (company_id, key_id, method, route, first_at, last_at, count)
        SELECT * FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::timestamptz[], $6::timestamptz[], $7::bigint[])
          AS t (company_id, key_id, method, route) ORDER BY company_id, key_id, method, route
        ON CONFLICT (company_id, key_id, method, route) DO UPDATE SET count = d.count + excluded.count,
          first_at = least(d.first_at, excluded.first_at), last_at = greatest(d.last_at, excluded.last_at)`,
      values: [
        calls.map((call) => call.companyId),
        calls.map((call) => call.keyId),
        calls.map((call) => call.method),
        calls.map((call) => call.route),
        calls.map((call) => call.firstAt),
        calls.map((call) => call.lastAt),
        calls.map((call) => call.count),
      ],
    });
  }

  /** Who has called what since then, the newest call first. Keys that have ended call no more. */
  list({ companyId, memberId, since, now }: CallFilter): Promise<CallRow[]> {
    return this.db.query<CallRow>({
      name: 'deprecated_calls_list',
      text: `SELECT d.key_id AS "keyId", d.method, d.route, d.first_at AS "firstAt", d.last_at AS "lastAt", d.count,
          k.name AS "keyName", k.prefix, m.id AS "memberId", m.name AS "memberName", a.email AS "memberEmail"
        FROM deprecated_calls d JOIN api_keys k ON k.id = d.key_id JOIN members m ON m.id = k.member_id
          LEFT JOIN accounts a ON a.id = m.account_id
        WHERE d.company_id = $1 AND ($2::bigint IS NULL OR k.member_id = $2) AND d.last_at >= $3
          AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > $4)
        ORDER BY d.last_at DESC, d.key_id DESC, d.method, d.route`,
      values: [companyId, memberId ?? null, since, now],
    });
  }
}

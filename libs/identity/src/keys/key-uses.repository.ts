import { Database } from '@billhook/db/database';
import type { Runner } from '@billhook/db/statement';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';
import { systemActor, type Origin } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import type { KeyHash } from './key-hash.js';

/** One or more uses of a key, of which the last is stored. */
export interface KeyUseRow {
  readonly id: number;
  readonly firstAt: Date;
  readonly at: Date;
  readonly ip: string;
  readonly userAgent: string | null;
  /** The hash under the current application secret, when the key was hashed with an older one. */
  readonly rehash: KeyHash | undefined;
  /** Whether it has a predecessor, whose grace period starts with this use. */
  readonly succeeds: boolean;
}

/** A key that retires because its successor was used. */
interface RetiredKey {
  readonly companyId: number;
  readonly prefix: string;
  readonly name: string;
  readonly successor: string;
  readonly endsAt: Date;
}

/** The predecessors of the keys in a parameter, back to the first. */
const lineOf = (parameter: '$1' | '$2'): string => `WITH RECURSIVE line AS (
    SELECT predecessor_id AS id, id AS used_id FROM api_keys WHERE id = ANY (${parameter}::bigint[]) AND predecessor_id IS NOT NULL
    UNION ALL SELECT k.predecessor_id, line.used_id FROM api_keys k JOIN line ON k.id = line.id WHERE k.predecessor_id IS NOT NULL)`;

/** Stores when keys were used. */
@Injectable()
export class KeyUsesRepository {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Stores the last use of many keys and, in the same transaction, when the predecessors of used successors retire.
   * @param origin of the first request of a successor, for the audit log
   */
  async record(uses: readonly KeyUseRow[], origin: Origin | null = null): Promise<void> {
    const successors = uses.filter(({ succeeds }) => succeeds).map(({ id }) => id);
    if (successors.length === 0) return this.use(this.db.autocommit, uses);
    await this.uow.run(async (tx) => {
      await tx.query({
        name: 'key_use_lock',
        text: `SELECT FROM api_keys WHERE id = ANY ($1::bigint[]) OR id IN (${lineOf('$2')} SELECT id FROM line) ORDER BY id FOR NO KEY UPDATE`,
        values: [uses.map(({ id }) => id), successors],
      });
      await this.use(tx, uses);
      await this.retire(tx, successors, origin);
    });
  }

  private async use(runner: Runner, uses: readonly KeyUseRow[]): Promise<void> {
    await runner.query({
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
  }

  /**
   * Retires all predecessors of used keys, unless they expire earlier: a key in between may never have been used. Without a grace period
   * they are revoked, as the clock of another machine may be behind.
   */
  private async retire(tx: Tx, successorIds: readonly number[], origin: Origin | null): Promise<void> {
    const retired = await tx.query<RetiredKey>({
      name: 'key_retire',
      text: `${lineOf('$1')} UPDATE api_keys k SET retires_at = s.first_used_at + make_interval(secs => k.grace_seconds),
          revoked_at = CASE WHEN k.grace_seconds = 0 THEN s.first_used_at END,
          revoked_by = CASE WHEN k.grace_seconds = 0 THEN 'system' END,
          revocation_reason = CASE WHEN k.grace_seconds = 0 THEN 'Replaced by ' || s.prefix END
        FROM line JOIN api_keys s ON s.id = line.used_id
        WHERE k.id = line.id AND k.retires_at IS NULL AND k.revoked_at IS NULL
          AND (k.expires_at IS NULL OR s.first_used_at + make_interval(secs => k.grace_seconds) < k.expires_at)
        RETURNING k.company_id AS "companyId", k.prefix, k.name, s.prefix AS successor, k.retires_at AS "endsAt"`,
      values: [successorIds],
    });
    // An entry locks the log of its company: always in one order of companies, to prevent deadlocks.
    for (const { companyId, prefix, ...details } of retired.toSorted((a, b) => a.companyId - b.companyId)) {
      await this.audit.record(tx, systemActor(companyId, origin), 'api_key.replaced', prefix, details);
    }
  }
}

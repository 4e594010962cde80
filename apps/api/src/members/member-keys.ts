import { Database } from '@billhook/db/database';
import type { Runner } from '@billhook/db/statement';
import type { Tx } from '@billhook/db/unit-of-work';
import { keyStatus, type KeyStatus } from '@billhook/domain/api-key';
import { isPaidPlan, type Plan } from '@billhook/domain/company';
import type { Permission } from '@billhook/domain/permissions';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Principal } from '../access/principal.js';
import { actorOf } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { KeysRepository } from '../keys/keys.repository.js';
import { CLOCK } from '../platform/tokens.js';

export const REMOVED = 'The member was removed';

/** A key that has not ended. */
export interface MemberKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly scopes: readonly Permission[];
  readonly lastUsedAt: Date | null;
  readonly lastUsedIp: string | null;
  readonly status: KeyStatus;
}

type KeyFacts = Omit<MemberKey, 'status'> & {
  readonly revokedAt: Date | null;
  readonly retiresAt: Date | null;
  readonly expiresAt: Date | null;
  readonly creatorActive: boolean;
  readonly plan: Plan;
};

/** What becomes of the keys of a member who leaves. */
@Injectable()
export class MemberKeys {
  constructor(
    private readonly db: Database,
    private readonly keys: KeysRepository,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The keys that are neither revoked nor expired. */
  async live(memberId: number): Promise<MemberKey[]> {
    return this.read(this.db, memberId, '');
  }

  /** Revokes all that are left, for good, each with its entry in the audit log. @returns how many */
  async revokeAll(tx: Tx, by: Principal, memberId: number): Promise<number> {
    const keys = await this.read(tx, memberId, 'FOR NO KEY UPDATE OF k');
    for (const { id, prefix, status } of keys) {
      await this.keys.revoke(tx, id, this.clock.now(), by.label, REMOVED);
      await this.audit.record(tx, actorOf(by), 'api_key.revoked', prefix, { reason: REMOVED, statusBefore: status });
    }
    return keys.length;
  }

  private async read(runner: Runner, memberId: number, lock: '' | 'FOR NO KEY UPDATE OF k'): Promise<MemberKey[]> {
    const now = this.clock.now();
    const rows = await runner.query<KeyFacts>({
      name: lock ? 'member_keys_lock' : 'member_keys',
      text: `SELECT k.id, k.name, k.prefix, k.scopes, k.last_used_at AS "lastUsedAt", k.last_used_ip AS "lastUsedIp",
          k.revoked_at AS "revokedAt", k.retires_at AS "retiresAt", k.expires_at AS "expiresAt", (m.status = 'Active') AS "creatorActive", c.plan
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
        WHERE k.member_id = $1 AND k.revoked_at IS NULL ORDER BY k.id ${lock}`,
      values: [memberId],
    });
    return rows
      .map((key) => ({ ...key, status: keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now) }))
      .filter(({ status }) => status !== 'revoked' && status !== 'expired');
  }
}

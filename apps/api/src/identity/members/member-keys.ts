import { Database } from '@billhook/db/database';
import { keyStatus, type KeyStatus } from '@billhook/domain/identity/api-key';
import { isPaidPlan, type Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '@billhook/platform/tokens';

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

/** The keys that a change of a member is felt by. */
@Injectable()
export class MemberKeys {
  constructor(
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** The keys that are neither revoked nor expired. */
  async live(memberId: number): Promise<MemberKey[]> {
    const now = this.clock.now();
    const rows = await this.db.query<KeyFacts>({
      name: 'member_keys',
      text: `SELECT k.id, k.name, k.prefix, k.scopes, k.last_used_at AS "lastUsedAt", k.last_used_ip AS "lastUsedIp",
          k.revoked_at AS "revokedAt", k.retires_at AS "retiresAt", k.expires_at AS "expiresAt", (m.status = 'Active') AS "creatorActive", c.plan
        FROM api_keys k JOIN members m ON m.id = k.member_id JOIN companies c ON c.id = k.company_id
        WHERE k.member_id = $1 AND k.revoked_at IS NULL ORDER BY k.id`,
      values: [memberId],
    });
    return rows
      .map((key) => ({ ...key, status: keyStatus({ ...key, paidPlan: isPaidPlan(key.plan) }, now) }))
      .filter(({ status }) => status !== 'revoked' && status !== 'expired');
  }
}

import { keyStatus } from '@billhook/domain/api-key';
import { isPaidPlan } from '@billhook/domain/company';
import { effectivePermissions } from '@billhook/domain/permissions';
import { Problem } from '@billhook/domain/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { KeyLookup } from '../access/lookups.js';
import type { KeyPrincipal, Origin } from '../access/principal.js';
import { CLOCK } from '../platform/tokens.js';
import { candidateHashes } from './key-hash.js';
import { KeyUse } from './key-use.js';
import { KeysRepository } from './keys.repository.js';

/**
 * Turns a key into a principal: one query on the primary, no cache. That is what makes a revoked key stop working with the next request,
 * in every process. Revoked and expired are told only to whoever holds the whole secret.
 */
@Injectable()
export class KeyVerifier extends KeyLookup {
  constructor(
    private readonly keys: KeysRepository,
    private readonly uses: KeyUse,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  async find(secret: string, origin: Origin): Promise<KeyPrincipal> {
    const row = await this.keys.findByHash(candidateHashes(this.secrets, secret));
    if (!row) throw new Problem('key_unknown');
    const status = keyStatus({ ...row, paidPlan: isPaidPlan(row.plan) }, this.clock.now());
    if (status === 'revoked') throw new Problem('key_revoked');
    if (status === 'expired') throw new Problem('key_expired');
    this.uses.note(row.id, origin, row.lastUsedAt === null);
    return {
      kind: 'key',
      company: { id: row.companyId, name: row.companyName, plan: row.plan, timeZone: row.timeZone },
      memberId: row.memberId,
      permissions: effectivePermissions(row.scopes, row.creatorPermissions),
      label: `key ${row.prefix}`,
      key: { id: row.id, name: row.name, prefix: row.prefix, scopes: row.scopes, expiresAt: row.expiresAt, status },
      creatorActive: row.creatorActive,
      creatorPermissions: row.creatorPermissions,
    };
  }
}

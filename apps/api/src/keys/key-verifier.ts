import { isWithin } from '@billhook/contract/networks';
import { keyStatus } from '@billhook/domain/api-key';
import { isPaidPlan } from '@billhook/domain/company';
import { effectivePermissions } from '@billhook/domain/permissions';
import { Problem } from '@billhook/domain/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { KeyRefused } from '../access/key-refused.js';
import { KeyLookup } from '../access/lookups.js';
import type { KeyPrincipal, Origin } from '../access/principal.js';
import { CLOCK } from '../platform/tokens.js';
import { DeadKeys, type CauseOfDeath } from './dead-keys.js';
import { candidateHashes } from './key-hash.js';
import { KeyUse } from './key-use.js';
import { KeysRepository, type VerifiedKey } from './keys.repository.js';

/**
 * Turns a key into a principal: one query on the primary, no cache of what lives. That is what makes a revoked key stop working with the
 * next request, in every process. Revoked, expired and not from here are told only to whoever holds the whole secret.
 */
@Injectable()
export class KeyVerifier extends KeyLookup {
  private readonly dead = new DeadKeys();

  constructor(
    private readonly keys: KeysRepository,
    private readonly uses: KeyUse,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  async find(secret: string, origin: Origin): Promise<KeyPrincipal> {
    const hashes = candidateHashes(this.secrets, secret);
    const [current] = hashes;
    const death = this.dead.find(current.hash);
    if (death) throw new KeyRefused(death.code, death.key);
    const row = await this.keys.findByHash(hashes.map(({ hash }) => hash));
    if (!row) throw new Problem('key_unknown');
    const status = keyStatus({ ...row, paidPlan: isPaidPlan(row.plan) }, this.clock.now());
    const key = { id: row.id, companyId: row.companyId };
    const code = CAUSES.get(status);
    if (code) {
      this.dead.remember(current.hash, { code, key });
      throw new KeyRefused(code, key);
    }
    if (row.allowedCidrs.length > 0 && !isWithin(origin.ip, row.allowedCidrs)) {
      throw new KeyRefused('address_not_allowed', key, `The key is not for use from ${origin.ip}.`);
    }
    await this.uses.note(row, origin, row.hashVersion === current.version ? undefined : current);
    return { ...principalOf(row), key: { ...keyOf(row), status } };
  }
}

const CAUSES = new Map<string, CauseOfDeath>([
  ['revoked', 'key_revoked'],
  ['expired', 'key_expired'],
]);

const keyOf = ({ id, name, prefix, scopes, expiresAt, familyId, rateLimit }: VerifiedKey) => ({
  ...{ id, name, prefix, scopes, expiresAt, rateLimit },
  familyId: familyId ?? id,
});

const principalOf = (row: VerifiedKey): Omit<KeyPrincipal, 'key'> => ({
  kind: 'key',
  company: { id: row.companyId, name: row.companyName, plan: row.plan, timeZone: row.timeZone },
  memberId: row.memberId,
  permissions: effectivePermissions(row.scopes, row.creatorPermissions),
  label: `key ${row.prefix}`,
  creatorActive: row.creatorActive,
  creatorPermissions: row.creatorPermissions,
});

import { isWithin } from '@billhook/contract/identity/networks';
import { keyEnd, keyStatus } from '@billhook/domain/identity/api-key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import { KeyRefused, type CauseOfDeath } from '../../request/key-refused.js';
import { KeyLookup } from '../../access/lookups.js';
import type { KeyPrincipal, Origin } from '../../request/principal.js';
import { CLOCK } from '@billhook/platform/tokens';
import { DeadKeys } from './dead-keys.js';
import { candidateHashes, type KeyHash } from '@billhook/identity/keys/key-hash';
import { KeyUse } from './key-use.js';
import { KeysRepository, type VerifiedKey } from '@billhook/identity/keys/keys.repository';

/** A key that works, and what it is to be kept under from now on, where that is another application secret. */
interface Verified {
  readonly row: VerifiedKey;
  readonly principal: KeyPrincipal;
  readonly rehash: KeyHash | undefined;
}

/**
 * Turns a key into a principal: one query on the primary, no cache of what lives. That is what makes a revoked key stop working with the
 * next request, in every process. Only a caller with the whole secret learns that a key is revoked, expired or not allowed from this address.
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
    const { row, principal, rehash } = await this.verify(secret, origin);
    await this.uses.note(row, origin, rehash);
    return principal;
  }

  async findAgain(secret: string, origin: Origin): Promise<KeyPrincipal> {
    return (await this.verify(secret, origin)).principal;
  }

  private async verify(secret: string, origin: Origin): Promise<Verified> {
    const hashes = candidateHashes(this.secrets, secret);
    const [current] = hashes;
    const now = this.clock.now();
    const death = this.dead.find(current.hash, now);
    if (death) throw new KeyRefused(death.code, death.key);
    const row = await this.keys.findByHash(hashes.map(({ hash }) => hash));
    if (!row) throw new Problem('key_unknown');
    const status = keyStatus({ ...row, paidPlan: isPaidPlan(row.plan) }, now);
    const key = { id: row.id, companyId: row.companyId };
    const code = CAUSES.get(status);
    if (code) {
      this.dead.remember(current.hash, { code, key, since: deathOf(row, code) });
      throw new KeyRefused(code, key);
    }
    if (row.allowedCidrs.length > 0 && !isWithin(origin.ip, row.allowedCidrs)) {
      throw new KeyRefused('address_not_allowed', key, `The key may not be used from ${origin.ip}.`);
    }
    const principal = { ...principalOf(row), key: { ...keyOf(row), status } };
    return { row, principal, rehash: row.hashVersion === current.version ? undefined : current };
  }
}

const CAUSES = new Map<string, CauseOfDeath>([
  ['revoked', 'key_revoked'],
  ['expired', 'key_expired'],
]);

/** Since when a key is dead; null where it was revoked, which no clock takes back. */
function deathOf({ revokedAt, retiresAt, expiresAt }: VerifiedKey, code: CauseOfDeath): Date | null {
  if (revokedAt) return null;
  return code === 'key_revoked' ? retiresAt : expiresAt;
}

const keyOf = (row: VerifiedKey) => {
  const { id, name, prefix, scopes, familyId, rateLimit } = row;
  // A caller with a rotated key gets its end in a header, like that of a key that expires.
  return { id, name, prefix, scopes, rateLimit, expiresAt: keyEnd(row), familyId: familyId ?? id };
};

const principalOf = (row: VerifiedKey): Omit<KeyPrincipal, 'key'> => ({
  kind: 'key',
  company: { id: row.companyId, name: row.companyName, plan: row.plan, timeZone: row.timeZone },
  memberId: row.memberId,
  permissions: effectivePermissions(row.scopes, row.creatorPermissions),
  label: `key ${row.prefix}`,
  creatorActive: row.creatorActive,
  creatorPermissions: row.creatorPermissions,
});

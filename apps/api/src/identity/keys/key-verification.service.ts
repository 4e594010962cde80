import type { TestedApiKey } from '@billhook/contract/identity/key';
import { isWithin } from '@billhook/contract/identity/networks';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { keyEnd, keyStatus } from '@billhook/domain/identity/key-status';
import { effectivePermissions } from '@billhook/domain/identity/permissions';
import { diagnoseKey } from '@billhook/domain/identity/secret-format';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { Problem } from '@billhook/domain/shared/problems';
import type { Origin } from '@billhook/identity/audit/actor';
import { candidateHashes, type KeyHash } from '@billhook/identity/keys/key-hash';
import { KeysRepository, type VerifiedKey } from '@billhook/identity/keys/keys.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import { Inject, Injectable } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { workingPermissions } from '../../access/permission.rules.js';
import { KeyRejected, type EndedKeyCode, type RejectedKey } from '../../request/key-rejected.js';
import { companyOfRow, type KeyPrincipal, type SignedInMember } from '../../request/principal.js';
import { KeyUseService } from './key-use.service.js';

interface EndedKey {
  readonly code: EndedKeyCode;
  readonly key: RejectedKey;
  /** When the key expired or retired; null when it was revoked, which does not depend on a clock. */
  readonly since: Date | null;
}

/** About 2 MB. */
const MAX_KEYS = 10_000;

/**
 * Caches revoked and expired keys by their hash, so that calling with one costs the database nothing. Both states are final; a cache
 * of working keys would delay a revocation.
 */
export class EndedKeys {
  private readonly keys = new Map<string, EndedKey>();

  /** @param now compared each time: a clock that was ahead for one request must not end a key early */
  find(hash: Buffer, now: Date): EndedKey | undefined {
    const ended = this.keys.get(hash.toString('base64'));
    return ended?.since && ended.since > now ? undefined : ended;
  }

  remember(hash: Buffer, ended: EndedKey): void {
    const oldest = this.keys.size >= MAX_KEYS ? this.keys.keys().next().value : undefined;
    if (oldest !== undefined) this.keys.delete(oldest);
    this.keys.set(hash.toString('base64'), ended);
  }
}

/** A key that works, and the hash to store for it when it was hashed with an older application secret. */
interface KeyVerification {
  readonly row: VerifiedKey;
  readonly principal: KeyPrincipal;
  readonly rehash: KeyHash | undefined;
}

/**
 * Turns a key into a principal by one query on the primary. Working keys are never cached: a revoked key is rejected from the next
 * request on, in every process.
 */
@Injectable()
export class KeyVerificationService extends KeyLookup {
  private readonly ended = new EndedKeys();

  constructor(
    private readonly keys: KeysRepository,
    private readonly uses: KeyUseService,
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

  /** What a key may do, without using it: the first use of a successor would end its predecessor. */
  async test(by: SignedInMember, secret: string): Promise<TestedApiKey> {
    const key = await this.tested(by, secret).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    if (key instanceof Problem) return { effective: [], code: key.code, detail: key.message };
    return { effective: workingPermissions({ ...key, origin: by.origin }), code: null, detail: null };
  }

  /** @throws Problem as a request with the key would get it; key_unknown for a key of another company as well */
  private async tested(by: SignedInMember, secret: string): Promise<KeyPrincipal> {
    const malformed = diagnoseKey(secret);
    if (malformed) throw new Problem(malformed);
    const key = await this.findAgain(secret, by.origin);
    if (key.company.id !== by.company.id) throw new Problem('key_unknown');
    return key;
  }

  private async verify(secret: string, origin: Origin): Promise<KeyVerification> {
    const hashes = candidateHashes(this.secrets, secret);
    const [current] = hashes;
    const now = this.clock.now();
    const ended = this.ended.find(current.hash, now);
    if (ended) throw new KeyRejected(ended.code, ended.key);
    const row = await this.keys.findByHash(hashes.map(({ hash }) => hash));
    if (!row) throw new Problem('key_unknown');
    const status = keyStatus({ ...row, paidPlan: isPaidPlan(row.plan) }, companyTime(now, row));
    const key = { id: row.id, companyId: row.companyId, cell: row.cell };
    const code = ENDED_CODES.get(status);
    if (code) {
      this.ended.remember(current.hash, { code, key, since: endOf(row, code) });
      throw new KeyRejected(code, key);
    }
    if (row.allowedCidrs.length > 0 && !isWithin(origin.ip, row.allowedCidrs)) {
      throw new KeyRejected('address_not_allowed', key, `The key may not be used from ${origin.ip}.`);
    }
    const principal = { ...principalOf(row), key: { ...keyOf(row), status } };
    return { row, principal, rehash: row.hashVersion === current.version ? undefined : current };
  }
}

const ENDED_CODES = new Map<string, EndedKeyCode>([
  ['revoked', 'key_revoked'],
  ['expired', 'key_expired'],
]);

/** Null for a revoked key: no clock makes it work again. */
function endOf({ revokedAt, retiresAt, expiresAt }: VerifiedKey, code: EndedKeyCode): Date | null {
  if (revokedAt) return null;
  return code === 'key_revoked' ? retiresAt : expiresAt;
}

const keyOf = (row: VerifiedKey) => {
  const { id, name, prefix, scopes, familyId, rateLimit } = row;
  // A replaced key states when it retires in the same header as one that expires.
  return { id, name, prefix, scopes, rateLimit, expiresAt: keyEnd(row), familyId: familyId ?? id };
};

const principalOf = (row: VerifiedKey): Omit<KeyPrincipal, 'key'> => ({
  kind: 'key',
  company: companyOfRow(row),
  memberId: row.memberId,
  permissions: effectivePermissions(row.scopes, row.creatorPermissions),
  label: actorLabel('key', row.prefix),
  creatorActive: row.creatorActive,
  creatorPermissions: row.creatorPermissions,
});

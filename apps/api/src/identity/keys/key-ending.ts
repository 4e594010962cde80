import type { Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Clock } from '@billhook/platform/clock';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from '../audit/actor.js';
import { AuditLog } from '../audit/audit-log.js';
import { CLOCK } from '@billhook/platform/tokens';
import { candidateHashes } from '@billhook/identity/keys/key-hash';
import { hasEnded, statusOf } from './key-status.js';
import { KeysRepository, type KeyRow } from '@billhook/identity/keys/keys.repository';

/** Who ends keys, and why. */
export interface Ending {
  readonly actor: Actor;
  /** As the key itself names it; else as the audit log does. */
  readonly label?: string;
  readonly reason: string | null;
  readonly action: Extract<AuditAction, 'api_key.revoked' | 'api_key.burned'>;
  /** What its entry in the audit log tells besides. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The one place where keys are revoked, immediately and permanently. Revoked and expired are final. */
@Injectable()
export class KeyEnding {
  constructor(
    private readonly keys: KeysRepository,
    private readonly audit: AuditLog,
    private readonly secrets: AppSecrets,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends those that live, each with its entry in the audit log; the others stay as they are.
   * @param keys locked
   * @returns those that lived, as they were
   */
  async end(tx: Tx, keys: readonly KeyRow[], ending: Ending): Promise<KeyRow[]> {
    const now = this.clock.now();
    const living = keys.filter((key) => !hasEnded(statusOf(key, now)));
    const { actor, reason, action, label = actor.label, details } = ending;
    for (const key of living) {
      await this.keys.revoke(tx, key.id, now, label, reason);
      const told = { name: key.name, reason, statusBefore: statusOf(key, now), ...details };
      await this.audit.record(tx, actor, action, key.prefix, told);
    }
    return living;
  }

  /** Ends all that are left of a member. @returns how many */
  async endOfMember(tx: Tx, memberId: number, ending: Ending): Promise<number> {
    return (await this.end(tx, await this.keys.lockOf(tx, memberId), ending)).length;
  }

  /** The key that a secret is of, dead ones too. */
  async lockBySecret(tx: Tx, secret: string): Promise<KeyRow | undefined> {
    const found = await this.keys.findByHash(candidateHashes(this.secrets, secret).map(({ hash }) => hash));
    return found && this.keys.lock(tx, found.companyId, found.id);
  }
}

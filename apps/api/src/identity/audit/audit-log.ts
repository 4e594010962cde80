import type { AuditAction } from '@billhook/domain/identity/audit';
import { insertRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import { strikeSecrets, strikeSecretsWithin } from '@billhook/platform/struck-secrets';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '@billhook/platform/tokens';
import type { Actor } from './actor-of.js';
import { AuditEntry } from '@billhook/identity/audit/audit-entry.entity';

/** Append-only. An entry is written in the transaction of the change it tells of. */
@Injectable()
export class AuditLog {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Writes an entry. From here to the end of the transaction no other writes one for the company: take the locks of what is changed first,
   * or two such transactions wait for each other until PostgreSQL ends one.
   * @param details what helps to understand it later; never a secret, and one that a person typed where none belongs is struck out: nothing is
   * ever taken back out of the log
   */
  async record(
    tx: Tx,
    actor: Actor,
    action: AuditAction,
    target: string | null,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const { companyId, kind, memberId, keyId, label, origin } = actor;
    await insertRow(tx, AuditEntry, {
      companyId,
      at: this.clock.now(),
      actorKind: kind,
      memberId,
      keyId,
      actor: label,
      action,
      target: target === null ? null : strikeSecrets(target),
      details: struck(details),
      ip: origin?.ip ?? null,
      userAgent: origin?.userAgent ?? null,
      requestId: origin?.requestId ?? null,
    });
  }
}

const struck = (details: Readonly<Record<string, unknown>>): AuditEntry['details'] =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, strikeSecretsWithin(value)]));

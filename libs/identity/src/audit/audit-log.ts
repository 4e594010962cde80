import type { Tx } from '@billhook/db/unit-of-work';
import type { AuditAction } from '@billhook/domain/identity/audit';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { redactSecrets, redactSecretsWithin } from '@billhook/platform/redact-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { Actor } from './actor.js';
import { insertAuditEntries } from './audit-entries.sql.js';

const WRITE = insertAuditEntries(
  `SELECT $1::bigint, $2::timestamptz, $3::text, $4::bigint, $5::bigint, $6::text, $7::text, $8::text, $9::jsonb, $10::text, $11::text, $12::text`,
);

/** Append-only. An entry is written in the transaction of the change that it describes. */
@Injectable()
export class AuditLog {
  constructor(@Inject(CLOCK) private readonly clock: Clock) {}

  /**
   * Writes an entry, without secrets. Locks the company's log until the transaction ends: take all other locks first, or two
   * transactions deadlock.
   */
  async record(
    tx: Tx,
    actor: Actor,
    action: AuditAction,
    target: string | null,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    const { companyId, kind, memberId, keyId, label, origin } = actor;
    tx.send({
      name: 'audit_write',
      text: WRITE,
      values: [
        ...[companyId, this.clock.now(), kind, memberId, keyId, label, action],
        ...[target === null ? null : redactSecrets(target), JSON.stringify(withoutSecrets(details))],
        ...[origin?.ip ?? null, origin?.userAgent ?? null, origin?.requestId ?? null],
      ],
    });
  }
}

const withoutSecrets = (details: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(details).map(([name, value]) => [name, redactSecretsWithin(value)]));

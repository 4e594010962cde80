import type { AuditAction } from '@billhook/contract/audit';
import { Database } from '@billhook/db/database';
import { insertRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import { Conditions, cut, type Slice, type Sliced } from '@billhook/records/paging';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK } from '../platform/tokens.js';
import type { Origin } from '../access/principal.js';
import { AuditEntry } from './audit-entry.entity.js';

/** Who did it: a principal, or somebody who is not one yet (a person signing in). */
export interface Actor {
  readonly companyId: number;
  readonly label: string;
  readonly origin: Origin;
}

/** Append-only. An entry is written in the transaction of the change it tells of. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly db: Database,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @param details what helps to understand it later; never a secret */
  async record(
    tx: Tx,
    actor: Actor,
    action: AuditAction,
    target: string | null,
    details: Readonly<Record<string, unknown>> = {},
  ): Promise<void> {
    await insertRow(tx, AuditEntry, {
      companyId: actor.companyId,
      at: this.clock.now(),
      actor: actor.label,
      action,
      target,
      details,
      ip: actor.origin.ip,
      userAgent: actor.origin.userAgent,
      requestId: actor.origin.requestId,
    });
  }

  async list(companyId: number, filter: { action?: AuditAction }, slice: Slice): Promise<Sliced<AuditEntry>> {
    const conditions = new Conditions()
      .add('company', 'company_id = ?', companyId)
      .add('action', 'action = ?', filter.action)
      .add('before', 'id < ?', slice.before);
    const rows = await this.db.query<AuditEntry>({
      name: `audit_list_${conditions.signature}`,
      text: `SELECT id, company_id AS "companyId", at, actor, action, target, details, ip, user_agent AS "userAgent",
        request_id AS "requestId" FROM audit_log WHERE ${conditions.where} ORDER BY id DESC LIMIT $${conditions.values.length + 1}`,
      values: [...conditions.values, slice.limit + 1],
    });
    return cut(rows, slice.limit);
  }
}

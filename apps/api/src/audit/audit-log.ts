import type { AuditAction } from '@billhook/contract/audit';
import { Database } from '@billhook/db/database';
import { insertRow } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Clock } from '@billhook/platform/clock';
import type { Kept, PageOf, Window } from '@billhook/records/lists/list-records';
import { Conditions, listNewestFirst } from '@billhook/records/paging';
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

  list(companyId: number, filter: { action?: AuditAction }, window: Window): Promise<PageOf<Kept<AuditEntry>>> {
    const conditions = new Conditions()
      .add('company', 'company_id = ?', companyId)
      .add('action', 'action = ?', filter.action);
    const select = `SELECT id, company_id AS "companyId", at, actor, action, target, details, ip, user_agent AS "userAgent",
      request_id AS "requestId" FROM audit_log`;
    return listNewestFirst(this.db, { name: 'audit', select, id: 'id', idOf: (entry) => entry.id, conditions }, window);
  }
}

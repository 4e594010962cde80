import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import type { Actor } from '@billhook/identity/audit/actor';
import { AuditLog } from '@billhook/identity/audit/audit-log';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { WriteBehind } from '@billhook/platform/write-behind';
import { Inject, Injectable } from '@nestjs/common';
import { actorOf } from '../identity/audit/actor-of.rules.js';
import type { Principal } from '../request/principal.js';

/** A busy assistant adds at most one entry per process in this time, besides the entries for its changes. */
const SUMMARY_MS = 300_000;

/** A call that changed nothing: it read, was a dry run, was replayed, or was rejected. */
export type UnchangedCall = 'calls' | 'dryRuns' | 'replayed' | 'rejected';

/** A call that changed data. */
export interface ChangingCall {
  readonly tool: string;
  /** Method and path of the contract: `POST /v1/invoices/{id}/send`. */
  readonly operation: string;
  readonly status: number;
  readonly resourceId: unknown;
}

interface Summary {
  /** The actor of the latest call. */
  readonly actor: Actor;
  readonly details: Readonly<Record<string, unknown>>;
  readonly since: Date;
  readonly until: Date;
  readonly counts: Readonly<Partial<Record<UnchangedCall, Readonly<Record<string, number>>>>>;
}

/** Writes the tool calls of assistants to the audit log: an entry for each change, and a summary of the other calls. */
@Injectable()
export class ToolAuditService extends WriteBehind<string, Summary> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly audit: AuditLog,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) logger: Logger,
  ) {
    super(logger, 'could not write the summary of tool calls', SUMMARY_MS);
  }

  /** In the transaction of the change, as its last statement. */
  async changed(tx: Tx, by: Principal, call: ChangingCall): Promise<void> {
    const { tool, operation, status, resourceId } = call;
    const details = { ...applicationOf(by), operation, status, ...(resourceId !== undefined && { resourceId }) };
    await this.audit.record(tx, actorOf(by), 'assistant.tool_called', tool, details);
  }

  /** @param name of the tool; of a rejected call with the code of its problem */
  count(by: Principal, kind: UnchangedCall, name: string): void {
    const now = this.clock.now();
    const actor = actorOf(by);
    this.keep(`${actor.companyId} ${actor.label} ${applicationOf(by).grantId ?? ''}`, {
      ...{ actor, details: applicationOf(by), since: now, until: now },
      counts: { [kind]: { [name]: 1 } },
    });
  }

  protected merge(older: Summary, newer: Summary): Summary {
    const counts: Partial<Record<UnchangedCall, Record<string, number>>> = {};
    for (const side of [older.counts, newer.counts]) {
      for (const [kind, names] of Object.entries(side) as [UnchangedCall, Record<string, number>][]) {
        const sums = (counts[kind] ??= {});
        for (const [name, count] of Object.entries(names)) sums[name] = (sums[name] ?? 0) + count;
      }
    }
    return { ...newer, since: older.since, counts };
  }

  protected async write(summaries: readonly Summary[]): Promise<void> {
    // Each entry locks the log of its company: two processes lock them in the same order.
    const ordered = summaries.toSorted((a, b) => a.actor.companyId - b.actor.companyId);
    await this.uow.run(async (tx) => {
      for (const { actor, details, counts, since, until } of ordered) {
        const period = { since: since.toISOString(), until: until.toISOString() };
        await this.audit.record(tx, actor, 'assistant.tools_used', null, { ...details, ...counts, ...period });
      }
    });
  }
}

/** What identifies an application beyond its name, because another application can have the same name. */
const applicationOf = (by: Principal): { readonly clientId?: string; readonly grantId?: number } =>
  by.kind === 'app' ? { clientId: by.application.clientId, grantId: by.grant.id } : {};

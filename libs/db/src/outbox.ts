import { dataSchema } from '@billhook/contract/webhooks/event';
import { previousValues } from '@billhook/contract/webhooks/event-changes';
import type { EventType } from '@billhook/domain/shared/event-types';
import { currentRequest } from '@billhook/platform/current-request';
import { newTimedId } from '@billhook/platform/ids';
import type { Statement } from './statement.js';
import type { Tx } from './unit-of-work.js';

/** Replaces the event of a write that emits none. A named value is easy to find. */
export const NO_EVENT = Symbol('no event');

/** Called after a commit that emitted an event. A lost wake-up delays the event until the next sweep. */
export interface Wake {
  (): void;
}

/** A record in the form of its presenter. */
export interface Shown {
  readonly id: number;
  readonly version: number;
}

export interface EmittedEvent {
  readonly companyId: number;
  readonly type: EventType;
  /** The presented record: `data` of the message. */
  readonly data: Shown;
  /** The presented record before the change; null if it was created or deleted. */
  readonly before: Shown | null;
  readonly at: Date;
}

/** The exact text of a message: its four members, with `data` in the order of its schema, as in GET. */
export function messageBody(id: string, type: EventType, at: Date, data: unknown): string {
  return bodyOf(id, type, at, dataSchema(type).parse(data));
}

const bodyOf = (id: string, type: EventType, at: Date, sent: object): string =>
  JSON.stringify({ id, type, createdAt: at.toISOString(), data: sent });

/** Writes events into the outbox in the transaction of the change. */
export class Outbox {
  constructor(private readonly wake: Wake) {}

  record(tx: Tx, event: EmittedEvent): void {
    tx.send(this.statementOf(tx, event));
  }

  /** The write of an event, for a caller that joins it with others. The wake-up follows the commit. */
  statementOf(tx: Tx, { companyId, type, data, before, at }: EmittedEvent): Statement {
    const id = newTimedId('msg', at);
    const sent = dataSchema(type).parse(data);
    const changes = before && previousValues(type, before, data, sent);
    const origin = currentRequest();
    tx.afterCommit(this.wake);
    return {
      name: 'event_record',
      text: `INSERT INTO events (id, company_id, type, resource_id, resource_version, body, changes, test, created_at,
          request_id, trace_parent)
        VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8, $9, $10)`,
      values: [
        ...[id, companyId, type, data.id, data.version, bodyOf(id, type, at, sent), changes, at],
        ...[origin?.requestId, origin?.traceparent],
      ],
    };
  }
}

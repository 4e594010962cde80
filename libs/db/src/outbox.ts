import { dataSchema } from '@billhook/contract/webhooks/event';
import { previousValues } from '@billhook/contract/webhooks/event-changes';
import type { EventType } from '@billhook/domain/shared/event-types';
import { currentRequest } from '@billhook/platform/current-request';
import { newTimedId } from '@billhook/platform/ids';
import type { Statement } from './statement.js';
import type { Tx } from './unit-of-work.js';

/** Replaces the event of a write that emits none. A named value is easy to find. */
export const NO_EVENT = Symbol('no event');

/** The token for the injected wake-up. */
export const WAKE = Symbol('wake');

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

/** A record as an event of this type sends it: its members by its schema, in their order. */
export const sentForm = (type: EventType, data: unknown): object => dataSchema(type).parse(data);

/** The exact text of a message: its four members, with `data` in the order of its schema, as in GET. */
export function messageBody(id: string, type: EventType, at: Date, data: unknown): string {
  return bodyOf(id, type, at, sentForm(type, data));
}

const bodyOf = (id: string, type: EventType, at: Date, sent: object): string =>
  JSON.stringify({ id, type, createdAt: at.toISOString(), data: sent });

/** Writes events into the outbox in the transaction of the change. */
export class Outbox {
  constructor(private readonly wake: Wake) {}

  record(tx: Tx, event: EmittedEvent): void {
    tx.send(this.statementOf(tx, event));
  }

  /** The write of the events of several new records, in their order. */
  statementOfNew(tx: Tx, events: readonly Omit<EmittedEvent, 'before'>[]): Statement {
    const origin = currentRequest();
    tx.afterCommit(this.wake);
    const rows = events.map(({ companyId, type, data, at }) => {
      const id = newTimedId('msg', at);
      const body = bodyOf(id, type, at, sentForm(type, data));
      return {
        id,
        company_id: companyId,
        type,
        resource_id: data.id,
        resource_version: data.version,
        body,
        created_at: at,
      };
    });
    return {
      name: 'events_record',
      text: `INSERT INTO events (id, company_id, type, resource_id, resource_version, body, changes, test, created_at,
          request_id, trace_parent)
        SELECT e.id, e.company_id, e.type, e.resource_id, e.resource_version, e.body, NULL, false, e.created_at, $2, $3
        FROM jsonb_to_recordset($1) AS e (id text, company_id bigint, type text, resource_id bigint,
          resource_version integer, body text, created_at timestamptz)`,
      values: [JSON.stringify(rows), origin?.requestId, origin?.traceparent],
    };
  }

  /**
   * The write of an event, for a caller that joins it with others. The wake-up follows the commit.
   * @param sent the form in which the record is sent, if the caller has it
   */
  statementOf(
    tx: Tx,
    { companyId, type, data, before, at }: EmittedEvent,
    sent: object = sentForm(type, data),
  ): Statement {
    const id = newTimedId('msg', at);
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

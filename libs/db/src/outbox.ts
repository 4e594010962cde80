import { dataSchema } from '@billhook/contract/event';
import type { EventType } from '@billhook/domain/events';
import { newId } from '@billhook/platform/ids';
import type { Tx } from './unit-of-work.js';

/** Said in place of an event where a write tells the world nothing. A word, so that it can be found. */
export const NO_EVENT = Symbol('no event');

/** Woken after a commit that recorded an event. Losing a wake-up costs the time to the next sweep, never an event. */
export interface Wake {
  (): void;
}

export interface Fact {
  readonly companyId: number;
  readonly type: EventType;
  /** What the presenter made of the record: `data` of the message. */
  readonly data: { readonly id: number };
  readonly at: Date;
}

/** The exact text of a message: the four members of the published interface, `data` in the order of its schema, as its GET answers it. */
export function messageBody(id: string, type: EventType, at: Date, data: unknown): string {
  return JSON.stringify({ id, type, createdAt: at.toISOString(), data: dataSchema(type).parse(data) });
}

/** Writes events into the outbox, in the transaction of the change they tell of. */
export class Outbox {
  constructor(private readonly wake: Wake) {}

  async record(tx: Tx, fact: Fact): Promise<void> {
    const id = newId('msg');
    await tx.query({
      name: 'event_record',
      text: `INSERT INTO events (id, company_id, type, resource_id, body, test, created_at) VALUES ($1, $2, $3, $4, $5, false, $6)`,
      values: [id, fact.companyId, fact.type, fact.data.id, messageBody(id, fact.type, fact.at, fact.data), fact.at],
    });
    tx.afterCommit(this.wake);
  }
}

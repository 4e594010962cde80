import { NO_EVENT } from '@billhook/db/outbox';
import type { TimelineAction } from '@billhook/domain/invoicing/timeline-actions';
import type { EventType } from '@billhook/domain/shared/event-types';

/** Values that the timeline stores with a change: ids, numbers and amounts. */
export type ChangeDetails = Readonly<Record<string, string | number | boolean | null>>;

/** Who changed a record, when and why. */
export interface ChangeAuthor {
  readonly by: string;
  readonly at: Date;
  readonly reason?: string | null;
  readonly details?: ChangeDetails;
}

/** A change of a record, with the event that it emits, or NO_EVENT. */
export interface Change extends ChangeAuthor {
  readonly action: TimelineAction;
  readonly event: EventType | typeof NO_EVENT;
}

/** @param event the event that the change emits. A change without one says so by name, so that each can be found. */
export function changeOf(action: TimelineAction, event: EventType | typeof NO_EVENT, author: ChangeAuthor): Change {
  return { ...author, action, event };
}

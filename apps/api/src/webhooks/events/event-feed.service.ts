import type { EventType } from '@billhook/domain/shared/event-types';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import {
  EventLogRepository,
  type EventPortion,
  type EventStretch,
} from '@billhook/webhooks/events/event-log.repository';
import { Inject, Injectable } from '@nestjs/common';

/** How often the ends of the log are read while there are listeners: one row of each company, however many listeners it has. */
const LOOK_MS = 200;

/** The maximum number of events in memory for one listener, so a slow listener holds no more than that. */
export const PORTION: EventPortion = { limit: 100, bytes: 262_144 };

/** A listener that waits for new events in the log. */
export class Listener {
  /** Set for a listener that has read everything and waits with others for the next event. */
  live = false;
  wake: (() => void) | undefined;

  /** @param place the sequence up to which it has read */
  constructor(
    readonly companyId: number,
    readonly types: readonly EventType[] | undefined,
    public place: number,
  ) {}
}

/**
 * Notifies listeners of additions to the log. One query of its ends serves all of them; new events are read once for each company with
 * waiting listeners. A listener that is behind reads separately.
 */
@Injectable()
export class EventFeed {
  private readonly listeners = new Set<Listener>();
  /** The events read for the listeners that wait at one position, until the next query. */
  private readonly shared = new Map<string, Promise<EventStretch>>();
  /** The ends of the logs of companies with listeners, at the last query. */
  private ends: ReadonlyMap<number, number> = new Map();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(EventLogRepository) private readonly log: Pick<EventLogRepository, 'ends' | 'read'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  join(listener: Listener): void {
    this.listeners.add(listener);
    if (this.listeners.size === 1) this.lookIn(0);
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
    listener.wake?.();
    if (this.listeners.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.ends = new Map();
    this.shared.clear();
  }

  /**
   * Waits for events after the position of a listener.
   * @returns false if there is none within the time, or the listener has left
   */
  async waitForEvents(listener: Listener, timeoutMs: number): Promise<boolean> {
    const end = performance.now() + timeoutMs;
    while (!this.isBehind(listener) && this.listeners.has(listener)) {
      const left = end - performance.now();
      if (left <= 0) return false;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, left);
        listener.wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      listener.wake = undefined;
    }
    return this.listeners.has(listener);
  }

  /** Reads events after the position of a listener, and advances it. The first of a company's listeners at one position reads for all of them. */
  async read(listener: Listener): Promise<EventStretch> {
    const { companyId, types, place, live } = listener;
    const from = { sequence: place, fromOldest: false };
    listener.live = false;
    if (!live) return this.moved(listener, await this.log.read(companyId, from, types, PORTION));
    const name = `${companyId}/${place}`;
    const reading = this.shared.get(name) ?? this.log.read(companyId, from, undefined, PORTION);
    this.shared.set(name, reading);
    const stretch = await reading;
    const events = types ? stretch.events.filter(({ type }) => types.includes(type)) : stretch.events;
    return this.moved(listener, { ...stretch, events });
  }

  private moved(listener: Listener, stretch: EventStretch): EventStretch {
    listener.place = stretch.end;
    return stretch;
  }

  private isBehind({ companyId, place }: Listener): boolean {
    return place < (this.ends.get(companyId) ?? 0);
  }

  private lookIn(ms: number): void {
    clearTimeout(this.timer);
    const timer = setTimeout(() => void this.look(timer), ms);
    this.timer = timer;
  }

  /** @param timer that started this query: meanwhile the last listener may have left and another one may have started a new timer */
  private async look(timer: NodeJS.Timeout): Promise<void> {
    this.shared.clear();
    try {
      const companies = new Set([...this.listeners].map(({ companyId }) => companyId));
      const ends = await this.log.ends([...companies]);
      if (this.timer === timer) this.notify(ends);
    } catch (error) {
      this.logger.warn({ err: error }, 'could not read the ends of the event log');
    }
    if (this.timer === timer) this.lookIn(LOOK_MS);
  }

  private notify(ends: ReadonlyMap<number, number>): void {
    const before = this.ends;
    this.ends = ends;
    for (const listener of this.listeners) {
      // Others read or are about to wait, and compare their position with the new end themselves.
      if (listener.wake === undefined || !this.isBehind(listener)) continue;
      listener.live = listener.place >= (before.get(listener.companyId) ?? Infinity);
      listener.wake();
    }
  }
}

import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { EventType } from '@billhook/domain/shared/event-types';
import { Problem } from '@billhook/domain/shared/problems';
import {
  EventLogRepository,
  type EventStretch,
  type LoggedEvent,
} from '@billhook/webhooks/events/event-log.repository';
import { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { BearerLookupService } from '../../access/bearer-lookup.service.js';
import { requirePermission } from '../../access/permission.rules.js';
import { callerNumber, type BearerCaller } from '../../request/principal.js';
import { EventPlacesService } from './event-cursors.service.js';
import { EventFeed, Listener, PORTION } from './event-feed.service.js';
import { shownText } from './shown-event.presenter.js';

/** The time that we advise a client to wait before it reconnects. */
const RETRY_MS = 2_000;

/** Proxies and firewalls drop idle connections, many of them after 30 to 60 s. */
const HEARTBEAT_MS = 15_000;

/** How often each stream is checked. */
const CHECK_MS = 1_000;

/** The time for a blocked reader to receive the end of its stream. */
const GRACE_MS = 500;

/** Database errors end a stream only after that: after a short outage, not all clients should reconnect immediately. */
const UNCHECKED_MOST_MS = 10_000;

export interface StreamRequest {
  readonly by: BearerCaller;
  /** The key or token, which is verified repeatedly. */
  readonly secret: string;
  readonly after: { readonly text: string; readonly parameter: string } | undefined;
  readonly types: readonly EventType[] | undefined;
  /** The response, whose end is the end of the stream. */
  readonly to: ServerResponse;
}

interface OpenStream extends Pick<StreamRequest, 'secret' | 'to'> {
  /** The permissions at the last check; they may change in the meantime. */
  by: StreamRequest['by'];
  checkedAt: number;
  listener: Listener | undefined;
  hasPlace: boolean;
  /** The reason of its end, once it is decided. */
  reason: string | undefined;
}

/** The open event streams of this process, as server-sent events. */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly open = new Set<OpenStream>();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(
    private readonly log: EventLogRepository,
    private readonly marks: EventPlacesService,
    private readonly feed: EventFeed,
    private readonly bearers: BearerLookupService,
    private readonly places: StreamPlacesRepository,
  ) {}

  /** Ends all of them immediately, because the process cannot stop before its last client disconnects. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.open].map((stream) => this.end(stream, 'The service is stopping.')));
  }

  /**
   * Starts a stream. At most one portion of the log is read ahead of its reader.
   * @throws Problem too_many_streams, not_ready, cursor_mismatch, event_expired
   */
  async begin(request: StreamRequest): Promise<Readable> {
    const { by, secret, types, to } = request;
    if (this.isStopping) throw new Problem('not_ready', 'The service is stopping.', { extensions: { retryAfter: 5 } });
    const stream: OpenStream = {
      ...{ by, secret, to, checkedAt: performance.now(), listener: undefined },
      ...{ hasPlace: false, reason: undefined },
    };
    this.add(stream);
    try {
      await this.takePlace(stream);
      const first = await this.first(request);
      stream.listener = new Listener(by.company.id, types, first.end);
      // The client disconnected during the query, and no further event reports it.
      if (this.open.has(stream)) this.feed.join(stream.listener);
      return Readable.from(this.texts(stream, stream.listener, first), { objectMode: false });
    } catch (error) {
      this.remove(stream);
      throw error;
    }
  }

  private add(stream: OpenStream): void {
    this.open.add(stream);
    stream.to.once('close', () => this.remove(stream));
    this.checkLater();
  }

  /** @throws Problem too_many_streams */
  private async takePlace(stream: OpenStream): Promise<void> {
    const caller = callerNumber(stream.by);
    await this.places.take(stream.by.company.id, caller);
    // The reader may have disconnected in the meantime.
    if (this.open.has(stream)) stream.hasPlace = true;
    else this.places.release(caller);
  }

  private remove(stream: OpenStream): void {
    this.open.delete(stream);
    if (stream.hasPlace) this.places.release(callerNumber(stream.by));
    stream.hasPlace = false;
    if (stream.listener) this.feed.leave(stream.listener);
    if (this.open.size > 0) return;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** The next round begins when the last one has ended, so that queries do not pile up on a slow database. */
  private checkLater(): void {
    this.timer ??= setTimeout(() => {
      void this.check().finally(() => {
        this.timer = undefined;
        if (this.open.size > 0) this.checkLater();
      });
    }, CHECK_MS).unref();
  }

  private async first({ by, after, types }: StreamRequest): Promise<EventStretch> {
    if (!after) return { events: [], end: await this.log.end(by.company.id), hasMore: false };
    const place = await this.marks.placeOf(by.company.id, after.text, after.parameter);
    return this.log.read(by.company.id, place, types, PORTION);
  }

  private async *texts(stream: OpenStream, listener: Listener, first: EventStretch): AsyncGenerator<string> {
    const isGone = (): boolean => stream.reason !== undefined || !this.open.has(stream);
    // Sent immediately, so that the client receives the headers.
    yield `retry: ${RETRY_MS}\n\n`;
    for (let stretch = first; !isGone(); stretch = await this.feed.read(listener)) {
      for (const event of stretch.events) {
        if (isGone()) break;
        yield textOf(event, stream.by.permissions);
      }
      while (!stretch.hasMore && !isGone() && !(await this.feed.waitForEvents(listener, HEARTBEAT_MS))) {
        if (!isGone()) yield ': still here\n\n';
      }
      if (isGone()) break;
    }
    if (stream.reason !== undefined) yield `: ${stream.reason}\n\n`;
  }

  /** Checks each key once per address. */
  private async check(): Promise<void> {
    const groups = new Map<string, OpenStream[]>();
    for (const stream of this.open) {
      const name = `${stream.secret} ${stream.by.origin.ip}`;
      groups.set(name, [...(groups.get(name) ?? []), stream]);
    }
    await Promise.all([...groups.values()].map((streams) => this.checkAll(streams)));
  }

  private async checkAll(streams: readonly OpenStream[]): Promise<void> {
    const [first] = streams;
    if (!first) return;
    const { secret, by } = first;
    try {
      const now = await this.bearers.findAgain(secret, by.origin, 'v1');
      requirePermission({ ...now, origin: by.origin }, 'event.read');
      for (const stream of streams) {
        stream.by = { ...now, origin: stream.by.origin };
        stream.checkedAt = performance.now();
      }
    } catch (error) {
      const why = error instanceof Problem ? error.message : 'The key could not be checked.';
      const ends = (stream: OpenStream) =>
        error instanceof Problem || performance.now() - stream.checkedAt > UNCHECKED_MOST_MS;
      await Promise.all(streams.filter(ends).map((stream) => this.end(stream, why)));
    }
  }

  /** Sends the reason as a comment and ends the response; a blocked reader is disconnected. */
  private async end(stream: OpenStream, reason: string): Promise<void> {
    if (stream.reason !== undefined || stream.to.closed) return;
    stream.reason = reason.replaceAll(/\s+/g, ' ');
    const closed = new Promise<void>((resolve) => stream.to.once('close', resolve));
    const timer = setTimeout(() => stream.to.destroy(), GRACE_MS);
    if (stream.listener) this.feed.leave(stream.listener);
    await closed;
    clearTimeout(timer);
  }
}

/** The body is one line, because JSON escapes line breaks. */
const textOf = (event: LoggedEvent, held: readonly Permission[]): string =>
  `id: ${event.id}\nevent: ${event.type}\ndata: ${shownText(event, held)}\n\n`;

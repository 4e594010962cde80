import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { LogPlace, LogStretch } from '@billhook/db/log-stretch';
import type { Permission } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import type { StreamPlacesRepository } from '@billhook/webhooks/events/stream-slots.repository';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import type { BearerCaller, Principal } from '../../request/principal.js';
import { Listener, PORTION, type FollowedLog, type LogEntry, type LogFeed } from './log-feed.js';
import type { StreamReaders } from './stream-readers.js';

/** The time that we advise a client to wait before it reconnects. */
const RETRY_MS = 2_000;

/** Proxies and firewalls drop idle connections, many of them after 30 to 60 s. */
const HEARTBEAT_MS = 15_000;

/** How often the callers are checked whose readers ask for it. */
const CHECK_MS = 1_000;

/** The time for a blocked reader to receive the end of its stream. */
const GRACE_MS = 500;

/** Database errors end a stream only after that: after a short outage, not all clients should reconnect immediately. */
const UNCHECKED_MOST_MS = 10_000;

/** What programs ignore. */
const COMMENT_BEAT = ': still here\n\n';

export interface StreamRequest<Type extends string, By extends Principal> {
  readonly by: By;
  /** The key, token or session, which is verified repeatedly. */
  readonly secret: string;
  readonly after: { readonly text: string; readonly parameter: string } | undefined;
  readonly types: readonly Type[] | undefined;
  /** The response, whose end is the end of the stream. */
  readonly to: ServerResponse;
}

/** The entries with which a stream begins. */
export interface FirstStretch<Entry> extends LogStretch<Entry> {
  /** A message after them. */
  readonly opening?: string;
}

/** Begins after the position of the caller, or else at the present end. */
export const fromPosition =
  <Type extends string, Entry extends LogEntry<Type>>(
    log: FollowedLog<Type, Entry>,
    placeOf: (companyId: number, after: string, parameter: string) => Promise<LogPlace> | LogPlace,
  ) =>
  async ({ by, after, types }: StreamRequest<Type, Principal>): Promise<LogStretch<Entry>> => {
    const { id } = by.company;
    if (!after) return { entries: [], end: await log.end(id), hasMore: false };
    return log.read(id, await placeOf(id, after.text, after.parameter), types, PORTION);
  };

/** What the streams of a log are made of. */
export interface LogStreamParts<Type extends string, Entry extends LogEntry<Type>, By extends Principal> {
  /** Where a stream begins. @throws Problem cursor_mismatch, or that the position is no longer stored */
  readonly first: (request: StreamRequest<Type, By>) => Promise<FirstStretch<Entry>>;
  readonly feed: LogFeed<Type, Entry>;
  readonly readers: StreamReaders<By>;
  readonly places: Pick<StreamPlacesRepository, 'take' | 'release'>;
  /** By default a comment. */
  readonly heartbeat?: string;
  /** An entry as a message for a caller who holds these permissions; empty if it is none of their business. */
  readonly textOf: (entry: Entry, companyId: number, held: readonly Permission[]) => string;
}

interface OpenStream<Type extends string, By extends Principal> extends Pick<StreamRequest<Type, By>, 'secret' | 'to'> {
  /** The permissions at the last check; they may change in the meantime. */
  by: By;
  checkedAt: number;
  listener: Listener<Type> | undefined;
  hasPlace: boolean;
  /** The reason of its end, once it is decided. */
  reason: string | undefined;
}

/** The open streams of a log in this process, as server-sent events. */
export class LogStreams<
  Type extends string,
  Entry extends LogEntry<Type>,
  By extends Principal = BearerCaller,
> implements BeforeApplicationShutdown {
  private readonly open = new Set<OpenStream<Type, By>>();
  private timer: NodeJS.Timeout | undefined;
  private isStopping = false;

  constructor(private readonly parts: LogStreamParts<Type, Entry, By>) {}

  /** Ends all of them immediately, because the process cannot stop before its last client disconnects. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.open].map((stream) => this.end(stream, 'The service is stopping.')));
  }

  /**
   * Starts a stream. At most one portion of the log is read ahead of its reader.
   * @throws Problem too_many_streams, not_ready, cursor_mismatch, or that the position is no longer stored
   */
  async begin(request: StreamRequest<Type, By>): Promise<Readable> {
    const { by, secret, types, to } = request;
    if (this.isStopping) throw new Problem('not_ready', 'The service is stopping.', { extensions: { retryAfter: 5 } });
    const stream: OpenStream<Type, By> = {
      ...{ by, secret, to, checkedAt: performance.now(), listener: undefined },
      ...{ hasPlace: false, reason: undefined },
    };
    this.add(stream);
    try {
      await this.takePlace(stream);
      const first = await this.parts.first(request);
      stream.listener = new Listener(by.company.id, by.company.cell, types, first.end);
      // The client disconnected during the query, and no further event reports it.
      if (this.open.has(stream)) this.parts.feed.join(stream.listener);
      return Readable.from(this.texts(stream, stream.listener, first), { objectMode: false });
    } catch (error) {
      this.remove(stream);
      throw error;
    }
  }

  private add(stream: OpenStream<Type, By>): void {
    this.open.add(stream);
    stream.to.once('close', () => this.remove(stream));
    if (this.parts.readers.checked === 'every second') this.checkLater();
  }

  /** @throws Problem too_many_streams */
  private async takePlace(stream: OpenStream<Type, By>): Promise<void> {
    const place = this.parts.readers.placeOf(stream.by);
    await this.parts.places.take(place);
    // The reader may have disconnected in the meantime.
    if (this.open.has(stream)) stream.hasPlace = true;
    else this.parts.places.release(place);
  }

  private remove(stream: OpenStream<Type, By>): void {
    this.open.delete(stream);
    if (stream.hasPlace) this.parts.places.release(this.parts.readers.placeOf(stream.by));
    stream.hasPlace = false;
    if (stream.listener) this.parts.feed.leave(stream.listener);
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

  private async *texts(
    stream: OpenStream<Type, By>,
    listener: Listener<Type>,
    first: FirstStretch<Entry>,
  ): AsyncGenerator<string> {
    const isGone = (): boolean => stream.reason !== undefined || !this.open.has(stream);
    // Sent immediately, so that the client receives the headers.
    yield `retry: ${RETRY_MS}\n\n`;
    const { heartbeat = COMMENT_BEAT, readers } = this.parts;
    const admit = async (): Promise<boolean> => {
      if (readers.checked === 'before each message') await this.checkNow(stream);
      return !isGone();
    };
    // Entries that the reader does not select, or may not read, send nothing.
    let sentAt = performance.now();
    const hasNews = () => this.parts.feed.waitForEntries(listener, sentAt + HEARTBEAT_MS - performance.now());
    for (let stretch: FirstStretch<Entry> = first; !isGone(); stretch = await this.parts.feed.read(listener)) {
      if (stretch !== first && stretch.entries.length > 0) await admit();
      for (const entry of stretch.entries) {
        if (isGone()) break;
        const text = this.parts.textOf(entry, stream.by.company.id, stream.by.permissions);
        if (text === '') continue;
        yield text;
        sentAt = performance.now();
      }
      if (stretch.opening !== undefined && !isGone()) yield stretch.opening;
      while (!stretch.hasMore && !isGone() && !(await hasNews())) {
        if (await admit()) yield heartbeat;
        sentAt = performance.now();
      }
      if (isGone()) break;
    }
    if (stream.reason !== undefined) yield `: ${stream.reason}\n\n`;
  }

  /** Checks each key once per address. */
  private async check(): Promise<void> {
    const groups = new Map<string, OpenStream<Type, By>[]>();
    for (const stream of this.open) {
      const name = `${stream.secret} ${stream.by.origin.ip}`;
      groups.set(name, [...(groups.get(name) ?? []), stream]);
    }
    await Promise.all([...groups.values()].map((streams) => this.checkAll(streams)));
  }

  /** Within the messages of a stream, which then end with the reason. The client opens another stream after an outage of the database. */
  private async checkNow(stream: OpenStream<Type, By>): Promise<void> {
    try {
      stream.by = await this.parts.readers.again(stream.by, stream.secret);
    } catch (error) {
      stream.reason ??= reasonOf(error);
    }
  }

  private async checkAll(streams: readonly OpenStream<Type, By>[]): Promise<void> {
    const [first] = streams;
    if (!first) return;
    const { secret, by } = first;
    try {
      const now = await this.parts.readers.again(by, secret);
      for (const stream of streams) {
        stream.by = { ...now, origin: stream.by.origin };
        stream.checkedAt = performance.now();
      }
    } catch (error) {
      const why = reasonOf(error);
      const ends = (stream: OpenStream<Type, By>) =>
        error instanceof Problem || performance.now() - stream.checkedAt > UNCHECKED_MOST_MS;
      await Promise.all(streams.filter(ends).map((stream) => this.end(stream, why)));
    }
  }

  /** Sends the reason as a comment and ends the response; a blocked reader is disconnected. */
  private async end(stream: OpenStream<Type, By>, reason: string): Promise<void> {
    if (stream.reason !== undefined || stream.to.closed) return;
    stream.reason = reason;
    const closed = new Promise<void>((resolve) => stream.to.once('close', resolve));
    const timer = setTimeout(() => stream.to.destroy(), GRACE_MS);
    if (stream.listener) this.parts.feed.leave(stream.listener);
    await closed;
    clearTimeout(timer);
  }
}

const reasonOf = (error: unknown): string =>
  (error instanceof Problem ? error.message : 'The credential could not be checked.').replaceAll(/\s+/g, ' ');

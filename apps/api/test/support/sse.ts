import { get, type IncomingMessage } from 'node:http';
import { eventually, PATIENCE_MS } from '@billhook/testing/patience';
import type { TestApi } from './api.js';
import type { KeyCaller, SessionCaller } from './world.js';

/** The content of a block of an event stream. */
export interface StreamedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

interface Asked {
  /** The query, with its question mark. */
  readonly query?: string;
  /** The stream of events by default. */
  readonly path?: string;
  readonly lastEventId?: string;
}

/** A client of the event stream on a separate connection, which parses it by the standard. */
export class EventStreamClient {
  readonly events: StreamedEvent[] = [];
  readonly comments: string[] = [];
  retry: number | undefined;
  /** Resolves when the stream has ended, including by a broken connection. */
  readonly over: Promise<'ended' | 'broken'>;
  private rest = '';
  private waiting: (() => void) | undefined;

  private constructor(
    readonly answer: IncomingMessage,
    private readonly hangUp: () => void,
  ) {
    answer.setEncoding('utf8');
    answer.on('data', (text: string) => this.take(text));
    this.over = new Promise((resolve) => {
      answer.once('end', () => resolve('ended'));
      answer.once('close', () => resolve('broken'));
    });
    answer.on('error', () => undefined);
  }

  static open(
    api: Pick<TestApi, 'url'>,
    by: KeyCaller | SessionCaller,
    { path = '/v1/events/stream', query = '', lastEventId }: Asked = {},
  ): Promise<EventStreamClient> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...('cookie' in by ? { cookie: by.cookie } : { authorization: `Bearer ${by.secret}` }),
        ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
      };
      const request = get(`${api.url}${path}${query}`, { agent: false, headers }, (answer) =>
        resolve(new EventStreamClient(answer, () => request.destroy())),
      );
      request.once('error', reject);
      request.on('error', () => undefined);
    });
  }

  /** Tries until a stream opens, and closes it. */
  static async untilOpen(api: TestApi, by: KeyCaller): Promise<void> {
    await eventually('a stream is open', async () => {
      const stream = await EventStreamClient.open(api, by);
      stream.close();
      return stream.answer.statusCode === 200 || undefined;
    });
  }

  get ids(): string[] {
    return this.events.map(({ id }) => id);
  }

  /** Waits for this number of events. @throws an Error with the received number */
  async waitFor(count: number, timeoutMs = PATIENCE_MS): Promise<StreamedEvent[]> {
    const timer = setTimeout(() => this.waiting?.(), timeoutMs);
    const end = performance.now() + timeoutMs;
    while (this.events.length < count) {
      if (performance.now() >= end) throw new Error(`${this.events.length} of ${count} events came`);
      await new Promise<void>((resolve) => (this.waiting = resolve));
    }
    clearTimeout(timer);
    return this.events;
  }

  /** Breaks the connection. */
  close(): void {
    this.hangUp();
  }

  private take(text: string): void {
    const blocks = (this.rest + text).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.read(block);
    this.waiting?.();
  }

  private read(block: string): void {
    const fields = new Map<string, string>();
    for (const line of block.split('\n')) {
      const [, name = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
      fields.set(name, value);
    }
    const [comment, retry, data] = ['', 'retry', 'data'].map((name) => fields.get(name));
    if (comment !== undefined) this.comments.push(comment);
    if (retry !== undefined) this.retry = Number(retry);
    if (data !== undefined) this.events.push({ id: fields.get('id') ?? '', event: fields.get('event') ?? '', data });
  }
}

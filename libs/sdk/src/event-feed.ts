import type { ReadOptions } from './calls/call.js';
import { BillhookError, ConnectionError, ProblemError, UnexpectedResponseError } from './errors.js';
import type { EventData } from './generated/resources.js';
import { sleep } from './sleep.js';
import { jsonOf, retryDelayMs, type Transport } from './transport.js';

/** An event with the record as it was, or null where the key may not read the record. */
export type BillhookEvent = {
  [Type in keyof EventData]: {
    readonly id: string;
    readonly type: Type;
    readonly createdAt: string;
    readonly data: EventData[Type] | null;
    readonly missingPermission?: string;
  };
}[keyof EventData];

export interface FollowOptions {
  readonly types?: readonly (keyof EventData)[] | undefined;
  /** The id of the last event that you have handled, `msg_…`, or `beginning`. Without it, the stream begins now. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Called with the reason when the connection is lost, before it is opened again after `waitMs`. */
  readonly onReconnect?: ((reason: BillhookError, waitMs: number) => void) | undefined;
  /** Called when the stream is open. */
  readonly onOpen?: (() => void) | undefined;
}

/** The server sends a comment after 15 s without an event: a connection that is silent for three times as long is lost. */
const SILENT_MS = 45_000;

/** A stream that was open for as long worked: its end is not another failure in a row. */
const WORKING_MS = 10_000;

/**
 * Events as they happen, from a stream that is opened again whenever it ends. Ends only when the signal is aborted.
 * @throws ProblemError when a repeat would be rejected as well: a wrong key, a missing permission, a position that is no longer stored;
 * UnexpectedResponseError when the first response is not from Billhook
 */
export async function* followEvents(transport: Transport, options?: FollowOptions): AsyncGenerator<BillhookEvent> {
  for await (const { data } of followMessages(transport, options)) yield JSON.parse(data) as BillhookEvent;
}

const EVENTS = '/v1/events/stream';

/** The stream to follow: that of events by default. */
interface FollowedStream {
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
}

/** The same as text: exactly the body that webhooks send. */
export async function* followMessages(
  transport: Transport,
  { types, after, signal, onReconnect, onOpen, path = EVENTS, query: more }: FollowOptions & FollowedStream = {},
): AsyncGenerator<StreamMessage> {
  const options = signal ? { signal } : {};
  let place = after;
  let hasOpened = false;
  for (let failures = 0; !signal?.aborted;) {
    const started = performance.now();
    try {
      // A fixed position: what happens before the stream is open, or while it is interrupted, is not left out.
      place ??= await newestPlace(transport, options);
      const query = { ...more, ...(types && { types }), after: place };
      const request = { method: 'GET', path, query, accept: EVENT_STREAM, options, maxRetries: 0 };
      const response = await streamOf(await transport.send(request));
      hasOpened = true;
      onOpen?.();
      for await (const message of messages(response, signal)) {
        failures = 0;
        place = message.id;
        yield message;
      }
      throw new ConnectionError('The event stream ended.');
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof BillhookError)) throw error;
      if (performance.now() - started > WORKING_MS) failures = 0;
      const waitMs = waitBeforeReopening(error, failures++, hasOpened);
      if (waitMs === undefined) throw error;
      onReconnect?.(error, waitMs);
      await sleep(waitMs, signal).catch(() => undefined);
    }
  }
}

const EVENT_STREAM = 'text/event-stream';

/** The position is no longer stored. */
const EXPIRED: readonly string[] = ['event_expired', 'changes_expired'];

/** A proxy responds in place of Billhook while the service restarts: a stream that has worked before is opened again. */
function waitBeforeReopening(error: BillhookError, failures: number, hasOpened: boolean): number | undefined {
  if (error instanceof ProblemError && EXPIRED.includes(error.code)) return undefined;
  const isProxy = hasOpened && error instanceof UnexpectedResponseError;
  return retryDelayMs(isProxy ? new ConnectionError(error.message) : error, failures, Infinity);
}

/** The position after the newest event. */
export async function newestPlace(transport: Transport, options: ReadOptions = {}): Promise<string> {
  const request = { method: 'GET', path: '/v1/events', query: { limit: 1 }, options, maxRetries: 0 };
  const { data } = (await jsonOf(await transport.send(request))) as { readonly data: readonly BillhookEvent[] };
  return data[0]?.id ?? 'beginning';
}

/** @throws UnexpectedResponseError for the page of a proxy */
async function streamOf(response: Response): Promise<Response> {
  const type = response.headers.get('content-type');
  if (type?.includes(EVENT_STREAM)) return response;
  throw new UnexpectedResponseError(response.status, type, (await response.text()).slice(0, 500));
}

export interface StreamMessage {
  /** That of the event. */
  readonly id: string;
  readonly data: string;
}

/** The messages of a stream of server-sent events (the HTML standard, 9.2.6). An incomplete message at the end is dropped. */
export async function* messages(response: Response, signal?: AbortSignal): AsyncGenerator<StreamMessage> {
  if (!response.body) throw new ConnectionError('The event stream has no body.');
  const reader = response.body.getReader();
  // Node forgets the signal of a response that stays open for long, once its garbage is collected.
  const stop = () => void reader.cancel().catch(() => undefined);
  signal?.addEventListener('abort', stop, { once: true });
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await readWithin(reader, SILENT_MS);
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split(/\r\n\r\n|\n\n|\r\r/);
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const message = messageOf(block);
        if (message) yield message;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    await reader.cancel().catch(() => undefined);
  }
}

function messageOf(block: string): StreamMessage | undefined {
  let id = '';
  const data: string[] = [];
  for (const line of block.split(/\r\n|\n|\r/)) {
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === 'id') id = value;
    if (field === 'data') data.push(value);
  }
  return data.length > 0 ? { id, data: data.join('\n') } : undefined;
}

async function readWithin(reader: ReadableStreamDefaultReader<Uint8Array>, milliseconds: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConnectionError('The event stream was silent for too long.')), milliseconds);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (cause) {
    if (cause instanceof BillhookError) throw cause;
    throw new ConnectionError('The event stream broke off.', { cause });
  } finally {
    clearTimeout(timer);
  }
}

import { BillhookError, ConnectionError, ProblemError } from './errors.js';
import type { EventData } from './generated/resources.js';
import { retryDelayMs, sleep, type Transport } from './transport.js';

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
  readonly types?: readonly (keyof EventData)[];
  /** The id of the last event that you have handled, `msg_…`, or `beginning`. Without it, the stream begins now. */
  readonly after?: string;
  readonly signal?: AbortSignal;
  /** Called with the reason when the connection is lost, before it is opened again. */
  readonly onReconnect?: (reason: BillhookError) => void;
  /** Called when the stream is open. */
  readonly onOpen?: () => void;
}

/** The server sends a comment after 15 s without an event: a connection that is silent for three times as long is dead. */
const SILENT_MS = 45_000;

/**
 * Events as they happen, from a stream that is opened again whenever it ends. Ends only when the signal is aborted.
 * @throws ProblemError when the request is rejected for good: a wrong key, a missing permission, a position that is no longer kept
 */
export async function* followEvents(
  transport: Transport,
  { types, after, signal, onReconnect, onOpen }: FollowOptions = {},
): AsyncGenerator<BillhookEvent> {
  let place = after;
  for (let failures = 0; !signal?.aborted;) {
    try {
      const query = { ...(types && { types }), ...(place !== undefined && { after: place }) };
      const options = { ...(signal && { signal }) };
      const response = await transport.send({
        method: 'GET',
        path: '/v1/events/stream',
        query,
        accept: 'text/event-stream',
        options,
      });
      onOpen?.();
      for await (const { id, data } of messages(response)) {
        failures = 0;
        place = id;
        yield JSON.parse(data) as BillhookEvent;
      }
      throw new ConnectionError('The event stream ended.');
    } catch (error) {
      if (signal?.aborted) return;
      if (!(error instanceof BillhookError)) throw error;
      const waitMs = retryDelayMs(error, failures++);
      if (waitMs === undefined || (error instanceof ProblemError && error.code === 'event_expired')) throw error;
      onReconnect?.(error);
      await sleep(waitMs, signal).catch(() => undefined);
    }
  }
}

interface StreamMessage {
  readonly id: string;
  readonly data: string;
}

/** The messages of a stream of server-sent events (the HTML standard, 9.2.6). An incomplete message at the end is dropped. */
export async function* messages(response: Response): AsyncGenerator<StreamMessage> {
  if (!response.body) throw new ConnectionError('The event stream has no body.');
  const reader = response.body.getReader();
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

import { nextPage, type Call, type PagedCall, type WithResponse } from './calls/call.js';
import { followEvents, type BillhookEvent, type FollowOptions } from './event-feed.js';
import { OPERATIONS, type EventsResource, type Resources } from './generated/resources.js';
import { checkCallOptions, checkClientOptions, checkFollowOptions, checkSyncOptions } from './known-options.js';
import { syncRecords, type SyncOptions, type SyncStep } from './sync.js';
import { jsonOf, Transport, type BillhookOptions, type OutgoingRequest } from './transport.js';

export type * from './generated/resources.js';
export type { Call, PagedCall, ReadOptions, WithResponse, WriteOptions } from './calls/call.js';
export type { BillhookEvent, FollowOptions } from './event-feed.js';
export type { SyncOptions, SyncRecords, SyncResource, SyncStep } from './sync.js';
export type { Attempt, SentAttempt, BillhookOptions } from './transport.js';
export type { WebhookEvent } from './webhooks/verify.js';
export { BillhookError, ConnectionError, ProblemError, UnexpectedResponseError } from './errors.js';

type Query = Readonly<Record<string, unknown>>;

/** The description of a method in the table. */
interface Shape {
  readonly method: string;
  readonly path: string;
  readonly takesBody: boolean;
  readonly takesQuery: boolean;
  readonly isPaged: boolean;
  readonly isFile: boolean;
}

interface BillhookEvents extends EventsResource {
  /**
   * Events as they happen, without a gap and without a repeat: it reconnects and continues after the last event. `after` is the id of the
   * last event that you have handled.
   */
  follow(options?: FollowOptions): AsyncIterable<BillhookEvent>;
}

/** The client of an installation: `new Billhook({ apiKey, baseUrl }).invoices.create({ … })`. */
export type Billhook = Omit<Resources, 'events'> & {
  readonly events: BillhookEvents;
  /**
   * The steps of an exact copy of all records: first every record, then each change. Give the cursor of the last step that you have applied
   * as `from`, and the copy continues there.
   */
  sync(options?: SyncOptions): AsyncIterable<SyncStep>;
  /** Any operation, including one that this version does not know. */
  request<Result = unknown>(method: string, path: string, request?: AnyRequest): Call<Result>;
};

export interface AnyRequest {
  readonly query?: Query | undefined;
  readonly body?: unknown;
  readonly options?: OutgoingRequest['options'] | undefined;
}

interface BillhookConstructor {
  /** @throws BillhookError without a credential or a URL */
  new (options: BillhookOptions): Billhook;
}

function shapeOf(entry: string): Shape {
  const [method = '', path = '', takes = ''] = entry.split(' ');
  const has = (letter: string) => takes.includes(letter);
  return { method, path, takesBody: has('b'), takesQuery: has('q'), isPaged: has('p'), isFile: has('f') };
}

/** The path, the body, the query and the options, in the order of the arguments. */
function outgoing(shape: Shape, given: readonly unknown[]): OutgoingRequest {
  const left = [...given];
  const path = shape.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = left.shift();
    // `.` and `..` would lead to another path.
    if ((typeof value !== 'string' && typeof value !== 'number') || /^\.{0,2}$/.test(String(value)))
      throw new TypeError(`${shape.method} ${shape.path} needs ${name}.`);
    return encodeURIComponent(String(value));
  });
  const body = shape.takesBody ? left.shift() : undefined;
  const query = shape.takesQuery ? (left.shift() as Query | undefined) : undefined;
  const options = left.shift() as OutgoingRequest['options'];
  const call = `${shape.method} ${shape.path}`;
  checkCallOptions(shape.method, call, options);
  if (left.some((each) => each !== undefined))
    throw new TypeError(`${call} takes ${given.length - left.length} arguments at most.`);
  return { method: shape.method, path, body, query, options };
}

function start<Result>(
  transport: Transport,
  request: OutgoingRequest,
  read: (response: Response) => Promise<unknown>,
): Call<Result> {
  const work = transport.send(request).then(async (response): Promise<WithResponse<Result>> => {
    const { headers, status } = response;
    return {
      ...{ data: (await read(response)) as Result, status, headers },
      ...{ etag: headers.get('etag'), requestId: headers.get('request-id') },
      replayed: headers.get('idempotent-replayed') === 'true',
    };
  });
  const call = work.then(({ data }) => data);
  // An error that the caller awaits nowhere reaches the process as an unhandled rejection, once.
  const withResponse = () => {
    handled(call);
    return work.then((whole) => whole);
  };
  return Object.assign(call, { withResponse });
}

/** The caller learns of the error elsewhere. */
function handled(call: Promise<unknown>): void {
  call.catch(() => undefined);
}

interface ListPage {
  readonly data: readonly unknown[];
  readonly page: Parameters<typeof nextPage>[0]['page'];
}

function paged(transport: Transport, request: OutgoingRequest): PagedCall<ListPage> {
  const first = start<ListPage>(transport, request, jsonOf);
  async function* pages(): AsyncGenerator<ListPage> {
    let query: Record<string, unknown> | undefined = { ...request.query };
    for (let page = await first; ; page = await start<ListPage>(transport, { ...request, query }, jsonOf)) {
      yield page;
      query = nextPage(page, query);
      if (!query) return;
    }
  }
  async function* items() {
    for await (const { data } of pages()) yield* data;
  }
  const iterating =
    <Item>(iterate: () => AsyncGenerator<Item>) =>
    () => {
      handled(first);
      return iterate();
    };
  const ways = { pages: iterating(pages), [Symbol.asyncIterator]: iterating(items) };
  return Object.assign(first, ways) as PagedCall<ListPage>;
}

function methodOf(transport: Transport, entry: string) {
  const shape = shapeOf(entry);
  return (...given: readonly unknown[]): unknown => {
    const request = outgoing(shape, given);
    if (shape.isPaged) return paged(transport, request);
    if (shape.isFile) return start(transport, { ...request, accept: '*/*' }, (response) => response.blob());
    return start(transport, request, jsonOf);
  };
}

class BillhookClient {
  readonly #transport: Transport;

  constructor(options: BillhookOptions) {
    checkClientOptions(options);
    const transport = (this.#transport = new Transport(options));
    for (const [resource, methods] of Object.entries(OPERATIONS)) {
      const made = Object.entries(methods).map(([name, entry]) => [name, methodOf(transport, entry)] as const);
      Object.defineProperty(this, resource, { enumerable: true, value: Object.fromEntries(made) });
    }
    const { events } = this as unknown as Billhook;
    const follow = (given?: FollowOptions) => {
      checkFollowOptions(given);
      return followEvents(transport, given);
    };
    Object.assign(events, { follow });
  }

  sync(options?: SyncOptions): AsyncIterable<SyncStep> {
    checkSyncOptions(options);
    return syncRecords(this.#transport, options);
  }

  request(method: string, path: string, { query, body, options }: AnyRequest = {}): Call<unknown> {
    const verb = method.toUpperCase();
    checkCallOptions(verb, `${verb} ${path}`, options);
    return start(this.#transport, { method: verb, path, query, body, options }, jsonOf);
  }
}

export const Billhook = BillhookClient as unknown as BillhookConstructor;

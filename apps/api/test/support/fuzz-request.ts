import fc from 'fast-check';
import { bodies, type BodyPlan } from './fuzz-body.js';
import type { FuzzedApi, FuzzedOperation } from './fuzz-document.js';
import { Ref } from './fuzz-json.js';
import { references, SchemaValues } from './fuzz-schema.js';
import { BAD_IDS, BAD_TEXTS, encode, ODD_TEXTS } from './fuzz-values.js';

/** What stands in a path, a query or a header: text as it is, or what is known only when the request is sent. */
export type Piece = string | Ref | Known;

/** What the run knows: the ETag of the record in the path, a cursor that a list gave. */
export class Known {
  constructor(readonly what: 'etag' | 'cursor' | 'eventId' | 'secret') {}
}

export interface RequestPlan {
  readonly operation: FuzzedOperation;
  readonly method: string;
  /** The path of the operation cut at its parameters, and what stands between. */
  readonly path: readonly Piece[];
  readonly query: readonly (readonly [name: string, value: Piece])[];
  readonly headers: readonly (readonly [name: string, value: Piece])[];
  readonly body: BodyPlan | undefined;
  /** Who asks: somebody who may, nobody, or two at once. */
  readonly caller: 'own' | 'nobody' | 'twice';
}

const STALE = '"987654"';
export { STALE };

const IDEMPOTENCY_KEYS = [
  'once-1',
  'once-2',
  'once-3',
  'once-4',
  '"once-1"',
  'x'.repeat(255),
  'x'.repeat(256),
  '',
  ' ',
  'a b',
  'é',
  '""',
  '"',
  'a,b',
];

/** Headers that the API reads, and rubbish in each. Latin 1 is all that HTTP can carry. */
const HEADERS: Readonly<Record<string, readonly (string | Known)[]>> = {
  'if-match': [
    new Known('etag'),
    new Known('etag'),
    STALE,
    '*',
    '1',
    '"1',
    'W/"1"',
    '"1", "2"',
    '"-1"',
    '"01"',
    '"99999999999999999999"',
    '',
    ',',
    '"\xe9"',
    '"1"'.repeat(300),
  ],
  'if-none-match': [new Known('etag'), '*', '"1"', 'W/"1"', 'rubbish', '', '"a","b",', '"'.repeat(99)],
  'idempotency-key': IDEMPOTENCY_KEYS,
  prefer: [
    'dry-run',
    'dry-run',
    'dry-run',
    'Dry-Run',
    'dry-run=1',
    'respond-async, dry-run',
    'dry-run, dry-run',
    'wait=10',
    '',
    ';',
    'dry-run;x="',
    '"dry-run"',
  ],
  accept: ['application/json', 'text/html', '*/*;q=0', 'application/xml', 'nonsense', '', 'application/pdf'],
  'accept-language': ['fr', 'xx-XX', '*', ';;;'],
  'content-encoding': ['gzip', 'br', 'identity', 'deflate, gzip', 'rubbish', ''],
  'content-type': ['application/json', 'text/html', '', '/', 'application/json;', 'json', '\xff'],
  'transfer-encoding': ['chunked'],
  expect: ['100-continue', 'the-unexpected'],
  'client-request-id': ['order-7', 'x'.repeat(300), '', '\x80\xff', '{"a":1}', '<script>'],
  'request-id': ['req_mine', 'x'.repeat(99)],
  'x-forwarded-for': ['127.0.0.1', '1.2.3.4, 5.6.7.8', 'unknown', "'; --"],
  'x-http-method-override': ['DELETE', 'PATCH'],
  'user-agent': ['', '\xff\xfe', 'x'.repeat(2_000)],
  range: ['bytes=0-10', 'bytes=-1', 'rubbish'],
  origin: ['https://evil.example', 'null', ''],
  cookie: ['billhook_session=x', 'a=b; a=c', '=', ';', '\xff=%zz', '__proto__=1'],
  upgrade: ['websocket', 'h2c'],
  'x-filler': ['x'.repeat(20_000)],
};

const header: fc.Arbitrary<readonly [string, Piece]> = fc.oneof(
  ...Object.entries(HEADERS).map(([name, values]) => ({
    weight: ['if-match', 'idempotency-key', 'prefer', 'if-none-match'].includes(name) ? 6 : 1,
    arbitrary: fc.constantFrom(...values).map((value) => [name, value] as const),
  })),
);

const OTHER_METHODS = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
  'QUERY',
  'LOCK',
];

/** Names and values as they stand in the address, encoded or broken already. */
const ODD_QUERIES: readonly (readonly [string, string])[] = [
  ['a[b]', 'c'],
  ['filter[status][]', 'Sent'],
  ['status[]', 'Sent'],
  ['limit', '0'],
  ['limit', '101'],
  ['limit', '1e2'],
  ['limit', '%00'],
  ['limit', '-1'],
  ['limit', '9'.repeat(400)],
  ['cursor', ''],
  ['cursor', 'a.b'],
  ['cursor', 'W10.AAAAAAAAAAAAAAAAAAAAAA'],
  ['cursor', 'x'.repeat(3_000)],
  ['__proto__', '1'],
  ['__proto__[x]', '1'],
  ['constructor', '1'],
  ['%zz', '1'],
  ['%', '%'],
  ['', ''],
  ['', 'x'],
  ['q', '%ED%A0%80'],
  ['q', '%C3%28'],
  ['q', '%25%5F%5C'],
  ['q', '%00%00'],
  ['unknown', 'x'],
  ['_method', 'DELETE'],
];

const ODD_PATHS = ['/', '//', '/.', '/..', ';x=1', '%20', '?', '#', '/%2e%2e/%2e%2e', '.json', '%00', '/x'.repeat(200)];

/** Every request that is worth sending, and many that are not. */
export class Requests {
  private readonly values: SchemaValues;

  constructor(private readonly api: FuzzedApi) {
    this.values = new SchemaValues(api.schemas);
  }

  /** A request of any operation. Those that only our own pages call come less often. */
  any(): fc.Arbitrary<RequestPlan> {
    return fc.oneof(
      ...this.api.operations.map((operation) => ({ weight: weightOf(operation), arbitrary: this.of(operation) })),
    );
  }

  private of(operation: FuzzedOperation): fc.Arbitrary<RequestPlan> {
    const good = operation.body ? this.values.of(operation.body) : fc.constant({});
    const writes = operation.method !== 'GET';
    return fc.record({
      operation: fc.constant(operation),
      method: fc.oneof(
        { weight: 24, arbitrary: fc.constant(operation.method) },
        { weight: 1, arbitrary: fc.constantFrom(...OTHER_METHODS) },
      ),
      path: pathOf(operation),
      query: this.queryOf(operation),
      headers: fc.oneof(
        { weight: 5, arbitrary: fc.constant<(readonly [string, Piece])[]>([]) },
        { weight: 1, arbitrary: fc.array(header, { minLength: 1, maxLength: 2 }) },
      ),
      body: fc.oneof(
        { weight: operation.body ? 24 : 1, arbitrary: bodies(good) },
        { weight: writes ? (operation.body ? 1 : 12) : 40, arbitrary: fc.constant(undefined) },
      ),
      caller: fc.oneof(
        { weight: 40, arbitrary: fc.constant<RequestPlan['caller']>('own') },
        { weight: 1, arbitrary: fc.constantFrom<RequestPlan['caller']>('nobody', 'twice') },
      ),
    });
  }

  private queryOf({ query }: FuzzedOperation): fc.Arbitrary<(readonly [string, Piece])[]> {
    const odd = fc.constantFrom(...ODD_QUERIES);
    if (query.length === 0) {
      return fc.oneof(
        { weight: 24, arbitrary: fc.constant<(readonly [string, Piece])[]>([]) },
        { weight: 1, arbitrary: fc.array(odd, { maxLength: 2 }) },
      );
    }
    const one = ({ name, schema }: (typeof query)[number]): fc.Arbitrary<readonly [string, Piece]> =>
      this.parameter(name, schema).map((value) => [name, value]);
    // Once each: what comes twice is another thing that is wrong, and so is what is required and missing.
    const required = query.filter((parameter) => parameter.required).map(one);
    const optional = fc.uniqueArray(
      fc.oneof({ weight: 14, arbitrary: fc.oneof(...query.map(one)) }, { weight: 1, arbitrary: odd }),
      { maxLength: 3, selector: ([name]) => name },
    );
    const usual = fc
      .tuple(fc.tuple(...required), optional)
      .map(([needed, rest]) => [...needed, ...rest.filter(([name]) => needed.every(([other]) => other !== name))]);
    return fc.oneof(
      { weight: 12, arbitrary: usual },
      { weight: 1, arbitrary: fc.array(fc.oneof(...query.map(one), odd), { maxLength: 4 }) },
    );
  }

  private parameter(
    name: string,
    schema: { readonly type?: string | readonly string[] | undefined },
  ): fc.Arbitrary<Piece> {
    const cursor = name === 'cursor' ? [{ weight: 4, arbitrary: fc.constant<Piece>(new Known('cursor')) }] : [];
    const item = schema.type === 'array' ? { ...schema, ...itemsOf(schema) } : schema;
    return fc.oneof(
      ...cursor,
      {
        weight: 12,
        arbitrary: this.values.of(item, name).map((value) => (value instanceof Ref ? value : encode(plain(value)))),
      },
      { weight: 1, arbitrary: fc.constantFrom(...BAD_TEXTS, ...ODD_TEXTS).map((text) => encode(text.slice(0, 3_000))) },
    );
  }
}

function itemsOf(schema: object): object {
  const items: unknown = Reflect.get(schema, 'items');
  return typeof items === 'object' && items !== null ? { type: undefined, ...items } : {};
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''));

/** A PDF takes a tenth of a second to draw, a sign-in as long to check. */
function weightOf({ method, path, surface, body }: FuzzedOperation): number {
  if (path.endsWith('/pdf') || path === '/app/session' || path.endsWith('/confirm')) return 1;
  if (path === '/v1/openapi.json') return 1;
  if (surface !== 'api') return 2;
  return body ? 16 : method === 'GET' ? 8 : 10;
}

function pathOf({ method, path }: FuzzedOperation): fc.Arbitrary<Piece[]> {
  const parts = path.split(/(\{[^}]+\})/);
  const pieces = parts.map((part, n): fc.Arbitrary<Piece> => {
    if (!part.startsWith('{')) return fc.constant(part);
    const resource = /([a-z-]+)\/$/.exec(parts[n - 1] ?? '')?.[1] ?? '';
    return fc.oneof(
      { weight: 19, arbitrary: idOf(resource, WANTED[`${method} ${path}`]) },
      { weight: 1, arbitrary: fc.constantFrom<Piece>(...BAD_IDS) },
    );
  });
  const end = fc.oneof(
    { weight: 40, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_PATHS) },
  );
  return fc.tuple(...pieces, end);
}

/** The records that the paths name. */
const KINDS: Readonly<Record<string, string>> = {
  clients: 'client',
  invoices: 'invoice',
  quotes: 'quote',
  payments: 'payment',
  'credit-notes': 'creditNote',
  mails: 'mail',
  series: 'series',
  'webhook-endpoints': 'endpoint',
  'webhook-deliveries': 'delivery',
  'api-keys': 'apiKey',
};

/** The states in which an action gets far. */
const ISSUED = ['Sent', 'Partial', 'Overdue'];
const WANTED: Readonly<Record<string, readonly string[]>> = {
  'PATCH /v1/invoices/{id}': ['Draft'],
  'DELETE /v1/invoices/{id}': ['Draft'],
  'POST /v1/invoices/{id}/send': ['Draft'],
  'POST /v1/invoices/{id}/validate': ['Draft'],
  'POST /v1/invoices/{id}/reject': ISSUED,
  'POST /v1/invoices/{id}/reopen': ['Rejected'],
  'POST /v1/invoices/{id}/void': ['Sent', 'Overdue'],
  'POST /v1/invoices/{id}/public-link': ISSUED,
  'PATCH /v1/quotes/{id}': ['Draft'],
  'DELETE /v1/quotes/{id}': ['Draft'],
  'POST /v1/quotes/{id}/send': ['Draft'],
  'POST /v1/quotes/{id}/accept': ['Sent'],
  'POST /v1/quotes/{id}/decline': ['Sent'],
  'POST /v1/quotes/{id}/revise': ['Sent'],
  'POST /v1/quotes/{id}/public-link': ['Sent', 'Accepted'],
  'POST /v1/quotes/{id}/convert': ['Accepted', 'Invoiced'],
  'POST /v1/payments/{id}/allocate': ['Recorded'],
  'DELETE /v1/payments/{id}': ['Recorded'],
  'POST /v1/mails/{id}/retry': ['Failed'],
};

function idOf(resource: string, wanted?: readonly string[]): fc.Arbitrary<Piece> {
  if (resource === 'events') return fc.constant(new Known('eventId'));
  if (resource === 'event-types') {
    return fc.constantFrom('invoice.paid', 'client.created', 'quote.deleted', 'payment.created', 'nothing');
  }
  return references(KINDS[resource] ?? resource, wanted);
}

import { RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import fc from 'fast-check';
import { bodies, type BodyPlan } from './fuzz-body.js';
import type { FuzzedApi, FuzzedOperation } from './fuzz-document.js';
import { HEADERS, Known, ODD_PATHS, ODD_QUERIES, OTHER_METHODS } from './fuzz-headers.js';
import { Ref } from './fuzz-json.js';
import { references, SchemaValues } from './fuzz-schema.js';
import { BAD_IDS, BAD_TEXTS, encode, ODD_TEXTS } from './fuzz-values.js';

/** A part of a path, a query or a header: literal text, or a value that is known only when the request is sent. */
export type Piece = string | Ref | Known;

export interface RequestPlan {
  readonly operation: FuzzedOperation;
  readonly method: string;
  /** The path of the operation split at its parameters. */
  readonly path: readonly Piece[];
  readonly query: readonly (readonly [name: string, value: Piece])[];
  readonly headers: readonly (readonly [name: string, value: Piece])[];
  readonly body: BodyPlan | undefined;
  /** The caller: with permission, without a credential, or with two. */
  readonly caller: 'own' | 'nobody' | 'twice';
}

const header: fc.Arbitrary<readonly [string, Piece]> = fc.oneof(
  ...Object.entries(HEADERS).map(([name, values]) => ({
    weight: ['if-match', 'idempotency-key', 'prefer', 'if-none-match'].includes(name) ? 6 : 1,
    arbitrary: fc.constantFrom(...values).map((value) => [name, value] as const),
  })),
);

/** Valid and invalid requests. */
export class Requests {
  private readonly values: SchemaValues;

  constructor(private readonly api: FuzzedApi) {
    this.values = new SchemaValues(api.schemas);
  }

  /** A request of any operation. Operations of our own pages are less frequent. */
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
    // Once each: a repeated or missing required member is a separate error.
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

/** Rendering a PDF or checking a password takes a tenth of a second. */
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
      { weight: 19, arbitrary: idOf(resource, WANTED[`${method} ${path.replace(/^\/app/, '/v1')}`]) },
      { weight: 1, arbitrary: fc.constantFrom<Piece>(...BAD_IDS) },
    );
  });
  const end = fc.oneof(
    { weight: 40, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...ODD_PATHS) },
  );
  return fc.tuple(...pieces, end);
}

/** The records in the paths. */
const KINDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(resourcesWith('isFuzzed').map((name) => [RESOURCES[name].plural, name])),
  series: 'series',
  'webhook-deliveries': 'delivery',
  'webhook-runs': 'run',
};

/** The states in which an action passes most checks. */
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
  'POST /v1/invoices/{id}/answering-link': ISSUED,
  'PATCH /v1/quotes/{id}': ['Draft'],
  'DELETE /v1/quotes/{id}': ['Draft'],
  'POST /v1/quotes/{id}/send': ['Draft'],
  'POST /v1/quotes/{id}/accept': ['Sent'],
  'POST /v1/quotes/{id}/decline': ['Sent'],
  'POST /v1/quotes/{id}/revise': ['Sent'],
  'POST /v1/quotes/{id}/public-link': ['Sent', 'Accepted'],
  'POST /v1/quotes/{id}/answering-link': ['Sent', 'Accepted'],
  'POST /v1/quotes/{id}/convert': ['Accepted', 'Invoiced'],
  'POST /v1/payments/{id}/allocate': ['Recorded'],
  'DELETE /v1/payments/{id}': ['Recorded'],
  'POST /v1/mails/{id}/retry': ['Failed'],
  'POST /v1/webhook-endpoints/{id}/enable': ['Disabled'],
  'POST /v1/webhook-deliveries/{id}/cancel': ['Waiting'],
  'POST /v1/webhook-runs/{id}/pause': ['Running'],
  'POST /v1/webhook-runs/{id}/resume': ['Paused'],
  'POST /v1/webhook-runs/{id}/cancel': ['Running', 'Paused'],
};

function idOf(resource: string, wanted?: readonly string[]): fc.Arbitrary<Piece> {
  if (resource === 'events') return fc.constant(new Known('eventId'));
  if (resource === 'event-types') {
    return fc.constantFrom('invoice.paid', 'client.created', 'quote.deleted', 'payment.created', 'nothing');
  }
  return references(KINDS[resource] ?? resource, wanted);
}

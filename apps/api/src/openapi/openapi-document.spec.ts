import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { OF_TYPES } from '@billhook/contract/shared/described';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { previewApp } from '../preview-app.js';
import { buildOpenApi, requireTags } from './openapi-document.js';
import { isReference, operationsOf, type OperationResponse, type Described } from './steps/openapi-operations.rules.js';
import { isPlain } from './steps/schema-branches.rules.js';

/** What an operation takes and returns, by name, with references resolved. */
interface Read extends Described {
  readonly name: string;
  readonly takes: readonly string[];
  readonly answers: ReadonlyMap<string, OperationResponse>;
}

let document: OpenAPIObject;
let operations: readonly Read[];

beforeAll(async () => {
  const app = await previewApp();
  document = buildOpenApi(app);
  await app.close();
  operations = operationsOf(document).map(read);
});

const nameIn = (ref: string): string => ref.split('/').at(-1) ?? '';

function read(described: Described): Read {
  const { parameters = {}, responses = {} } = document.components ?? {};
  const takes = (described.operation.parameters ?? []).map((one) => {
    const parameter = isReference(one) ? parameters[nameIn(one.$ref)] : one;
    return parameter && !isReference(parameter) ? parameter.name : '';
  });
  const answers = Object.entries(described.operation.responses).flatMap(
    ([status, one]): [string, OperationResponse][] => {
      const answer = one && isReference(one) ? responses[nameIn(one.$ref)] : one;
      return answer && !isReference(answer) ? [[status, answer]] : [];
    },
  );
  return { ...described, name: `${described.method} ${described.path}`, takes, answers: new Map(answers) };
}

/** The names of the operations for which it does not hold. */
const exceptions = (holds: (operation: Read) => boolean): string[] =>
  operations.filter((one) => !holds(one)).map(({ name }) => name);

const carries = (answer: OperationResponse | undefined, ...names: string[]): boolean =>
  names.every((name) => name in (answer?.headers ?? {}));

const successOf = ({ answers }: Read): OperationResponse | undefined =>
  [...answers].find(([status]) => status.startsWith('2'))?.[1];

const codesOf = (answer: OperationResponse | undefined): string[] =>
  Object.keys(answer?.content?.['application/problem+json']?.examples ?? {});

function missing(name: string): never {
  throw new Error(`operation ${name} not found`);
}

describe('the document', () => {
  it('has the version of the release', () => {
    const manifest = readFileSync(new URL('../../../../package.json', import.meta.url), 'utf8');
    expect(manifest).toContain(`\n  "version": "${document.info.version}",\n`);
  });

  it('names a group without a description, and an operation of it', () => {
    const paths = { '/v1/widgets': { get: { tags: ['Widgets'], responses: {} } }, '/v1/clients': {} };
    expect(() => requireTags({ paths })).toThrow(/the group Widgets \(such as GET \/v1\/widgets\)$/);
    expect(() => requireTags(document)).not.toThrow();
  });

  it('contains only /v1, and only schemas that /v1 uses', () => {
    expect(operations.length).toBeGreaterThan(60);
    expect(exceptions(({ path }) => path.startsWith('/v1/'))).toEqual([]);
    expect(Object.keys(document.components?.securitySchemes ?? {})).toEqual(['apiKey', 'oauth2']);
    expect(Object.keys(document.components?.schemas ?? {})).not.toContain('SignIn');
  });

  it('uses JSON Schema 2020-12: bounds are numbers, and responses allow further members', () => {
    const text = JSON.stringify(document.components?.schemas);
    expect(text).not.toMatch(/"exclusiveM\w+":(true|false)|"nullable"/);
    expect(document.components?.schemas?.['Client']).not.toHaveProperty('additionalProperties');
    expect(document.components?.schemas?.['CreateClient']).toHaveProperty('additionalProperties', false);
  });
});

/** All parts of a JSON value with their paths, without examples. */
function* partsOf(value: unknown, path = ''): Generator<[path: string, part: object]> {
  if (typeof value !== 'object' || value === null) return;
  yield [path, value];
  for (const [key, part] of Object.entries(value)) {
    if (key !== 'example' && key !== 'examples') yield* partsOf(part, `${path}/${key}`);
  }
}

describe('the types', () => {
  it('are no lists, which generators of clients reject', () => {
    const lists = [...partsOf(document)].filter(([, part]) => 'type' in part && Array.isArray(part.type));
    expect(lists.map(([path]) => path)).toEqual([]);
  });

  it('name the size of integers that do not fit into 32 bits', () => {
    const integers = [...partsOf(document)].filter(([, part]) => 'type' in part && part.type === 'integer');
    const isSmall = (part: object) => 'maximum' in part && Number(part.maximum) < 2 ** 31;
    expect(integers.filter(([, part]) => !isSmall(part) && !('format' in part)).map(([path]) => path)).toEqual([]);
    expect(integers.length).toBeGreaterThan(100);
  });

  it('have no alternatives beside members, which generators would lose', () => {
    const rules = ['anyOf', 'oneOf', 'not'];
    const schemas = [...partsOf(document)].filter(([, part]) => 'properties' in part && isPlain(part.properties));
    const mixed = schemas.filter(([path, part]) => !path.endsWith('/properties') && rules.some((rule) => rule in part));
    expect(mixed.map(([path]) => path)).toEqual([]);
  });

  it('have no values with a control character, which oapi-codegen rejects', () => {
    const values = [...partsOf(document)].flatMap(([path, part]) =>
      'enum' in part && Array.isArray(part.enum) ? part.enum.map((value) => [path, String(value)] as const) : [],
    );
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter(([, value]) => /\p{Cc}/u.test(value))).toEqual([]);
  });

  it('reject what the rules of a body reject', () => {
    const ajv = new Ajv2020({
      strict: false,
      validateFormats: false,
      schemas: [{ $id: 'api', components: document.components }],
    });
    const isValid = (name: string, value: object) => ajv.validate({ $ref: `api#/components/schemas/${name}` }, value);
    const line = { name: 'Consulting', quantity: '1', unitPrice: '1.00', taxCategory: 'S', taxRate: '20' };
    const cases: readonly [name: string, value: object, valid: boolean][] = [
      ['LineBody', line, true],
      ['LineBody', { ...line, exemptionReason: 'Article 261' }, false],
      ['LineBody', { ...line, taxRate: undefined }, false],
      ['LineBody', { ...line, taxCategory: 'E', taxRate: '0', exemptionReason: 'Article 261' }, true],
      ['Adjustment', { amount: '1.00' }, true],
      ['Adjustment', { amount: '1.00', percent: '1' }, false],
      ['Adjustment', {}, false],
      ['TestWebhookEndpoint', {}, true],
      ['TestWebhookEndpoint', { eventType: 'invoice.paid', eventId: 'msg_1' }, false],
      ['EventFilterBody', { field: 'status', eq: 'Paid' }, true],
      ['EventFilterBody', { field: 'status' }, false],
      ['EventFilterBody', { field: 'status', eq: 'Paid', all: [] }, false],
    ];
    for (const [name, value, valid] of cases)
      expect([name, value, isValid(name, JSON.parse(JSON.stringify(value)) as object)]).toEqual([name, value, valid]);
  });
});

describe('every member', () => {
  /** The members of a schema and of all that it refers to, with their paths. */
  function membersOf(schema: unknown, path: string, seen: Set<string>): [path: string, description: unknown][] {
    return [...partsOf(schema, path)].flatMap(([at, part]) => {
      const name = '$ref' in part ? nameIn(String(part.$ref)) : undefined;
      if (name !== undefined && !seen.has(name)) {
        seen.add(name);
        return membersOf(document.components?.schemas?.[name], name, seen);
      }
      if (!('properties' in part)) return [];
      return Object.entries(part.properties as Record<string, { description?: string }>).map(
        ([member, { description }]): [string, unknown] => [`${at}/${member}`, description],
      );
    });
  }

  it('has a description, which says more than the type of its value', () => {
    const contents = operations.flatMap(({ name, answers, operation: { requestBody } }) => {
      const bodies = [...answers.values(), ...(requestBody && !isReference(requestBody) ? [requestBody] : [])];
      return bodies.flatMap(({ content = {} }) =>
        Object.values(content).map(({ schema }): [string, unknown] => [name, schema]),
      );
    });
    const messages = Object.values(document.webhooks ?? {}).map((item): [string, unknown] => ['webhooks', item]);
    const seen = new Set<string>();
    const members = [...contents, ...messages].flatMap(([name, schema]) => membersOf(schema, name, seen));
    expect(members.length).toBeGreaterThan(1000);
    const ofTypes: unknown[] = [undefined, '', ...Object.values(OF_TYPES)];
    const isCondition = (path: string) => /\/(?:if|then)\//.test(path);
    const undescribed = members.filter(
      ([path, text]) => ofTypes.includes(text) && !(path.endsWith('/id') && text) && !isCondition(path),
    );
    expect(undescribed.map(([path]) => path)).toEqual([]);
  });
});

describe('every operation', () => {
  it('requires a key, unless it is public, and names its permission once', () => {
    expect(exceptions(({ operation, open }) => (operation.security?.length === 0) === open)).toEqual([]);
    expect(exceptions(({ operation }) => operation.description?.split('Requires ').length === 2)).toEqual([]);
  });

  it('has the shared headers on every response', () => {
    const all = ['Request-Id', 'Client-Request-Id', 'RateLimit-Policy', 'RateLimit'];
    expect(exceptions(({ answers }) => [...answers.values()].every((answer) => carries(answer, ...all)))).toEqual([]);
  });

  it('names its path parameters, and accepts Client-Request-Id', () => {
    const inPath = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
    expect(exceptions(({ path, takes }) => inPath(path).every((name) => takes.includes(name)))).toEqual([]);
    expect(exceptions(({ takes }) => takes.includes('Client-Request-Id'))).toEqual([]);
  });

  it('has parameters with different names in Go, where letters alone count', () => {
    const nameOf = (one: object) => String('x-go-name' in one ? one['x-go-name'] : 'name' in one ? one.name : '');
    const repeated = operations.flatMap(({ name, operation: { parameters = [] } }) => {
      const all = parameters.map((one) =>
        nameOf(isReference(one) ? (document.components?.parameters?.[nameIn(one.$ref)] ?? one) : one),
      );
      const letters = all.map((each) => each.replace(/\W/g, '').toLowerCase());
      return letters.filter((each, n) => letters.indexOf(each) !== n).map((each) => `${name} ${each}`);
    });
    expect(repeated).toEqual([]);
  });

  it('is conditional if it reads, and accepts Idempotency-Key and dry runs if it writes', () => {
    // A stream never ends, so no caller can have all of it already.
    const ends = ({ writes, streams }: Read) => !writes && !streams;
    expect(exceptions((one) => one.takes.includes('If-None-Match') === ends(one))).toEqual([]);
    expect(exceptions((one) => one.answers.has('304') === ends(one))).toEqual([]);
    expect(exceptions((one) => one.writes || carries(successOf(one), 'ETag') === ends(one))).toEqual([]);
    expect(exceptions(({ takes, writes }) => takes.includes('Idempotency-Key') === writes)).toEqual([]);
    expect(exceptions(({ takes, runsDry }) => takes.includes('Prefer') === runsDry)).toEqual([]);
    expect(
      exceptions((one) => !one.writes || carries(successOf(one), 'Idempotent-Replayed', 'Preference-Applied')),
    ).toEqual([]);
  });

  it('accepts If-Match if it can return 412', () => {
    expect(exceptions(({ takes, answers }) => takes.includes('If-Match') === answers.has('412'))).toEqual([]);
    expect(operations.filter(({ answers }) => answers.has('412')).length).toBeGreaterThan(20);
  });

  it('lists its errors with their headers', () => {
    const refuses = (status: string, when: (one: Read) => boolean, ...names: string[]) =>
      exceptions((one) => !when(one) || carries(one.answers.get(status), ...names));
    const writes = (one: Read) => one.writes;
    const always = () => true;
    expect(refuses('400', always)).toEqual([]);
    expect(refuses('401', ({ open }) => !open, 'WWW-Authenticate')).toEqual([]);
    expect(
      refuses('403', ({ permission }) => permission !== undefined, 'WWW-Authenticate', 'X-Required-Permissions'),
    ).toEqual([]);
    expect(refuses('404', ({ namesRecord }) => namesRecord)).toEqual([]);
    expect(refuses('409', writes, 'Retry-After')).toEqual([]);
    for (const status of ['413', '415', '422']) expect(refuses(status, writes)).toEqual([]);
    expect(refuses('429', always, 'Retry-After')).toEqual([]);
    expect(refuses('500', always)).toEqual([]);
    expect(refuses('503', always, 'Retry-After')).toEqual([]);
  });

  it('links to the other pages of a list', () => {
    const lists = operations.filter(({ takes }) => takes.includes('cursor'));
    expect(lists.length).toBeGreaterThan(7);
    expect(lists.filter((one) => !carries(successOf(one), 'Link')).map(({ name }) => name)).toEqual([]);
  });

  it('links a new record to its operations, and a changed one to the operation that reads it', () => {
    const linksOf = (name: string) =>
      Object.keys(successOf(operations.find((one) => one.name === name) ?? missing(name))?.links ?? {});
    expect(linksOf('post /v1/payments')).toEqual([
      'Payments.get',
      'Payments.delete',
      'Payments.timeline',
      'Payments.allocate',
    ]);
    expect(linksOf('post /v1/quotes/{id}/convert')).toContain('Invoices.send');
    expect(linksOf('post /v1/webhook-endpoints/{id}/test')).toContain('WebhookDeliveries.resend');
    expect(linksOf('patch /v1/invoices/{id}')).toEqual(['Invoices.get']);
    expect(linksOf('get /v1/invoices')).toEqual([]);
    expect(document.components?.links?.['Invoices.send']).toMatchObject({
      operationId: 'Invoices.send',
      parameters: { 'path.id': '$response.body#/id', 'header.If-Match': '$response.header.ETag' },
    });
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(Object.keys(document.components?.links ?? {}).filter((name) => !ids.includes(name))).toEqual([]);
  });

  it('lists its specific error codes before the shared ones, each with a link', () => {
    const send = operations.find(({ name }) => name === 'post /v1/invoices/{id}/send');
    const conflict = send?.answers.get('409');
    expect(codesOf(conflict)).toEqual([
      'action_not_allowed',
      'number_taken',
      'period_closed',
      'client_archived',
      'idempotency_in_flight',
    ]);
    expect(conflict?.description).toMatch(/^- \[`action_not_allowed`\]\(\/docs\/errors\/action_not_allowed\): \w/);
  });

  it('has an optional body if all its properties are optional', () => {
    const required = (name: string) => {
      const body = operations.find((one) => one.name === name)?.operation.requestBody;
      return body && !isReference(body) ? body.required : undefined;
    };
    expect(required('post /v1/invoices')).toBe(true);
    expect(required('post /v1/invoices/{id}/send')).toBe(false);
  });
});

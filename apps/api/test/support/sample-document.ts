import { breakingChanges } from '../../src/openapi/breaks/breaking-changes.rules.js';
import { isOpenApi } from '../../src/openapi/openapi-document.js';
import { isPlain } from '../../src/openapi/steps/schema-branches.rules.js';

export const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
export const text = { type: 'string' };

const CODES = ['bad_request', 'number_taken', 'client_archived', 'invalid_body'] as const;
export const rejection = (...codes: readonly (typeof CODES)[number][]) => ({
  'application/problem+json': {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  },
});

/** A document with one of everything; each case alters a copy of it. */
export const sample = () => ({
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1' },
  servers: [{ url: '/' }, { url: '/second' }],
  paths: {
    '/v1/clients': {
      get: {
        operationId: 'Clients.list',
        'x-permission': 'client.read',
        security: [{ apiKey: [] }],
        parameters: [
          { name: 'limit', in: 'query', required: false, schema: { type: 'integer', maximum: 100, default: 25 } },
          { $ref: '#/components/parameters/ClientRequestId' },
        ],
        responses: {
          200: {
            description: 'OK',
            headers: { ETag: { schema: text }, RequestId: { $ref: '#/components/headers/RequestId' } },
            content: json('Client'),
          },
          400: { $ref: '#/components/responses/BadRequest' },
        },
      },
      post: {
        operationId: 'Clients.create',
        'x-permission': 'client.write',
        requestBody: { required: false, content: json('CreateClient') },
        responses: {
          201: { description: 'Created', content: json('Client') },
          409: { description: 'No', content: rejection('number_taken', 'client_archived') },
          422: { description: 'No', content: rejection('invalid_body') },
        },
      },
    },
    '/v1/openapi.json': {
      get: {
        operationId: 'OpenApi.get',
        'x-permission': 'public',
        security: [],
        responses: { 200: { description: 'OK' } },
      },
    },
  },
  webhooks: {
    'client.created': {
      post: {
        operationId: 'on.client.created',
        parameters: [{ name: 'webhook-id', in: 'header', required: true, schema: text }],
        requestBody: { required: true, content: json('Message') },
        responses: { '2XX': { description: 'Received' } },
      },
    },
  },
  components: {
    parameters: { ClientRequestId: { name: 'Client-Request-Id', in: 'header', required: false, schema: text } },
    responses: { BadRequest: { description: 'Bad', content: rejection('bad_request') } },
    headers: { RequestId: { required: true, schema: text } },
    examples: Object.fromEntries(CODES.map((code) => [code, { value: { code } }])),
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'A key' },
      oauth2: {
        type: 'oauth2',
        flows: { authorizationCode: { tokenUrl: '/token', scopes: { 'client.read': 'Read' } } },
      },
    },
    schemas: {
      Client: {
        type: 'object',
        required: ['name'],
        properties: { name: text, status: { ...text, enum: ['Active', 'Archived'] } },
      },
      CreateClient: {
        type: 'object',
        additionalProperties: false,
        required: [],
        properties: { name: text, kind: { ...text, enum: ['A', 'B'], description: 'Which. Default: `"A"`' } },
      },
      Message: {
        type: 'object',
        required: ['id'],
        properties: {
          id: text,
          type: { ...text, enum: ['client.created'] },
          data: { $ref: '#/components/schemas/Client' },
        },
      },
      Problem: { type: 'object', required: ['code'], properties: { code: text } },
    },
  },
});

/** The path in the document, with keys separated by spaces, and the new value; without a value, it is removed. */
export type Change = readonly [place: string, value?: unknown];

function altered(document: unknown, [place, ...value]: Change): unknown {
  const [key = '', ...rest] = place.split(' ');
  if (Array.isArray(document)) return Object.values(altered({ ...document }, [place, ...value]) ?? {});
  if (!isPlain(document)) throw new Error(`there is no ${place}`);
  if (rest.length > 0) return { ...document, [key]: altered(document[key], [rest.join(' '), ...value]) };
  const { [key]: _, ...others } = document;
  return value.length === 0 ? others : { ...others, [key]: value[0] };
}

/** The errors of the sample after some changes. */
export function breaksOf(...changes: readonly Change[]): string[] {
  const before: unknown = sample();
  const after = changes.reduce(altered, sample() as unknown);
  if (!isOpenApi(before) || !isOpenApi(after)) throw new Error('the sample is no document');
  return breakingChanges(before, after);
}

export const LIST = 'paths /v1/clients get';
export const CREATE = 'paths /v1/clients post';
export const HOOK = 'webhooks client.created';
export const OPEN = 'paths /v1/openapi.json get';
export const CONFLICT = `${CREATE} responses 409 content`;
export const SCHEMAS = 'components schemas';
export const SCHEME = 'components securitySchemes apiKey';
export const OAUTH = 'components securitySchemes oauth2';

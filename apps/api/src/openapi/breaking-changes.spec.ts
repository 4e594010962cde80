import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.js';
import { isOpenApi } from './openapi-document.js';
import { isPlain } from './schema-branches.js';

const json = (name: string) => ({ 'application/json': { schema: { $ref: `#/components/schemas/${name}` } } });
const text = { type: 'string' };

const CODES = ['bad_request', 'number_taken', 'client_archived', 'invalid_body'] as const;
const refusal = (...codes: readonly (typeof CODES)[number][]) => ({
  'application/problem+json': {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
  },
});

/** A document with one of everything; each case alters a copy of it. */
const sample = () => ({
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
          409: { description: 'No', content: refusal('number_taken', 'client_archived') },
          422: { description: 'No', content: refusal('invalid_body') },
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
    responses: { BadRequest: { description: 'Bad', content: refusal('bad_request') } },
    headers: { RequestId: { required: true, schema: text } },
    examples: Object.fromEntries(CODES.map((code) => [code, { value: { code } }])),
    securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'A key' } },
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

/** Where in the document, its keys separated by blanks, and what stands there then; without that it is taken out. */
type Change = readonly [place: string, value?: unknown];

function altered(document: unknown, [place, ...value]: Change): unknown {
  const [key = '', ...rest] = place.split(' ');
  if (Array.isArray(document)) return Object.values(altered({ ...document }, [place, ...value]) ?? {});
  if (!isPlain(document)) throw new Error(`there is no ${place}`);
  if (rest.length > 0) return { ...document, [key]: altered(document[key], [rest.join(' '), ...value]) };
  const { [key]: _, ...others } = document;
  return value.length === 0 ? others : { ...others, [key]: value[0] };
}

function told(...changes: readonly Change[]): string[] {
  const before: unknown = sample();
  const after = changes.reduce(altered, sample() as unknown);
  if (!isOpenApi(before) || !isOpenApi(after)) throw new Error('the sample is no document');
  return breakingChanges(before, after);
}

const LIST = 'paths /v1/clients get';
const CREATE = 'paths /v1/clients post';
const HOOK = 'webhooks client.created';
const OPEN = 'paths /v1/openapi.json get';
const CONFLICT = `${CREATE} responses 409 content`;
const SCHEMAS = 'components schemas';
const SCHEME = 'components securitySchemes apiKey';

const BREAKS: readonly (readonly [name: string, change: Change, sentence: string])[] = [
  ['a path goes', ['paths /v1/clients'], 'GET /v1/clients: is gone'],
  ['an operation goes', [CREATE], 'POST /v1/clients: is gone'],
  [
    'an operation is named anew',
    [`${LIST} operationId`, 'Clients.all'],
    'GET /v1/clients: operationId was Clients.list, is Clients.all now',
  ],
  [
    'another permission is needed',
    [`${LIST} x-permission`, 'invoice.read'],
    'GET /v1/clients: needed client.read, needs invoice.read now',
  ],
  [
    'what was open needs a key',
    ['paths /v1/openapi.json get x-permission', 'authenticated'],
    'GET /v1/openapi.json: needed public, needs authenticated now',
  ],
  [
    'what was open needs a permission',
    ['paths /v1/openapi.json get x-permission', 'client.read'],
    'GET /v1/openapi.json: needed public, needs client.read now',
  ],

  ['the server moves', ['servers 0 url', '/api'], 'the document: the first server was /, is /api now'],
  ['there is no server any more', ['servers', []], 'the document: the server /second is gone'],
  [
    'an operation moves to a server of its own',
    [`${LIST} servers`, [{ url: '/lists' }]],
    'GET /v1/clients: the first server was /, is /lists now',
  ],
  [
    'the key is sent otherwise',
    [SCHEME, { type: 'apiKey', in: 'header', name: 'X-Api-Key' }],
    'the security scheme apiKey: was {"type":"http","scheme":"bearer"}, is {"type":"apiKey","in":"header","name":"X-Api-Key"} now',
  ],
  ['a security scheme goes', [SCHEME], 'the security scheme apiKey: is gone'],
  [
    'what was open needs a credential',
    [`${OPEN} security`, [{ apiKey: [] }]],
    'GET /v1/openapi.json: security was none, is apiKey now',
  ],
  [
    'everything needs a credential',
    ['security', [{ apiKey: [] }]],
    'POST /v1/clients: security was none, is apiKey now',
  ],
  [
    'a second credential is needed',
    [`${LIST} security`, [{ apiKey: [], session: [] }]],
    'GET /v1/clients: security was apiKey, is apiKey and session now',
  ],
  [
    'a scope is needed',
    [`${LIST} security`, [{ apiKey: ['read'] }]],
    'GET /v1/clients: security was apiKey, is apiKey now',
  ],

  ['a parameter goes', [`${LIST} parameters 0`], 'GET /v1/clients limit: is not taken any more'],
  ['a shared parameter goes', [`${LIST} parameters 1`], 'GET /v1/clients Client-Request-Id: is not taken any more'],
  ['a parameter is needed', [`${LIST} parameters 0 required`, true], 'GET /v1/clients limit: is required now'],
  [
    'a shared parameter is needed',
    ['components parameters ClientRequestId required', true],
    'GET /v1/clients Client-Request-Id: is required now',
  ],
  [
    'a needed parameter comes',
    [`${LIST} parameters 2`, { name: 'q', in: 'query', required: true }],
    'GET /v1/clients q: is required now',
  ],
  [
    'a parameter takes less',
    [`${LIST} parameters 0 schema maximum`, 50],
    'GET /v1/clients limit: maximum was 100, is 50 now',
  ],
  [
    'a parameter has another default',
    [`${LIST} parameters 0 schema default`, 50],
    'GET /v1/clients limit: default was 25, is 50 now',
  ],
  [
    'a parameter moves to the headers',
    [`${LIST} parameters 0 in`, 'header'],
    'GET /v1/clients limit: is not taken any more',
  ],
  [
    'a parameter is written otherwise',
    [`${LIST} parameters 0 explode`, false],
    'GET /v1/clients limit: is written in another way now',
  ],

  ['a body goes', [`${CREATE} requestBody`], 'POST /v1/clients body: is not taken any more'],
  ['a body is needed', [`${CREATE} requestBody required`, true], 'POST /v1/clients body: is required now'],
  [
    'a needed body comes',
    [`${LIST} requestBody`, { required: true, content: json('CreateClient') }],
    'GET /v1/clients body: is required now',
  ],
  [
    'a media type of bodies goes',
    [`${CREATE} requestBody content`, { 'text/csv': {} }],
    'POST /v1/clients body application/json: is gone',
  ],
  ['a property is needed', [`${SCHEMAS} CreateClient required`, ['kind']], 'CreateClient.kind: is required now'],
  ['a property goes', [`${SCHEMAS} CreateClient properties kind`], 'CreateClient.kind: is not taken any more'],
  [
    'a property takes less',
    [`${SCHEMAS} CreateClient properties kind enum`, ['A']],
    'CreateClient.kind: does not take "B" any more',
  ],
  [
    'the default of a property is another, in words',
    [`${SCHEMAS} CreateClient properties kind description`, 'Which. Default: `"B"`'],
    'CreateClient.kind: default was "A", is "B" now',
  ],
  [
    'a property is of another type',
    [`${SCHEMAS} CreateClient properties name type`, 'number'],
    'CreateClient.name: type was "string", is "number" now',
  ],

  ['a success goes', [`${CREATE} responses 201`], 'POST /v1/clients 201: is not answered any more'],
  [
    'a media type of answers goes',
    [`${CREATE} responses 201 content`, { 'text/csv': {} }],
    'POST /v1/clients 201 application/json: is gone',
  ],
  ['answers have no body', [`${CREATE} responses 201 content`], 'POST /v1/clients 201 application/json: is gone'],
  ['a header of an answer goes', [`${LIST} responses 200 headers ETag`], 'GET /v1/clients 200 ETag: is gone'],
  ['a shared header goes', [`${LIST} responses 200 headers RequestId`], 'GET /v1/clients 200 RequestId: is gone'],
  [
    'a header is of another type',
    [`${LIST} responses 200 headers ETag schema type`, 'number'],
    'GET /v1/clients 200 ETag: type was "string", is "number" now',
  ],
  [
    'a shared header is of another type',
    ['components headers RequestId schema type', 'integer'],
    'the header RequestId: type was "string", is "integer" now',
  ],
  [
    'a header may be missing',
    ['components headers RequestId required', false],
    'the header RequestId: may be missing now',
  ],
  [
    'a second success comes',
    [`${CREATE} responses 202`, { description: 'Accepted' }],
    'POST /v1/clients 202: is answered now',
  ],
  ['a redirect comes', [`${CREATE} responses 303`, { description: 'There' }], 'POST /v1/clients 303: is answered now'],
  [
    'a code goes',
    [CONFLICT, refusal('client_archived')],
    'POST /v1/clients 409 number_taken: is not answered any more',
  ],
  [
    'a code is named anew',
    ['components examples number_taken value code', 'number_used'],
    'POST /v1/clients 409 number_taken: is not answered any more',
  ],
  [
    'a shared code is named anew',
    ['components examples bad_request value code', 'wrong_request'],
    'GET /v1/clients 400 bad_request: is not answered any more',
  ],
  ['a refusal goes', [`${CREATE} responses 422`], 'POST /v1/clients 422 invalid_body: is not answered any more'],
  ['an answer is something else', [`${CREATE} responses 201 content`, json('Problem')], 'Problem.name: is gone'],
  ['a member goes', [`${SCHEMAS} Client properties status`], 'Client.status: is gone'],
  ['a member may be missing', [`${SCHEMAS} Client required`, []], 'Client.name: may be missing now'],
  [
    'a member may be null',
    [`${SCHEMAS} Client properties name type`, ['string', 'null']],
    'Client.name: may be null now',
  ],
  ['a member of problems goes', [`${SCHEMAS} Problem properties code`], 'Problem.code: is gone'],

  ['a webhook goes', [HOOK], 'POST webhook client.created: is gone'],
  [
    'a webhook is named anew',
    [`${HOOK} post operationId`, 'on.new'],
    'POST webhook client.created: operationId was on.client.created, is on.new now',
  ],
  ['a message has no body', [`${HOOK} post requestBody`], 'POST webhook client.created body: is gone'],
  ['a message is something else', [`${HOOK} post requestBody content`, json('Problem')], 'Problem.id: is gone'],
  ['a member of a message goes', [`${SCHEMAS} Message properties id`], 'Message.id: is gone'],
  ['a member of a message may be missing', [`${SCHEMAS} Message required`, []], 'Message.id: may be missing now'],
  [
    'the type of a message is another',
    [`${SCHEMAS} Message properties type enum`, ['client.made']],
    'Message.type: enum was ["client.created"], is ["client.made"] now',
  ],
  ['a header of a message goes', [`${HOOK} post parameters`, []], 'POST webhook client.created webhook-id: is gone'],
  [
    'a header of a message may be missing',
    [`${HOOK} post parameters 0 required`, false],
    'POST webhook client.created webhook-id: may be missing now',
  ],
  [
    'a header of a message is of another type',
    [`${HOOK} post parameters 0 schema type`, 'number'],
    'POST webhook client.created webhook-id: type was "string", is "number" now',
  ],
];

const renamed = {
  'application/problem+json': {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: { one: { value: { code: 'number_taken' } }, two: { value: { code: 'client_archived' } } },
  },
};
const operation = { operationId: 'New', 'x-permission': 'client.read', responses: {} };
const parameter = { name: 'q', in: 'query', schema: text };

const HARMLESS: readonly (readonly [name: string, change: Change])[] = [
  ['a path comes', ['paths /v1/quotes', { get: operation }]],
  ['an operation comes', ['paths /v1/clients delete', operation]],
  ['any key will do', [`${LIST} x-permission`, 'authenticated']],
  ['no key is needed', [`${LIST} x-permission`, 'public']],
  ['a parameter comes', [`${LIST} parameters 2`, parameter]],
  ['parameters stand in another order', [`${LIST} parameters`, sample().paths['/v1/clients'].get.parameters.reverse()]],
  ['a shared parameter is written out', [`${LIST} parameters 1`, sample().components.parameters.ClientRequestId]],
  ['a parameter takes more', [`${LIST} parameters 0 schema maximum`, 500]],
  ['a body comes that may be left out', [`${LIST} requestBody`, { required: false, content: json('CreateClient') }]],
  ['a media type of bodies comes', [`${CREATE} requestBody content text/csv`, {}]],
  ['a property comes', [`${SCHEMAS} CreateClient properties vat`, text]],
  ['a property takes a value more', [`${SCHEMAS} CreateClient properties kind enum`, ['A', 'B', 'C']]],
  ['a refusal comes', [`${CREATE} responses 409`, { description: 'No' }]],
  ['a code comes', [CONFLICT, refusal('client_archived', 'bad_request', 'number_taken')]],
  ['a code is called otherwise in the document', [CONFLICT, renamed]],
  ['something may be the same still', [`${LIST} responses 304`, { description: 'The same' }]],
  ['a server comes', ['servers 2', { url: '/third' }]],
  ['another credential will do', [`${LIST} security`, [{ session: [] }, { apiKey: [] }]]],
  ['no credential is needed', [`${LIST} security`, []]],
  ['a credential is described otherwise', [`${SCHEME} description`, 'Your key']],
  ['a security scheme comes', ['components securitySchemes session', { type: 'http', scheme: 'basic' }]],
  ['a shared header is written out', [`${LIST} responses 200 headers RequestId`, { required: true, schema: text }]],
  ['a default is told by its keyword', [`${SCHEMAS} CreateClient properties kind default`, 'A']],
  ['a header of an answer comes', [`${LIST} responses 200 headers Link`, { schema: text }]],
  ['a member comes', [`${SCHEMAS} Client properties vat`, text]],
  ['a member has a new value', [`${SCHEMAS} Client properties status enum`, ['Active', 'Archived', 'Merged']]],
  ['a member has a value less', [`${SCHEMAS} Client properties status enum`, ['Archived']]],
  ['words are others', [`${LIST} summary`, 'New']],
  ['a schema comes', [`${SCHEMAS} New`, text]],
  ['a webhook comes', ['webhooks client.merged', { post: operation }]],
  ['a member of a message comes', [`${SCHEMAS} Message properties attempt`, text]],
  [
    'a header of a message comes',
    [`${HOOK} post parameters 1`, { name: 'webhook-attempt', in: 'header', schema: text }],
  ],
  ['a receiver may answer otherwise', [`${HOOK} post responses`, { '4XX': { description: 'No' } }]],
];

describe('a document that breaks the one before', () => {
  it.each(BREAKS)('is told when %s', (_, change, sentence) => expect(told(change)).toContain(sentence));

  it('is told of a code that moves to another status', () => {
    const sentences = told(
      [CONFLICT, refusal('client_archived')],
      [`${CREATE} responses 422 content`, refusal('invalid_body', 'number_taken')],
    );
    expect(sentences).toEqual(['POST /v1/clients 409 number_taken: is answered with 422 now']);
  });

  it('is told of all, each once', () => {
    expect(told([`${SCHEMAS} Client properties status`], [HOOK])).toEqual([
      'Client.status: is gone',
      'POST webhook client.created: is gone',
    ]);
  });
});

describe('a document that has only grown', () => {
  it.each(HARMLESS)('is let through when %s', (_, change) => expect(told(change)).toEqual([]));

  it('is one that has not changed, as large as it is', async () => {
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    const committed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isOpenApi(committed)) throw new Error('what is committed is no OpenAPI document');
    expect(breakingChanges(committed, structuredClone(committed))).toEqual([]);
  });
});

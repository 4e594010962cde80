import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import {
  CREATE,
  HOOK,
  LIST,
  SCHEMAS,
  json,
  sample,
  text,
  breaksOf,
  type Change,
} from '../../../test/support/sample-document.js';
import { isOpenApi } from '../openapi-document.js';
import { breakingChanges } from './breaking-changes.rules.js';

const operation = { operationId: 'New', 'x-permission': 'client.read', responses: {} };
const parameter = { name: 'q', in: 'query', schema: text };

const BREAKS: readonly (readonly [name: string, change: Change, sentence: string])[] = [
  ['a path is removed', ['paths /v1/clients'], 'GET /v1/clients: was removed'],
  ['an operation is removed', [CREATE], 'POST /v1/clients: was removed'],
  [
    'an operation is renamed',
    [`${LIST} operationId`, 'Clients.all'],
    'GET /v1/clients: operationId was Clients.list, is Clients.all now',
  ],

  ['a parameter is removed', [`${LIST} parameters 0`], 'GET /v1/clients limit: is no longer accepted'],
  [
    'a shared parameter is removed',
    [`${LIST} parameters 1`],
    'GET /v1/clients Client-Request-Id: is no longer accepted',
  ],
  ['a parameter becomes required', [`${LIST} parameters 0 required`, true], 'GET /v1/clients limit: is required now'],
  [
    'a shared parameter becomes required',
    ['components parameters ClientRequestId required', true],
    'GET /v1/clients Client-Request-Id: is required now',
  ],
  [
    'a required parameter is added',
    [`${LIST} parameters 2`, { name: 'q', in: 'query', required: true }],
    'GET /v1/clients q: is required now',
  ],
  [
    'a parameter accepts less',
    [`${LIST} parameters 0 schema maximum`, 50],
    'GET /v1/clients limit: maximum was 100, is 50 now',
  ],
  [
    'the default of a parameter changes',
    [`${LIST} parameters 0 schema default`, 50],
    'GET /v1/clients limit: default was 25, is 50 now',
  ],
  [
    'a parameter moves to the header',
    [`${LIST} parameters 0 in`, 'header'],
    'GET /v1/clients limit: is no longer accepted',
  ],
  [
    'the style of a parameter changes',
    [`${LIST} parameters 0 explode`, false],
    'GET /v1/clients limit: now has another format',
  ],

  ['a body is removed', [`${CREATE} requestBody`], 'POST /v1/clients body: is no longer accepted'],
  ['a body becomes required', [`${CREATE} requestBody required`, true], 'POST /v1/clients body: is required now'],
  [
    'a required body is added',
    [`${LIST} requestBody`, { required: true, content: json('CreateClient') }],
    'GET /v1/clients body: is required now',
  ],
  [
    'a media type of bodies is removed',
    [`${CREATE} requestBody content`, { 'text/csv': {} }],
    'POST /v1/clients body application/json: was removed',
  ],
  ['a property becomes required', [`${SCHEMAS} CreateClient required`, ['kind']], 'CreateClient.kind: is required now'],
  ['a property is removed', [`${SCHEMAS} CreateClient properties kind`], 'CreateClient.kind: is no longer accepted'],
  [
    'a property accepts less',
    [`${SCHEMAS} CreateClient properties kind enum`, ['A']],
    'CreateClient.kind: no longer accepts "B"',
  ],
  [
    'the described default of a property changes',
    [`${SCHEMAS} CreateClient properties kind description`, 'Which. Default: `"B"`'],
    'CreateClient.kind: default was "A", is "B" now',
  ],
  [
    'the type of a property changes',
    [`${SCHEMAS} CreateClient properties name type`, 'number'],
    'CreateClient.name: type was "string", is "number" now',
  ],

  ['a webhook is removed', [HOOK], 'POST webhook client.created: was removed'],
  [
    'a webhook is renamed',
    [`${HOOK} post operationId`, 'on.new'],
    'POST webhook client.created: operationId was on.client.created, is on.new now',
  ],
  ['a message loses its body', [`${HOOK} post requestBody`], 'POST webhook client.created body: was removed'],
  ['the schema of a message changes', [`${HOOK} post requestBody content`, json('Problem')], 'Problem.id: was removed'],
  ['a member of a message is removed', [`${SCHEMAS} Message properties id`], 'Message.id: was removed'],
  ['a member of a message may be missing', [`${SCHEMAS} Message required`, []], 'Message.id: may be missing now'],
  [
    'the type of a message changes',
    [`${SCHEMAS} Message properties type enum`, ['client.made']],
    'Message.type: enum was ["client.created"], is ["client.made"] now',
  ],
  [
    'a header of a message is removed',
    [`${HOOK} post parameters`, []],
    'POST webhook client.created webhook-id: was removed',
  ],
  [
    'a header of a message may be missing',
    [`${HOOK} post parameters 0 required`, false],
    'POST webhook client.created webhook-id: may be missing now',
  ],
  [
    'the type of a header of a message changes',
    [`${HOOK} post parameters 0 schema type`, 'number'],
    'POST webhook client.created webhook-id: type was "string", is "number" now',
  ],
];

const HARMLESS: readonly (readonly [name: string, change: Change])[] = [
  ['a path is added', ['paths /v1/quotes', { get: operation }]],
  ['an operation is added', ['paths /v1/clients delete', operation]],
  ['a parameter is added', [`${LIST} parameters 2`, parameter]],
  ['the order of parameters changes', [`${LIST} parameters`, sample().paths['/v1/clients'].get.parameters.reverse()]],
  ['a shared parameter is inlined', [`${LIST} parameters 1`, sample().components.parameters.ClientRequestId]],
  ['a parameter accepts more', [`${LIST} parameters 0 schema maximum`, 500]],
  ['an optional body is added', [`${LIST} requestBody`, { required: false, content: json('CreateClient') }]],
  ['a media type of bodies is added', [`${CREATE} requestBody content text/csv`, {}]],
  ['a property is added', [`${SCHEMAS} CreateClient properties vat`, text]],
  ['a property accepts another value', [`${SCHEMAS} CreateClient properties kind enum`, ['A', 'B', 'C']]],
  ['a default moves to its keyword', [`${SCHEMAS} CreateClient properties kind default`, 'A']],
  ['a summary changes', [`${LIST} summary`, 'New']],
  ['a schema is added', [`${SCHEMAS} New`, text]],
  ['a webhook is added', ['webhooks client.merged', { post: operation }]],
  ['a member of a message is added', [`${SCHEMAS} Message properties attempt`, text]],
  [
    'a header of a message is added',
    [`${HOOK} post parameters 1`, { name: 'webhook-attempt', in: 'header', schema: text }],
  ],
  ['the response of a receiver changes', [`${HOOK} post responses`, { '4XX': { description: 'No' } }]],
];

describe('breaking changes', () => {
  it.each(BREAKS)('are reported when %s', (_, change, sentence) => expect(breaksOf(change)).toContain(sentence));

  it('are reported once each', () => {
    expect(breaksOf([`${SCHEMAS} Client properties status`], [HOOK])).toEqual([
      'Client.status: was removed',
      'POST webhook client.created: was removed',
    ]);
  });
});

describe('no breaking change', () => {
  it.each(HARMLESS)('is reported when %s', (_, change) => expect(breaksOf(change)).toEqual([]));

  it('is reported for the unchanged document of /v1', async () => {
    const file = new URL('../../../../docs/openapi.json', import.meta.url);
    const committed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isOpenApi(committed)) throw new Error('the committed file is not an OpenAPI document');
    expect(breakingChanges(committed, structuredClone(committed))).toEqual([]);
  });
});

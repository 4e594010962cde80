import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { breakingChanges } from './breaking-changes.js';
import { isOpenApi } from './openapi-document.js';
import {
  CREATE,
  HOOK,
  LIST,
  SCHEMAS,
  json,
  sample,
  text,
  told,
  type Change,
} from '../../test/support/sample-document.js';

const operation = { operationId: 'New', 'x-permission': 'client.read', responses: {} };
const parameter = { name: 'q', in: 'query', schema: text };

const BREAKS: readonly (readonly [name: string, change: Change, sentence: string])[] = [
  ['a path goes', ['paths /v1/clients'], 'GET /v1/clients: was removed'],
  ['an operation goes', [CREATE], 'POST /v1/clients: was removed'],
  [
    'an operation is renamed',
    [`${LIST} operationId`, 'Clients.all'],
    'GET /v1/clients: operationId was Clients.list, is Clients.all now',
  ],

  ['a parameter goes', [`${LIST} parameters 0`], 'GET /v1/clients limit: is no longer accepted'],
  ['a shared parameter goes', [`${LIST} parameters 1`], 'GET /v1/clients Client-Request-Id: is no longer accepted'],
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
    'GET /v1/clients limit: is no longer accepted',
  ],
  [
    'a parameter is written otherwise',
    [`${LIST} parameters 0 explode`, false],
    'GET /v1/clients limit: is written in another way now',
  ],

  ['a body goes', [`${CREATE} requestBody`], 'POST /v1/clients body: is no longer accepted'],
  ['a body is needed', [`${CREATE} requestBody required`, true], 'POST /v1/clients body: is required now'],
  [
    'a needed body comes',
    [`${LIST} requestBody`, { required: true, content: json('CreateClient') }],
    'GET /v1/clients body: is required now',
  ],
  [
    'a media type of bodies goes',
    [`${CREATE} requestBody content`, { 'text/csv': {} }],
    'POST /v1/clients body application/json: was removed',
  ],
  ['a property is needed', [`${SCHEMAS} CreateClient required`, ['kind']], 'CreateClient.kind: is required now'],
  ['a property goes', [`${SCHEMAS} CreateClient properties kind`], 'CreateClient.kind: is no longer accepted'],
  [
    'a property takes less',
    [`${SCHEMAS} CreateClient properties kind enum`, ['A']],
    'CreateClient.kind: no longer accepts "B"',
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

  ['a webhook goes', [HOOK], 'POST webhook client.created: was removed'],
  [
    'a webhook is renamed',
    [`${HOOK} post operationId`, 'on.new'],
    'POST webhook client.created: operationId was on.client.created, is on.new now',
  ],
  ['a message has no body', [`${HOOK} post requestBody`], 'POST webhook client.created body: was removed'],
  ['a message is something else', [`${HOOK} post requestBody content`, json('Problem')], 'Problem.id: was removed'],
  ['a member of a message goes', [`${SCHEMAS} Message properties id`], 'Message.id: was removed'],
  ['a member of a message may be missing', [`${SCHEMAS} Message required`, []], 'Message.id: may be missing now'],
  [
    'the type of a message is another',
    [`${SCHEMAS} Message properties type enum`, ['client.made']],
    'Message.type: enum was ["client.created"], is ["client.made"] now',
  ],
  [
    'a header of a message goes',
    [`${HOOK} post parameters`, []],
    'POST webhook client.created webhook-id: was removed',
  ],
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

const HARMLESS: readonly (readonly [name: string, change: Change])[] = [
  ['a path comes', ['paths /v1/quotes', { get: operation }]],
  ['an operation comes', ['paths /v1/clients delete', operation]],
  ['a parameter comes', [`${LIST} parameters 2`, parameter]],
  ['parameters stand in another order', [`${LIST} parameters`, sample().paths['/v1/clients'].get.parameters.reverse()]],
  ['a shared parameter is written out', [`${LIST} parameters 1`, sample().components.parameters.ClientRequestId]],
  ['a parameter takes more', [`${LIST} parameters 0 schema maximum`, 500]],
  ['a body comes that may be left out', [`${LIST} requestBody`, { required: false, content: json('CreateClient') }]],
  ['a media type of bodies comes', [`${CREATE} requestBody content text/csv`, {}]],
  ['a property comes', [`${SCHEMAS} CreateClient properties vat`, text]],
  ['a property takes a value more', [`${SCHEMAS} CreateClient properties kind enum`, ['A', 'B', 'C']]],
  ['a default is told by its keyword', [`${SCHEMAS} CreateClient properties kind default`, 'A']],
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

  it('is told of all, each once', () => {
    expect(told([`${SCHEMAS} Client properties status`], [HOOK])).toEqual([
      'Client.status: was removed',
      'POST webhook client.created: was removed',
    ]);
  });
});

describe('a document that has only grown', () => {
  it.each(HARMLESS)('is let through when %s', (_, change) => expect(told(change)).toEqual([]));

  it('is one that has not changed, as large as it is', async () => {
    const file = new URL('../../../docs/openapi.json', import.meta.url);
    const committed: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (!isOpenApi(committed)) throw new Error('the committed file is not an OpenAPI document');
    expect(breakingChanges(committed, structuredClone(committed))).toEqual([]);
  });
});

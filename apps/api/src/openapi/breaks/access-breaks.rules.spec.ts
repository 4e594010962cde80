import { describe, expect, it } from '@jest/globals';
import { LIST, OAUTH, OPEN, SCHEME, breaksOf, type Change } from '../../../test/support/sample-document.js';

const BREAKS: readonly (readonly [name: string, change: Change, sentence: string])[] = [
  [
    'another permission is needed',
    [`${LIST} x-permission`, 'invoice.read'],
    'GET /v1/clients: needed client.read, needs invoice.read now',
  ],
  [
    'a public operation needs a key',
    ['paths /v1/openapi.json get x-permission', 'authenticated'],
    'GET /v1/openapi.json: needed public, needs authenticated now',
  ],
  [
    'a public operation needs a permission',
    ['paths /v1/openapi.json get x-permission', 'client.read'],
    'GET /v1/openapi.json: needed public, needs client.read now',
  ],

  ['the URL of the server changes', ['servers 0 url', '/api'], 'the document: the first server was /, is /api now'],
  ['all servers are removed', ['servers', []], 'the document: the server /second was removed'],
  [
    'an operation gets another server',
    [`${LIST} servers`, [{ url: '/lists' }]],
    'GET /v1/clients: the first server was /, is /lists now',
  ],
  [
    'the key is sent in another way',
    [SCHEME, { type: 'apiKey', in: 'header', name: 'X-Api-Key' }],
    'the security scheme apiKey: was {"type":"http","scheme":"bearer"}, is {"type":"apiKey","in":"header","name":"X-Api-Key"} now',
  ],
  [
    'a scope of an application is removed',
    [`${OAUTH} flows authorizationCode scopes`, { 'client.write': 'Write' }],
    'the security scheme oauth2: was {"type":"oauth2","flows":{"authorizationCode":{"tokenUrl":"/token","scopes":["client.read"]}}}, is {"type":"oauth2","flows":{"authorizationCode":{"tokenUrl":"/token","scopes":[]}}} now',
  ],
  ['a security scheme is removed', [SCHEME], 'the security scheme apiKey: was removed'],
  [
    'a public operation needs a credential',
    [`${OPEN} security`, [{ apiKey: [] }]],
    'GET /v1/openapi.json: security was none, is apiKey now',
  ],
  [
    'all operations need a credential',
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
    'GET /v1/clients: security was apiKey, is apiKey read now',
  ],
];

const HARMLESS: readonly (readonly [name: string, change: Change])[] = [
  ['any key is accepted', [`${LIST} x-permission`, 'authenticated']],
  ['no key is needed', [`${LIST} x-permission`, 'public']],
  ['a server is added', ['servers 2', { url: '/third' }]],
  ['another credential is accepted as well', [`${LIST} security`, [{ session: [] }, { apiKey: [] }]]],
  ['no credential is needed', [`${LIST} security`, []]],
  ['the description of a credential changes', [`${SCHEME} description`, 'Your key']],
  [
    'an application can ask for another scope',
    [`${OAUTH} flows authorizationCode scopes`, { 'client.read': 'View', 'client.write': 'Write' }],
  ],
  ['a security scheme is added', ['components securitySchemes session', { type: 'http', scheme: 'basic' }]],
];

describe('access to an operation', () => {
  it.each(BREAKS)('breaks when %s', (_, change, sentence) => expect(breaksOf(change)).toContain(sentence));

  it.each(HARMLESS)('does not break when %s', (_, change) => expect(breaksOf(change)).toEqual([]));
});

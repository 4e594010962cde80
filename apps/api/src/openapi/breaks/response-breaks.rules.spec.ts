import { describe, expect, it } from '@jest/globals';
import {
  CONFLICT,
  CREATE,
  LIST,
  SCHEMAS,
  json,
  rejection,
  text,
  breaksOf,
  type Change,
} from '../../../test/support/sample-document.js';

const renamed = {
  'application/problem+json': {
    schema: { $ref: '#/components/schemas/Problem' },
    examples: { one: { value: { code: 'number_taken' } }, two: { value: { code: 'client_archived' } } },
  },
};

const BREAKS: readonly (readonly [name: string, change: Change, sentence: string])[] = [
  ['a success status is removed', [`${CREATE} responses 201`], 'POST /v1/clients 201: is no longer returned'],
  [
    'a media type of responses is removed',
    [`${CREATE} responses 201 content`, { 'text/csv': {} }],
    'POST /v1/clients 201 application/json: was removed',
  ],
  [
    'responses lose their body',
    [`${CREATE} responses 201 content`],
    'POST /v1/clients 201 application/json: was removed',
  ],
  [
    'a header of a response is removed',
    [`${LIST} responses 200 headers ETag`],
    'GET /v1/clients 200 ETag: was removed',
  ],
  [
    'a shared header is removed',
    [`${LIST} responses 200 headers RequestId`],
    'GET /v1/clients 200 RequestId: was removed',
  ],
  [
    'the type of a header changes',
    [`${LIST} responses 200 headers ETag schema type`, 'number'],
    'GET /v1/clients 200 ETag: type was "string", is "number" now',
  ],
  [
    'the type of a shared header changes',
    ['components headers RequestId schema type', 'integer'],
    'the header RequestId: type was "string", is "integer" now',
  ],
  [
    'a header may be missing',
    ['components headers RequestId required', false],
    'the header RequestId: may be missing now',
  ],
  [
    'a second success status is added',
    [`${CREATE} responses 202`, { description: 'Accepted' }],
    'POST /v1/clients 202: is now returned',
  ],
  [
    'a redirect is added',
    [`${CREATE} responses 303`, { description: 'There' }],
    'POST /v1/clients 303: is now returned',
  ],
  [
    'an error code is removed',
    [CONFLICT, rejection('client_archived')],
    'POST /v1/clients 409 number_taken: is no longer returned',
  ],
  [
    'an error code is renamed',
    ['components examples number_taken value code', 'number_used'],
    'POST /v1/clients 409 number_taken: is no longer returned',
  ],
  [
    'a shared error code is renamed',
    ['components examples bad_request value code', 'wrong_request'],
    'GET /v1/clients 400 bad_request: is no longer returned',
  ],
  [
    'an error status is removed',
    [`${CREATE} responses 422`],
    'POST /v1/clients 422 invalid_body: is no longer returned',
  ],
  [
    'the schema of a response changes',
    [`${CREATE} responses 201 content`, json('Problem')],
    'Problem.name: was removed',
  ],
  ['a member is removed', [`${SCHEMAS} Client properties status`], 'Client.status: was removed'],
  ['a member may be missing', [`${SCHEMAS} Client required`, []], 'Client.name: may be missing now'],
  [
    'a member may be null',
    [`${SCHEMAS} Client properties name type`, ['string', 'null']],
    'Client.name: may be null now',
  ],
  ['a member of problems is removed', [`${SCHEMAS} Problem properties code`], 'Problem.code: was removed'],
];

const HARMLESS: readonly (readonly [name: string, change: Change])[] = [
  ['an error status is added', [`${CREATE} responses 412`, { description: 'No' }]],
  ['an error code is added', [CONFLICT, rejection('client_archived', 'bad_request', 'number_taken')]],
  ['the example of an error code is renamed', [CONFLICT, renamed]],
  ['a 304 is added', [`${LIST} responses 304`, { description: 'The same' }]],
  ['a shared header is inlined', [`${LIST} responses 200 headers RequestId`, { required: true, schema: text }]],
  ['a header of a response is added', [`${LIST} responses 200 headers Link`, { schema: text }]],
  ['a member is added', [`${SCHEMAS} Client properties vat`, text]],
  ['a member has a new value', [`${SCHEMAS} Client properties status enum`, ['Active', 'Archived', 'Merged']]],
  ['a value of a member is removed', [`${SCHEMAS} Client properties status enum`, ['Archived']]],
];

describe('responses', () => {
  it.each(BREAKS)('break when %s', (_, change, sentence) => expect(breaksOf(change)).toContain(sentence));

  it('break when an error code moves to another status', () => {
    const sentences = breaksOf(
      [CONFLICT, rejection('client_archived')],
      [`${CREATE} responses 422 content`, rejection('invalid_body', 'number_taken')],
    );
    expect(sentences).toEqual(['POST /v1/clients 409 number_taken: is now returned with 422']);
  });

  it.each(HARMLESS)('do not break when %s', (_, change) => expect(breaksOf(change)).toEqual([]));
});

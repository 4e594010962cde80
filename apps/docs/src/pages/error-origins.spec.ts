import { describe, expect, it } from '@jest/globals';
import { operationsOf, type ApiOperation } from '../openapi/api-operations.js';
import { originsOf } from './error-origins.js';

const refused = (...codes: string[]) => ({
  content: { 'application/problem+json': { examples: Object.fromEntries(codes.map((code) => [code, {}])) } },
});
const key = [{ apiKey: [] }];

/** A document with a few operations, in our format. */
const operations = operationsOf({
  openapi: '3.1.0',
  components: { responses: { Unauthorized: refused('key_revoked') } },
  paths: {
    '/v1/openapi.json': { get: { operationId: 'OpenApi.get', tags: ['Description'], responses: { 200: {} } } },
    '/v1/credit-notes/{id}': {
      parameters: [],
      get: {
        operationId: 'CreditNotes.get',
        tags: ['Credit notes'],
        security: key,
        'x-permission': 'invoice.read',
        responses: { 401: { $ref: '#/components/responses/Unauthorized' }, 404: refused('not_found') },
      },
    },
    '/v1/payments': {
      delete: { operationId: 'Payments.delete', tags: ['Payments'], security: key, requestBody: {}, responses: {} },
      post: {
        operationId: 'Payments.create',
        tags: ['Payments'],
        security: key,
        'x-permission': 'payment.write',
        requestBody: {},
        responses: {
          401: { $ref: '#/components/responses/Unauthorized' },
          409: refused('over_refunded', 'not_payable'),
          422: refused('invalid_body'),
        },
      },
    },
  },
});

function readOne(): ApiOperation {
  const [first] = operations;
  if (!first) throw new Error('no operation');
  return first;
}

describe('where a code can occur', () => {
  it('is a list of operations, each with a link to its page', () => {
    expect(originsOf('over_refunded', operations)).toBe('- [`POST /v1/payments`](/docs/operations/Payments.create/)');
  });

  it('resolves references, and uses a sentence if one describes all operations', () => {
    expect(originsOf('key_revoked', operations)).toBe('Every operation of `/v1` that requires a permission.');
    expect(originsOf('not_found', operations)).toBe('Every operation of `/v1` with a parameter in its path.');
  });

  it('has a sentence for codes without an operation', () => {
    expect(originsOf('sign_in_failed', operations)).toContain('/app');
    expect(originsOf('headers_too_large', operations)).toContain('Any request');
  });

  it('folds long lists', () => {
    const many = Array.from({ length: 16 }, (_, n) => ({
      ...readOne(),
      id: `Many.${n}`,
      path: `/v1/many/${n}`,
      errors: [{ status: '409', codes: ['client_archived'] }],
    }));
    expect(originsOf('client_archived', [...operations, ...many])).toMatch(/^<details>\n<summary>16 operations/);
  });

  it('is undefined if unknown', () => {
    expect(originsOf('client_archived', operations)).toBeUndefined();
  });
});

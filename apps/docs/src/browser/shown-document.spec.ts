import { describe, expect, it } from '@jest/globals';
import { shownDocument } from './shown-document.js';

const problem = { 'application/problem+json': { schema: {}, examples: {} } };

const shown = shownDocument({
  paths: {
    '/v1/clients/{id}': {
      get: {
        parameters: [
          { in: 'path', required: true, example: 42 },
          { in: 'query', example: 'client', schema: { example: 'crm-1029' } },
          { in: 'query', required: true, schema: { example: 'Entered twice' } },
          { in: 'query', description: 'Records a page', schema: { default: 25 } },
        ],
        responses: {
          200: { headers: { 'Request-Id': {}, RateLimit: {}, ETag: {} }, content: { 'application/json': {} } },
          409: Object.assign({ description: 'Codes' }, { headers: { 'Request-Id': {} }, content: problem }),
        },
      },
      delete: {
        parameters: [{ in: 'path', required: true, example: 42, schema: { example: 17 } }],
        responses: { 204: { headers: { 'Request-Id': {} } } },
      },
    },
  },
  components: { responses: { NotFound: Object.assign({ description: 'Codes' }, { content: problem }) } },
});

const operations = shown.paths['/v1/clients/{id}'];

describe('what the reference types into its fields', () => {
  it('is no filter that nobody asked for', () => {
    expect(operations?.['get']?.parameters?.[1]).toEqual({ in: 'query', schema: {} });
  });

  it('is no default, which is told in words', () => {
    const described = { in: 'query', description: 'Records a page. Default: `25`', schema: {} };
    expect(operations?.['get']?.parameters?.[3]).toEqual(described);
  });

  it('is what must be given', () => {
    const [inPath, , inQuery] = operations?.['get']?.parameters ?? [];
    expect(inPath).toEqual({ in: 'path', required: true, example: 42 });
    expect(inQuery).toEqual({ in: 'query', required: true, schema: { example: 'Entered twice' } });
  });

  it('is no record that a write would change', () => {
    expect(operations?.['delete']?.parameters).toEqual([{ in: 'path', required: true, schema: {} }]);
  });
});

describe('what the reference shows of an answer', () => {
  it('is its body and the headers that not every answer has', () => {
    expect(operations?.['get']?.responses?.[200]).toEqual({
      headers: { ETag: {} },
      content: { 'application/json': {} },
    });
    expect(operations?.['delete']?.responses?.[204]).toEqual({});
  });

  it('that refuses is its codes, whose pages have the rest', () => {
    expect(operations?.['get']?.responses?.[409]).toEqual({ description: 'Codes' });
    expect(shown.components?.responses).toEqual({ NotFound: { description: 'Codes' } });
  });
});

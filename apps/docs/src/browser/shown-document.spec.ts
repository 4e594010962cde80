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
        parameters: [
          { in: 'path', required: true, example: 42, schema: { example: 17 } },
          { $ref: '#/components/parameters/DryRun' },
        ],
        responses: { 204: { headers: { 'Request-Id': {} } } },
      },
    },
  },
  components: {
    parameters: {
      DryRun: { in: 'header', name: 'Prefer', schema: {} },
      IfMatch: { in: 'header', name: 'If-Match', schema: { example: '"3"' } },
    },
    responses: { NotFound: Object.assign({ description: 'Codes' }, { content: problem }) },
  },
});

const operations = shown.paths['/v1/clients/{id}'];

describe('the input fields of the reference', () => {
  it('are empty for optional filters', () => {
    expect(operations?.['get']?.parameters?.[1]).toEqual({ in: 'query', schema: {} });
  });

  it('describe a default in words', () => {
    const described = { in: 'query', description: 'Records a page. Default: `25`', schema: {} };
    expect(operations?.['get']?.parameters?.[3]).toEqual(described);
  });

  it('contain examples of required parameters', () => {
    const [inPath, , inQuery] = operations?.['get']?.parameters ?? [];
    expect(inPath).toEqual({ in: 'path', required: true, example: 42 });
    expect(inQuery).toEqual({ in: 'query', required: true, schema: { example: 'Entered twice' } });
  });

  it('contain example ids, also for writes', () => {
    const written = { in: 'path', required: true, example: 42, schema: { example: 17 } };
    expect(operations?.['delete']?.parameters).toEqual([written]);
  });

  it('contain no dry run, which has a switch', () => {
    expect(operations?.['delete']?.parameters).toHaveLength(1);
    expect(shown.components?.parameters).toEqual({
      DryRun: { in: 'header', name: 'Prefer', schema: {} },
      IfMatch: { in: 'header', name: 'If-Match', schema: {} },
    });
  });
});

describe('a response in the reference', () => {
  it('has its body and its specific headers', () => {
    expect(operations?.['get']?.responses?.[200]).toEqual({
      headers: { ETag: {} },
      content: { 'application/json': {} },
    });
    expect(operations?.['delete']?.responses?.[204]).toEqual({});
  });

  it('has only the codes if it is an error', () => {
    expect(operations?.['get']?.responses?.[409]).toEqual({ description: 'Codes' });
    expect(shown.components?.responses).toEqual({ NotFound: { description: 'Codes' } });
  });
});

describe('the order of operations in the reference', () => {
  it('is list, records, actions for each resource', () => {
    const paths = {
      '/v1/invoices/{id}/void': { post: {} },
      '/v1/clients': { get: {} },
      '/v1/invoices/batch': { post: {} },
      '/v1/invoices/{id}': { delete: {}, patch: {}, get: {} },
      '/v1/invoices': { post: {}, get: {} },
    };
    const { paths: ordered } = shownDocument({ paths });
    expect(Object.entries(ordered).map(([path, methods]) => [path, ...Object.keys(methods)])).toEqual([
      ['/v1/invoices', 'get', 'post'],
      ['/v1/invoices/{id}', 'get', 'patch', 'delete'],
      ['/v1/invoices/{id}/void', 'post'],
      ['/v1/invoices/batch', 'post'],
      ['/v1/clients', 'get'],
    ]);
  });
});

import { describe, expect, it } from '@jest/globals';
import { withoutPrefill } from './prefill.js';

describe('what the reference types into its fields', () => {
  const shown = withoutPrefill({
    paths: {
      '/v1/clients/{id}': {
        get: {
          parameters: [
            { in: 'path', required: true, example: 42 },
            { in: 'query', example: 'client', schema: { example: 'crm-1029' } },
            { in: 'query', required: true, schema: { example: 'Entered twice' } },
          ],
        },
        delete: { parameters: [{ in: 'path', required: true, example: 42, schema: { example: 17 } }] },
        post: {},
      },
    },
  }).paths['/v1/clients/{id}'];

  it('is no filter that nobody asked for', () => {
    expect(shown?.['get']?.parameters?.[1]).toEqual({ in: 'query', schema: {} });
  });

  it('is what must be given', () => {
    expect(shown?.['get']?.parameters?.[0]).toEqual({ in: 'path', required: true, example: 42 });
    expect(shown?.['get']?.parameters?.[2]).toEqual({
      in: 'query',
      required: true,
      schema: { example: 'Entered twice' },
    });
  });

  it('is no record that a write would change', () => {
    expect(shown?.['delete']?.parameters).toEqual([{ in: 'path', required: true, schema: {} }]);
    expect(shown?.['post']).toEqual({});
  });
});

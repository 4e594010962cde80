import { describe, expect, it } from '@jest/globals';
import { publicPart } from './public-part.js';

describe('the part of the OpenAPI document that the reference shows', () => {
  const shown = publicPart({
    paths: {
      '/v1/clients': {
        get: {
          security: [{ apiKey: [] }],
          parameters: [
            { in: 'query', schema: { example: 'crm-1029' } },
            { in: 'query', required: true, schema: { example: 'Entered twice' } },
          ],
        },
        post: {},
      },
      '/app/session': { post: {} },
      '/portal/api/session': { post: {} },
      '/public/api/document': { get: { security: [{ documentLink: [] }] } },
    },
    components: {
      securitySchemes: { apiKey: { type: 'http' }, session: { type: 'apiKey' }, documentLink: { type: 'http' } },
    },
  });

  it('is what a key can call', () => {
    expect(Object.keys(shown.paths)).toEqual(['/v1/clients']);
    expect(shown.components).toEqual({ securitySchemes: { apiKey: { type: 'http' } } });
  });

  it('sets no filter that nobody asked for, and keeps the example of what must be given', () => {
    expect(shown.paths['/v1/clients']?.['get']?.parameters).toEqual([
      { in: 'query', schema: {} },
      { in: 'query', required: true, schema: { example: 'Entered twice' } },
    ]);
  });
});

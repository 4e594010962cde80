import { describe, expect, it } from '@jest/globals';
import { resolveSubtree } from './resolve-references.js';

const document = {
  paths: { '/v1/clients': { get: { parameters: [{ $ref: '#/components/parameters/Limit' }], answer: 'as it is' } } },
  components: {
    parameters: { Limit: { name: 'limit', schema: { $ref: '#/components/schemas/a~1b' } } },
    schemas: {
      'a/b': { type: 'integer' },
      Node: { properties: { next: { $ref: '#/components/schemas/Node', description: 'The next' } } },
    },
  },
};

describe('a part of the document for Swagger UI', () => {
  it('has its references replaced and marked', () => {
    const { spec, errors } = resolveSubtree(document, ['paths', '/v1/clients', 'get']);
    const schema = { type: 'integer', $$ref: '#/components/schemas/a~1b' };
    expect(spec).toEqual({
      parameters: [{ name: 'limit', schema, $$ref: '#/components/parameters/Limit' }],
      answer: 'as it is',
    });
    expect(errors).toEqual([]);
  });

  it('keeps circular references', () => {
    const reference = '#/components/schemas/Node';
    const { spec } = resolveSubtree(document, ['components', 'schemas', 'Node']);
    const inner = { $ref: reference, description: 'The next' };
    const next = { properties: { next: inner }, description: 'The next', $$ref: reference };
    expect(spec).toEqual({ properties: { next } });
  });

  it('is undefined for an unknown path', () => {
    expect(resolveSubtree(document, ['paths', '/v1/quotes', 'get']).spec).toBeUndefined();
  });
});

import { describe, expect, it } from '@jest/globals';
import { defaultOf, describeDefaults } from './defaults.step.js';

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** A document with one operation that takes a body and a query. */
const sample = () => ({
  openapi: '3.1.0',
  info: { title: 'Sample', version: '1' },
  paths: {
    '/v1/clients': {
      post: {
        parameters: [{ name: 'limit', in: 'query' as const, schema: { type: 'integer', default: 25 } }],
        requestBody: { content: { 'application/json': { schema: ref('CreateClient') } } },
        responses: { 201: { description: 'Created', content: { 'application/json': { schema: ref('Client') } } } },
      },
    },
  },
  components: {
    schemas: {
      CreateClient: {
        type: 'object',
        properties: {
          kind: { type: 'string', default: 'Business', description: 'What it is' },
          tags: { type: 'array', default: [], items: ref('Tag') },
          // The names of properties are not keywords.
          default: { type: 'boolean', default: false, description: 'Whether it is the first.' },
          parent: { anyOf: [ref('CreateClient'), { type: 'object', properties: { id: { default: 1 } } }] },
        },
      },
      Tag: { type: 'object', additionalProperties: { type: 'string', default: '' } },
      Client: { type: 'object', properties: { kind: { type: 'string', default: 'Business' } } },
    },
  },
});

describe('the defaults of bodies', () => {
  const document = sample();
  describeDefaults(document);
  const { CreateClient, Tag, Client } = document.components.schemas;

  it('are appended to the description', () => {
    expect(CreateClient.properties.kind).toEqual({ type: 'string', description: 'What it is. Default: `"Business"`' });
    expect(CreateClient.properties.tags).toEqual({ type: 'array', description: 'Default: `[]`', items: ref('Tag') });
    expect(CreateClient.properties.default.description).toBe('Whether it is the first. Default: `false`');
  });

  it('are described in alternatives and in referenced schemas as well', () => {
    expect(CreateClient.properties.parent.anyOf[1]).toEqual({
      type: 'object',
      properties: { id: { description: 'Default: `1`' } },
    });
    expect(Tag.additionalProperties).toEqual({ type: 'string', description: 'Default: `""`' });
  });

  it('stay unchanged in queries and responses', () => {
    const [limit] = document.paths['/v1/clients'].post.parameters;
    expect(limit?.schema).toEqual({ type: 'integer', default: 25 });
    expect(Client).toEqual(sample().components.schemas.Client);
  });
});

describe('the default of a schema', () => {
  it.each([
    [{ default: 25 }, '25'],
    [{ default: 'A' }, '"A"'],
    [{ description: 'Default: `[]`' }, '[]'],
    [{ description: 'What it is. Default: `"A"`' }, '"A"'],
    [{ description: 'The issue date of the credit note. Default: today' }, undefined],
    [{}, undefined],
  ])('is read from %j', (schema, expected) => expect(defaultOf(schema)).toBe(expected));
});

import { exampleRequest, type ApiOperation, type PublishedDocument } from '../openapi/api-operations.js';

/** The format of the file: https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html */
const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** The value of a parameter in a query: lists are repeated. */
export interface QueryPair {
  readonly name: string;
  readonly value: string;
  readonly description: string;
  /** Whether the example request sends it. */
  readonly isSent: boolean;
}

/** Every query parameter of an operation: the parameters of the example come first and are sent; the others are switched off. */
export function queryPairs(operation: ApiOperation): QueryPair[] {
  const sent = new Map(exampleRequest(operation).query);
  return operation.parameters
    .filter((each) => each.in === 'query')
    .flatMap(({ name, description = '' }) => {
      const values = sent.has(name) ? [sent.get(name)].flat().map(String) : [''];
      return values.map((value) => ({ name, value, description, isSent: sent.has(name) }));
    });
}

/** The path parameters with the values of the example. */
export function pathPairs(operation: ApiOperation): { name: string; value: string; description: string }[] {
  return operation.parameters
    .filter((each) => each.in === 'path')
    .map(({ name, example, schema, description = '' }) => ({
      name,
      value: String(example ?? schema?.example),
      description,
    }));
}

/** The body of the example as formatted JSON. */
export const bodyText = ({ body }: ApiOperation): string | undefined =>
  body?.example === undefined ? undefined : JSON.stringify(body.example, null, 2);

function requestOf(operation: ApiOperation): object {
  const { method, path, guarded, description } = operation;
  const query = queryPairs(operation);
  const body = bodyText(operation);
  // Postman writes a path parameter as `:id`.
  const parts = path
    .split('/')
    .slice(1)
    .map((part) => part.replace(/^\{(\w+)\}$/, ':$1'));
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  return {
    method,
    description,
    ...(!guarded && { auth: { type: 'noauth' } }),
    header: body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }],
    url: {
      raw: `{{baseUrl}}/${[parts.join('/'), ...(sent.length > 0 ? [sent.join('&')] : [])].join('?')}`,
      host: ['{{baseUrl}}'],
      path: parts,
      query: query.map(({ name, value, description: words, isSent }) => ({
        ...{ key: name, value, description: words, disabled: !isSent },
      })),
      variable: pathPairs(operation).map(({ name, value, description: words }) => ({
        ...{ key: name, value, description: words },
      })),
    },
    ...(body !== undefined && { body: { mode: 'raw', raw: body, options: { raw: { language: 'json' } } } }),
  };
}

/** All operations as a Postman collection, with the examples of the document. */
export function postmanCollection(operations: readonly ApiOperation[], { tags = [], info }: PublishedDocument): object {
  return {
    info: { name: info?.title ?? '', description: info?.description ?? '', schema: FORMAT },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: [
      { key: 'baseUrl', value: 'http://localhost:3000', type: 'string' },
      { key: 'apiKey', value: '', type: 'string' },
    ],
    item: tags.map(({ name, description = '' }) => ({
      name,
      description,
      item: operations
        .filter(({ tag }) => tag === name)
        .map((operation) => ({ name: operation.summary, request: requestOf(operation) })),
    })),
  };
}

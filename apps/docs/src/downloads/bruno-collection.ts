import { createHash } from 'node:crypto';
import type { ApiOperation, PublishedDocument } from '../openapi/api-operations.js';
import { bodyText, pathPairs, queryPairs } from './postman-collection.js';

/** Bruno identifies each item by 21 letters and digits, which are the same in every build. */
const uid = (...names: string[]): string => createHash('sha256').update(names.join(' ')).digest('hex').slice(0, 21);

function requestOf(operation: ApiOperation): object {
  const { id, method, path, guarded, description } = operation;
  const query = queryPairs(operation);
  const body = bodyText(operation);
  const sent = query.filter(({ isSent }) => isSent).map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  const url = path.replace(/\{(\w+)\}/g, ':$1');
  const params = [
    ...query.map((each, index) => ({ ...each, type: 'query', index })),
    ...pathPairs(operation).map((each, index) => ({ ...each, isSent: true, type: 'path', index })),
  ];
  return {
    url: `{{baseUrl}}${[url, ...(sent.length > 0 ? [sent.join('&')] : [])].join('?')}`,
    method,
    headers: [],
    params: params.map(({ name, value, description: words, isSent, type, index }) => ({
      ...{ uid: uid(id, type, name, String(index)), name, value, description: words, type, enabled: isSent },
    })),
    body: body === undefined ? { mode: 'none' } : { mode: 'json', json: body },
    auth: { mode: guarded ? 'inherit' : 'none' },
    docs: description,
  };
}

/** All operations as a Bruno collection, with the examples of the document. */
export function brunoCollection(operations: readonly ApiOperation[], { tags = [], info }: PublishedDocument): object {
  const title = info?.title ?? '';
  const variable = (name: string, value: string, secret: boolean) => ({
    ...{ uid: uid('variable', name), name, value, type: 'text', enabled: true, secret },
  });
  return {
    version: '1',
    uid: uid('collection'),
    name: title,
    items: tags.map(({ name }, index) => ({
      ...{ uid: uid('folder', name), type: 'folder', name, seq: index + 1 },
      items: operations
        .filter(({ tag }) => tag === name)
        .map((operation, at) => ({
          ...{ uid: uid(operation.id), type: 'http-request', name: operation.summary, seq: at + 1 },
          request: requestOf(operation),
        })),
    })),
    environments: [
      {
        uid: uid('environment'),
        name: 'Local',
        variables: [variable('baseUrl', 'http://localhost:3000', false), variable('apiKey', '', true)],
      },
    ],
    root: { request: { auth: { mode: 'bearer', bearer: { token: '{{apiKey}}' } } } },
  };
}

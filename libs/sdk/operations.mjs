import { readFileSync } from 'node:fs';

/*
 * How the generators of clients read the committed OpenAPI document: TypeScript (generate.mjs), Python (libs/sdk-python), n8n
 * (libs/n8n-nodes-billhook). All clients have the same resources and methods.
 */

const DOCUMENT = new URL('../../apps/docs/openapi.json', import.meta.url);
export const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** The committed OpenAPI document. */
export const readDocument = () => JSON.parse(readFileSync(DOCUMENT, 'utf8'));

/** Streams have a separate method, which reconnects; the document is not an operation of a program. */
const LEFT_OUT = new Set(['Events.stream', 'Changes.stream', 'OpenApi.get']);

const lowerFirst = (text) => text[0].toLowerCase() + text.slice(1);
export const schemaName = (schema) => schema?.$ref?.split('/').at(-1);

/** `Clients.create` is `clients.create`, `ClientsBatch.create` is `clients.createBatch`, `DocumentPdf.quote` is `quotes.pdf`. */
function nameOf(operationId, path) {
  const [resource, method] = operationId.split('.');
  if (resource === 'DocumentPdf') return [camel(path.split('/')[2]), 'pdf'];
  if (resource.endsWith('Batch')) return [lowerFirst(resource.slice(0, -5)), `${method}Batch`];
  return [lowerFirst(resource), method];
}

/** `credit-notes` is `creditNotes`. */
export const camel = (text) => text.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

/** The operations of a client, in the order of the document. */
export function operationsOf(document) {
  const found = [];
  for (const [path, item] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = item[method];
      if (operation && !LEFT_OUT.has(operation.operationId)) found.push(describe(path, method, operation));
    }
  }
  return found;
}

function describe(path, method, operation) {
  const [resource, name] = nameOf(operation.operationId, path);
  const parameters = (operation.parameters ?? []).filter((each) => each.in === 'query');
  const [, response] = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const [media, content] = Object.entries(response.content ?? {})[0] ?? [];
  const body = operation.requestBody?.content['application/json']?.schema;
  const view = schemaName(content?.schema);
  return {
    ...{ path, method: method.toUpperCase(), resource, name, id: operation.operationId },
    pathParameters: (operation.parameters ?? []).filter((each) => each.in === 'path'),
    query: parameters,
    hasQuery: parameters.length > 0,
    requiresQuery: parameters.some(({ required }) => required),
    isPaged: parameters.some((each) => each.name === 'cursor'),
    // Only a list of changes has tombstones.
    hasTombstones: parameters.some((each) => each.name === 'updatedSince'),
    isFile: media !== undefined && media !== 'application/json',
    body: body && {
      type: schemaName(body) ?? unnamed(operation.operationId),
      required: operation.requestBody.required,
    },
    result: resultOf(operation.operationId, media, view),
    summary: operation.summary,
    needs: /Requires `([\w.]+)`/.exec(operation.description ?? '')?.[1],
  };
}

function resultOf(id, media, view) {
  if (media === undefined) return 'void';
  return media === 'application/json' ? (view ?? unnamed(id)) : 'Blob';
}

function unnamed(id) {
  throw new Error(`${id} has a body without a name: give its schema an id.`);
}

/** The record of each event type. */
export function eventDataOf(document) {
  return Object.entries(document.webhooks).map(([type, { post }]) => [
    type,
    schemaName(post.requestBody.content['application/json'].schema.properties.data),
  ]);
}

/** The codes of problems of this version. */
export const problemCodesOf = ({ components }) => components.schemas.Problem.properties.code['x-extensible-enum'];

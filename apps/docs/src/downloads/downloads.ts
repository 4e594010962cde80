import { stringify } from 'yaml';
import type { ApiOperation, PublishedDocument } from '../openapi/api-operations.js';
import { brunoCollection } from './bruno-collection.js';
import { postmanCollection } from './postman-collection.js';

/** The OpenAPI document for the reference of a site without an API, and for tools. */
export const OPENAPI_JSON = 'openapi.json';

const json = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** The files that tools import, by their names under the root of the site. */
export function downloadFiles(document: PublishedDocument, operations: readonly ApiOperation[]): [string, string][] {
  return [
    [OPENAPI_JSON, `${JSON.stringify(document)}\n`],
    // Aliases are correct YAML, but several tools for OpenAPI do not read them.
    ['openapi.yaml', stringify(document, { aliasDuplicateObjects: false, lineWidth: 0 })],
    ['billhook.postman_collection.json', json(postmanCollection(operations, document))],
    ['billhook.bruno.json', json(brunoCollection(operations, document))],
  ];
}

import { readFileSync, writeFileSync } from 'node:fs';
import openapiTypes, { astToString } from 'openapi-typescript';
import { eventDataOf, METHODS, operationsOf, problemCodesOf, readDocument } from './operations.mjs';

/*
 * Generates `src/generated` from the committed OpenAPI document: `npm run sdk`. A spec fails when the committed files are out of date.
 * `schema.ts` has the types of the document, `resources.ts` the methods, and the table of their methods and paths. `event-types.ts`,
 * `sign-in-scopes.ts` and `resource-commands.ts` have the values that the command line needs.
 */

const TARGET = new URL('src/generated/', import.meta.url);
const HEADER = '// Generated from the OpenAPI document by libs/sdk/generate.mjs. Do not edit.\n';

const typeOfParameter = ({ schema }) => (schema.type === 'integer' ? 'number' : 'string');

function signature(operation, queryType = `QueryOf<'${operation.id}'>`, result = operation.result) {
  const { pathParameters, body, hasQuery, requiresQuery, isPaged, isFile, method } = operation;
  const query = hasQuery && `query${requiresQuery ? '' : '?'}: ${queryType}`;
  const parts = [
    ...pathParameters.map((each) => `${each.name}: ${typeOfParameter(each)}`),
    body && `body${body.required ? '' : '?'}: ${body.type}`,
    query,
    `options?: ${method === 'GET' ? 'ReadOptions' : 'WriteOptions'}`,
  ];
  const returned = isFile ? 'Call<Blob>' : isPaged ? `PagedCall<${result}>` : `Call<${result}>`;
  return `${operation.name}(${parts.filter(Boolean).join(', ')}): ${returned};`;
}

/** A list has a signature for records without changes since a time, which come first. */
function signatures(operation) {
  if (!operation.hasTombstones) return [signature(operation)];
  return [signature(operation, `Unchanged<'${operation.id}'>`, `Present<${operation.result}>`), signature(operation)];
}

function tableEntry({ method, path, body, hasQuery, isPaged, isFile }) {
  const takes = [body && 'b', hasQuery && 'q', isPaged && 'p', isFile && 'f'].filter(Boolean).join('');
  return JSON.stringify(`${method} ${path}${takes && ` ${takes}`}`);
}

function doc({ summary, needs, method, path }) {
  return `  /** ${summary}. \`${method} ${path}\`${needs ? `, needs \`${needs}\`` : ''} */`;
}

function resources(document) {
  const operations = operationsOf(document);
  const names = [...new Set(operations.map(({ resource }) => resource))].toSorted();
  const of = (resource) => operations.filter((each) => each.resource === resource);
  const schemas = Object.keys(document.components.schemas).toSorted();
  const codes = problemCodesOf(document);
  const title = (name) => name[0].toUpperCase() + name.slice(1);
  const events = eventDataOf(document).map(([type, data]) => [type, data ?? 'unknown']);
  return [
    HEADER,
    `import type { Call, PagedCall, ReadOptions, WriteOptions } from '../calls/call.js';`,
    `import type { components, operations } from './schema.js';\n`,
    '/** The query parameters of an operation. */',
    `type QueryOf<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;\n`,
    '/** The same without `updatedSince`, which alone returns tombstones. */',
    `type Unchanged<Id extends keyof operations> = Omit<QueryOf<Id>, 'updatedSince'> & { updatedSince?: undefined };\n`,
    '/** A list without tombstones. */',
    `type Present<List extends { data: unknown[] }> = Omit<List, 'data'> & { data: Exclude<List['data'][number], Tombstone>[] };\n`,
    ...schemas.map((name) => `export type ${name} = components['schemas']['${name}'];`),
    '',
    '/** The codes of problems of this version. Later versions may add some. */',
    `export type ProblemCode = ${codes.map((code) => `'${code}'`).join(' | ')};\n`,
    '/** What the `data` of an event is, by its type. */',
    `export interface EventData {\n${events.map(([type, data]) => `  '${type}': ${data};`).join('\n')}\n}\n`,
    ...names.map(
      (name) =>
        `export interface ${title(name)}Resource {\n${of(name)
          .flatMap((each) => signatures(each).map((text) => `${doc(each)}\n  ${text}`))
          .join('\n')}\n}\n`,
    ),
    `export interface Resources {\n${names.map((name) => `  readonly ${name}: ${title(name)}Resource;`).join('\n')}\n}\n`,
    '/** `METHOD path`, then: `b` takes a body, `q` takes a query, `p` is paged, `f` is a file. */',
    `export const OPERATIONS: Readonly<Record<keyof Resources, Readonly<Record<string, string>>>> = {`,
    ...names.map(
      (name) =>
        `  ${name}: {\n${of(name)
          .map((each) => `    ${each.name}: ${tableEntry(each)},`)
          .join('\n')}\n  },`,
    ),
    '};\n',
  ].join('\n');
}

/** The event types as values, for the command line. */
function eventTypes({ webhooks }) {
  return `${HEADER}\nexport const EVENT_TYPES = ${JSON.stringify(Object.keys(webhooks))} as const;\n`;
}

/** The scopes that the command line needs: all except the administrators' scopes. */
function signInScopes({ components }) {
  const { scopes } = components.securitySchemes.oauth2.flows.authorizationCode;
  const needed = Object.keys(scopes).filter((scope) => !/\.manage(?:_|$)/.test(scope));
  return `${HEADER}\nexport const SIGN_IN_SCOPES = ${JSON.stringify(needed)} as const;\n`;
}

const kebab = (text) => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The first sentence of a description, without the marks of Markdown. */
const firstSentence = (text = '') => text.split(/\.\s|: `|\n/, 1)[0].replace(/[`*]|\.$|\[([^\]]+)\]\([^)]*\)/g, '$1');

/** Several of known values, none of which has a comma. */
const isChoice = ({ type, items }) => type === 'array' && (items.enum !== undefined || items.$ref !== undefined);

/** A command for each operation, with the options of its query. */
function resourceCommands(document) {
  const rows = operationsOf(document).map(({ resource, name, summary, query, ...operation }) => [
    `${kebab(resource)} ${kebab(name)}`,
    summary,
    JSON.parse(tableEntry(operation)),
    Object.fromEntries(
      query
        .filter((each) => each.name !== 'cursor' && each.name !== 'limit')
        .map((each) => [each.name + (isChoice(each.schema) ? '[]' : ''), firstSentence(each.description)]),
    ),
  ]);
  return [
    HEADER,
    '/** The words of the command, its summary, its operation as in `OPERATIONS`, and the parameters of its query, with `[]` after a list. */',
    'export type ResourceCommandRow = readonly [string, string, string, Readonly<Record<string, string>>];\n',
    `export const RESOURCE_COMMANDS: readonly ResourceCommandRow[] = ${JSON.stringify(rows)};\n`,
  ].join('\n');
}

/** The document without what the types do not need: headers, errors, examples, webhooks. */
function slim({ openapi, info, paths, components }) {
  const kept = Object.entries(paths).map(([path, item]) => {
    const operations = METHODS.filter((method) => item[method]).map((method) => [method, slimOperation(item[method])]);
    return [path, Object.fromEntries(operations)];
  });
  const { schemas } = components;
  return plain({ openapi, info, paths: Object.fromEntries(kept), components: { schemas } });
}

function slimOperation({ operationId, parameters = [], requestBody, responses }) {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'));
  return {
    operationId,
    parameters: parameters.filter((each) => each.in === 'query' || each.in === 'path'),
    ...(requestBody && { requestBody }),
    responses: Object.fromEntries(
      successes.map(([status, { content }]) => [status, { description: '', ...(content && { content }) }]),
    ),
  };
}

/** Rules that a type cannot express: each would be a line of comment on each of its uses. */
const RULES = new Set([
  'pattern',
  'example',
  'examples',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'default',
]);

/** Without those rules. The keys of `properties` are names, not keywords. */
function plain(value, areNames = false) {
  if (Array.isArray(value)) return value.map((each) => plain(each));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => areNames || !RULES.has(key));
  return Object.fromEntries(
    kept.map(([key, each]) => [key, plain(each, !areNames && (key === 'properties' || key === 'schemas'))]),
  );
}

/** The cases of `billhook certify`, from the library that the server plays them with. */
function certification({ webhooks }) {
  const of = (path) =>
    HEADER.replace('the OpenAPI document', 'libs/domain') +
    readFileSync(new URL(`../domain/src/${path}`, import.meta.url), 'utf8').replace('../shared/', './');
  const { type, data } = webhooks[EXAMPLE_TYPE].post.requestBody.content['application/json'].example;
  return {
    'certification.ts': of('webhooks/certification.ts'),
    'certification-cases.ts': of('webhooks/certification-cases.ts'),
    'localized-text.ts': of('shared/localized-text.ts'),
    'certification-example.ts': `${HEADER}\nexport const CERTIFICATION_EXAMPLE: { readonly type: string; readonly data: Readonly<Record<string, unknown>> } = ${JSON.stringify({ type, data })};\n`,
  };
}

const EXAMPLE_TYPE = 'invoice.paid';

export async function generate() {
  const document = readDocument();
  const types = astToString(await openapiTypes(slim(document), { defaultNonNullable: false }));
  const withoutPaths = types.slice(types.indexOf('export interface components'));
  return {
    'schema.ts': HEADER + withoutPaths,
    'resources.ts': resources(document),
    'event-types.ts': eventTypes(document),
    'sign-in-scopes.ts': signInScopes(document),
    'resource-commands.ts': resourceCommands(document),
    ...certification(document),
  };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const [name, text] of Object.entries(await generate())) writeFileSync(new URL(name, TARGET), text);
}

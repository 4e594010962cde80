import { KEY_VARIABLE } from '../browser/snippets.js';
import { exampleRequest, type ApiOperation } from './api-operations.js';

const WIDTH = 80;

const camel = (text: string) => text.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** The method of the client, by the rule of `libs/sdk/generate.mjs`. A spec checks the types of every snippet. */
export function sdkMethod({ id, path }: Pick<ApiOperation, 'id' | 'path'>): string {
  const [resource = '', method = ''] = id.split('.');
  if (resource === 'DocumentPdf') return `${camel(path.split('/')[2] ?? '')}.pdf`;
  if (resource.endsWith('Batch')) return `${lowerFirst(resource.slice(0, -'Batch'.length))}.${method}Batch`;
  return `${lowerFirst(resource)}.${method}`;
}

const inQuotes = (text: string) =>
  `'${text.replace(/[\\']/g, (character) => `\\${character}`).replaceAll('\n', '\\n')}'`;

/** A value as TypeScript writes it, on one line if it fits. */
function literal(value: unknown, by = ''): string {
  if (typeof value === 'string') return inQuotes(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = (inner: string): string[] =>
    isList
      ? value.map((each) => literal(each, inner))
      : Object.entries(value).map(
          ([name, each]) => `${/^\w+$/.test(name) ? name : inQuotes(name)}: ${literal(each, inner)}`,
        );
  const [open, close] = isList ? ['[', ']'] : ['{ ', ' }'];
  const line = `${open}${parts('').join(', ')}${close}`;
  if (!line.includes('\n') && by.length + line.length <= WIDTH) return line;
  const inner = `${by}  `;
  const rows = parts(inner).map((part) => `${inner}${part},`);
  return [isList ? '[' : '{', ...rows, `${by}${isList ? ']' : '}'}`].join('\n');
}

/** The values of the path, each as a number if the document says that it is one. */
export const pathValues = ({ parameters }: ApiOperation): unknown[] =>
  parameters.filter((each) => each.in === 'path').map(({ example, schema }) => example ?? schema?.example);

export const isPaged = ({ parameters }: ApiOperation): boolean => parameters.some(({ name }) => name === 'cursor');

function queryArgument(operation: ApiOperation): string[] {
  const { query } = exampleRequest(operation);
  return query.length === 0 ? [] : [literal(Object.fromEntries(query))];
}

function call(operation: ApiOperation): string {
  const { body } = operation;
  const values = [
    ...pathValues(operation).map((value) => literal(value)),
    ...(body?.example === undefined ? [] : [literal(body.example)]),
    ...queryArgument(operation),
  ];
  return `billhook.${sdkMethod(operation)}(${values.join(', ')})`;
}

function follow(operation: ApiOperation): string {
  if (operation.id === 'Changes.stream') {
    const { after: from, ...query } = Object.fromEntries(exampleRequest(operation).query);
    return `for await (const step of billhook.sync(${literal({ from, ...query })})) {\n  console.log(step.kind, step.cursor);\n}`;
  }
  return `for await (const event of billhook.events.follow(${queryArgument(operation).join('')})) {\n  console.log(event.type, event.id);\n}`;
}

function statements(operation: ApiOperation): string {
  const { id, method, path, success } = operation;
  if (success.kind === 'stream') return follow(operation);
  if (id === 'OpenApi.get') return `console.log(await billhook.request(${inQuotes(method)}, ${inQuotes(path)}));`;
  if (success.kind === 'none') return `await ${call(operation)};`;
  if (success.file)
    return `const file = await ${call(operation)};\nawait writeFile(${inQuotes(success.file.name)}, new Uint8Array(await file.arrayBuffer()));`;
  if (isPaged(operation)) return `for await (const record of ${call(operation)}) {\n  console.log(record);\n}`;
  return `const result = await ${call(operation)};\nconsole.log(result);`;
}

/** TypeScript with the client of the installation. */
export function sdkSnippet(operation: ApiOperation, origin: string): string {
  return [
    ...(operation.success.file ? ["import { writeFile } from 'node:fs/promises';"] : []),
    "import { Billhook } from '@billhook/sdk';",
    '',
    'const billhook = new Billhook({',
    `  baseUrl: ${inQuotes(origin)},`,
    `  apiKey: process.env.${KEY_VARIABLE},`,
    '});',
    '',
    statements(operation),
  ].join('\n');
}

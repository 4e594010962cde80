import { KEY_VARIABLE } from '../browser/snippets.js';
import { exampleRequest, type ApiOperation } from './api-operations.js';
import { isPaged, pathValues, sdkMethod } from './sdk-snippet.js';

const WIDTH = 80;
/** Their names are the caller's, so the client does not translate them; `FREE_FORM` of the generated client. */
export const FREE_FORM = new Set(['columns', 'customFields', 'defaults', 'headers']);
/** The names of members, arguments and methods that Python reserves. */
const KEYWORDS = new Set([
  'from',
  'in',
  'not',
  'is',
  'as',
  'def',
  'class',
  'lambda',
  'global',
  'import',
  'pass',
  'return',
]);

const snake = (name: string) =>
  name.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);
const argument = (name: string) => (KEYWORDS.has(snake(name)) ? `${snake(name)}_` : snake(name));

/** A value as Python writes it, on one line if it fits. Python understands the escapes of JSON in texts. */
function literal(value: unknown, by = '', areNamesFree = false): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const isList = Array.isArray(value);
  const parts = (inner: string): string[] =>
    isList
      ? value.map((each) => literal(each, inner, areNamesFree))
      : Object.entries(value).map(
          ([name, each]) =>
            `${JSON.stringify(areNamesFree ? name : snake(name))}: ${literal(each, inner, areNamesFree || FREE_FORM.has(name))}`,
        );
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  const line = `${open}${parts('').join(', ')}${close}`;
  if (!line.includes('\n') && by.length + line.length <= WIDTH) return line;
  const inner = `${by}    `;
  return [open, ...parts(inner).map((part) => `${inner}${part},`), `${by}${close}`].join('\n');
}

function queryArguments(operation: ApiOperation): string[] {
  return exampleRequest(operation).query.map(([name, value]) => {
    const isList = operation.parameters.find((each) => each.name === name)?.schema?.type === 'array';
    return `${argument(name)}=${literal(isList ? [value].flat() : value)}`;
  });
}

/** The method of the client: `WebhookSecrets.endPrevious` is `webhook_secrets.end_previous`. */
export function pythonMethod(operation: Pick<ApiOperation, 'id' | 'path'>): string {
  const [resource = '', method = ''] = sdkMethod(operation).split('.');
  return `${snake(resource)}.${argument(method)}`;
}

function call(operation: ApiOperation): string {
  const { body } = operation;
  const values = [
    ...pathValues(operation).map((value) => literal(value)),
    ...(body?.example === undefined ? [] : [literal(body.example)]),
    ...queryArguments(operation),
  ];
  return `billhook.${pythonMethod(operation)}(${values.join(', ')})`;
}

function statements(operation: ApiOperation): string[] {
  const { id, method, path, success } = operation;
  // The client reads the log of changes in pages.
  if (id === 'Changes.stream')
    return [`result = billhook.changes.list(${queryArguments(operation).join(', ')})`, 'print(result)'];
  if (success.kind === 'stream')
    return [
      `for event in billhook.events.follow(${queryArguments(operation).join(', ')}):`,
      '    print(event.type, event.id)',
    ];
  if (id === 'OpenApi.get') return [`print(billhook.request(${literal(method)}, ${literal(path)}))`];
  if (success.kind === 'none') return [call(operation)];
  if (success.file)
    return [
      `file = ${call(operation)}`,
      `with open(${literal(success.file.name)}, "wb") as target:`,
      '    target.write(file)',
    ];
  if (isPaged(operation)) return [`for record in ${call(operation)}:`, '    print(record)'];
  return [`result = ${call(operation)}`, 'print(result)'];
}

/** Python with the client of the installation. */
export function pythonSdkSnippet(operation: ApiOperation, origin: string): string {
  return [
    'import os',
    '',
    'from billhook import Billhook',
    '',
    'billhook = Billhook(',
    `    base_url=${literal(origin)},`,
    `    api_key=os.environ[${literal(KEY_VARIABLE)}],`,
    ')',
    '',
    ...statements(operation),
  ].join('\n');
}

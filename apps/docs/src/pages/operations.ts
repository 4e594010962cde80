import { isPermission } from '@billhook/domain/identity/permissions';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { escapeHtml, jsonBlock, table } from '../content/html.js';
import { OPERATIONS_PAGE, type PageInfo } from '../content/navigation.js';
import type {
  ApiOperation,
  PublishedDocument,
  PublishedParameter,
  PublishedSchema,
  ResultKind,
} from '../openapi/api-operations.js';
import { snippetsOf } from '../openapi/operation-snippets.js';
import { membersOf, typeOf } from '../openapi/schema-members.js';
import { errorPath } from './errors.js';
import { operationPath } from './operation-path.js';

const signature = ({ method, path }: ApiOperation): string => `${method} ${path}`;

/** The first sentence of a text. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text;

/** The description without the paragraph on the permission, which the page states separately. */
const wordsOf = ({ description }: ApiOperation): string =>
  description.replace(/(?:^|\n\n)Requires (?:`|an API key|no API key)[^]*$/, '').trim();

/** The page of an operation. */
export const operationPage = (operation: ApiOperation): PageInfo => ({
  path: operationPath(operation),
  title: operation.summary,
  description: `${signature(operation)}. ${firstSentence(wordsOf(operation)).replaceAll('`', '')}`.trim(),
  markdown: `operations/${operation.id}.md`,
  parent: OPERATIONS_PAGE,
});

function permissionOf({ permission = '', morePermissions, guarded }: ApiOperation): string {
  const needed = isPermission(permission)
    ? `The permission [\`${permission}\`](/docs/permissions/#${permission}).`
    : guarded
      ? 'Any valid key or access token. No permission is needed.'
      : 'No credential.';
  return [needed, ...(morePermissions === undefined ? [] : [morePermissions])].join(' ');
}

const PLACES = { path: 'Path', query: 'Query', header: 'Header' } as const;

/** The guides on the headers that many operations share. */
const HEADER_GUIDES: Readonly<Record<string, string>> = {
  'Idempotency-Key': '/docs/idempotency/',
  Prefer: '/docs/batches-and-dry-runs/',
  'If-Match': '/docs/conditional-requests/',
  'If-None-Match': '/docs/conditional-requests/',
};

function parameterRow(
  { name, in: place, required = false, description = '', schema = {} }: PublishedParameter,
  document: PublishedDocument,
): string[] {
  const guide = HEADER_GUIDES[name];
  const words = guide === undefined ? description : `${firstSentence(description)} [Guide](${guide})`;
  return [`\`${name}\`${required ? ', required' : ''}`, PLACES[place], typeOf(schema, document), words];
}

function parametersOf({ parameters }: ApiOperation, document: PublishedDocument): string[] {
  if (parameters.length === 0) return [];
  return [
    '## Parameters',
    table(
      ['Name', 'In', 'Type', 'Description'],
      parameters.map((each) => parameterRow(each, document)),
    ),
  ];
}

const memberRows = (schema: PublishedSchema, document: PublishedDocument, mark: string): string[][] =>
  membersOf(schema, document).map(({ path, type, required, description }) => [
    `\`${path}\`${required ? mark : ''}`,
    type,
    description,
  ]);

function bodyOf({ body }: ApiOperation, document: PublishedDocument): string[] {
  if (!body) return [];
  const rows = memberRows(body.schema, document, ', required');
  return [
    '## Body',
    body.required ? 'JSON, required.' : 'JSON. The body may be omitted.',
    ...(rows.length > 0 ? [table(['Member', 'Type', 'Description'], rows)] : []),
    ...(body.example === undefined ? [] : ['An example:', jsonBlock(body.example)]),
  ];
}

const RESPONSES: Readonly<Partial<Record<ResultKind, string>>> = {
  json: 'JSON.',
  stream: 'A stream of server-sent events (`text/event-stream`), which stays open.',
  none: 'No body.',
};

/** The number of lines from which an example scrolls. */
const LONG_LINES = 40;

const foldLong = (block: string): string =>
  block.split('\n').length < LONG_LINES ? block : `<div class="long">\n\n${block}\n\n</div>`;

/** The number of members from which a table is collapsed. */
const MANY_MEMBERS = 15;

/** What the response contains. A member that is not always there is described as such. */
function responseMembers({ success }: ApiOperation, document: PublishedDocument): string[] {
  if (success.kind !== 'json' || !success.schema) return [];
  const rows = memberRows(success.schema, document, '');
  if (rows.length === 0) return [];
  return [table(['Member', 'Type', 'Description'], rows)];
}

const collapseMany = (members: string): string => {
  const count = members.split('\n').length - 2;
  return count < MANY_MEMBERS
    ? members
    : `<details>\n<summary>Members of the response (${count})</summary>\n\n${members}\n\n</details>`;
};

/** @param isPage whether HTML folds what is long */
function responseOf(operation: ApiOperation, document: PublishedDocument, isPage: boolean): string[] {
  const { success, id } = operation;
  const { status, kind, example, file } = success;
  const isDocument = id === 'OpenApi.get';
  return [
    '## Response',
    `Status \`${status}\`. ${file?.words ?? RESPONSES[kind]}`,
    ...(isDocument ? [] : responseMembers(operation, document).map((each) => (isPage ? collapseMany(each) : each))),
    ...(example === undefined || kind !== 'json' || isDocument
      ? []
      : [isPage ? foldLong(jsonBlock(example)) : jsonBlock(example)]),
  ];
}

/** Statuses that nearly every operation can return. */
const SHARED_STATUSES = new Set(['400', '401', '403', '405', '408', '413', '415', '429', '431', '500', '503']);

function errorsOf({ errors }: ApiOperation): string[] {
  const rowsIn = (shared: boolean) =>
    errors
      .filter(({ status }) => SHARED_STATUSES.has(status) === shared)
      .flatMap(({ status, codes }) => codes.map((code) => [status, ...codeCells(code as ProblemCode)]));
  const [own, shared] = [rowsIn(false), rowsIn(true)];
  const rows = (cells: string[][]) => table(['Status', 'Code', 'Meaning'], cells);
  return [
    '## Errors',
    ...(own.length > 0 ? [rows(own)] : []),
    `<details>\n<summary>Errors of most operations (${shared.length})</summary>\n\n${rows(shared)}\n\n</details>`,
  ];
}

const codeCells = (code: ProblemCode): string[] => [`[\`${code}\`](/docs/${errorPath(code)})`, PROBLEMS[code].title];

const reference = ({ tag, id }: ApiOperation): string =>
  `/docs/reference/#/${encodeURIComponent(tag)}/${encodeURIComponent(id)}`;

function head(operation: ApiOperation): string[] {
  const { method, path, summary } = operation;
  return [
    `<p class="crumbs"><a href="/docs/operations/">Operations</a></p>`,
    `# ${summary}`,
    `<p class="code-line"><code><span class="method">${method}</span> ${escapeHtml(path)}</code> <a href="${reference(operation)}">Try it in the reference</a></p>`,
    ...[wordsOf(operation)].filter(Boolean),
    `**Requires:** ${permissionOf(operation)}`,
  ];
}

const snippetBlocks = (operation: ApiOperation): string[] =>
  snippetsOf(operation).map(({ language, fence, text }) => `\`\`\`${fence} title="${language}"\n${text}\n\`\`\``);

/** The page of an operation as Markdown, with HTML where Markdown is not sufficient. */
export function operationArticle(operation: ApiOperation, document: PublishedDocument): string {
  return [
    ...head(operation),
    '## Request',
    'Set `BILLHOOK_API_KEY` to your key, and replace ids with those of your records.',
    // The tabs, which a script adds: without it, all snippets are shown.
    `<div class="snippets">\n\n${snippetBlocks(operation).join('\n\n')}\n\n</div>`,
    ...parametersOf(operation, document),
    ...bodyOf(operation, document),
    ...responseOf(operation, document, true),
    ...errorsOf(operation),
  ].join('\n\n');
}

/** The same for programs: no HTML. */
export function operationMarkdown(operation: ApiOperation, document: PublishedDocument): string {
  const codes = operation.errors.map(
    ({ status, codes: list }) => `- ${status}: ${list.map((code) => codeCells(code as ProblemCode)[0]).join(', ')}`,
  );
  return `${[
    `# ${operation.summary}`,
    `\`${signature(operation)}\``,
    ...[wordsOf(operation)].filter(Boolean),
    `**Requires:** ${permissionOf(operation)}`,
    '## Request',
    ...snippetBlocks(operation),
    ...parametersOf(operation, document),
    ...bodyOf(operation, document),
    ...responseOf(operation, document, false),
    ...(codes.length > 0 ? ['## Errors', codes.join('\n')] : []),
  ].join('\n\n')}\n`;
}

/** All operations by group, each with a link to its page. */
export function operationIndex(operations: readonly ApiOperation[], { tags = [] }: PublishedDocument): string {
  return tags
    .flatMap(({ name, description = '' }) => {
      const rows = operations
        .filter(({ tag }) => tag === name)
        .map((operation) => [
          `[${operation.summary}](/docs/${operationPath(operation)})`,
          `\`${signature(operation)}\``,
          isPermission(operation.permission ?? '') ? `\`${operation.permission}\`` : '–',
        ]);
      return rows.length === 0 ? [] : [`## ${name}`, description, table(['Operation', 'Request', 'Permission'], rows)];
    })
    .join('\n\n');
}

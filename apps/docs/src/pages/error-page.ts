import { exampleProblem, exampleOfProblem } from '@billhook/contract/examples/problem-examples';
import { challenge } from '@billhook/contract/shared/problem-document';
import { PROBLEM_MEMBERS } from '@billhook/contract/shared/problem-members';
import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { escapeHtml, jsonBlock, table, unfolded } from '../content/html.js';
import { ERRORS, type PageInfo } from '../content/navigation.js';
import type { ApiOperation } from '../openapi/api-operations.js';
import { MEANING } from './error-kinds.js';
import { originsOf } from './error-origins.js';
import { errorPath, rowsOf } from './errors.js';

/** The page that `type` of a problem opens. */
export const errorPage = (code: ProblemCode): PageInfo => ({
  path: errorPath(code),
  title: `${code}: ${PROBLEMS[code].title}`,
  description: PROBLEMS[code].advice,
  markdown: `errors/${code}.md`,
  parent: ERRORS,
});

/** Members that are repeated in a header. */
const HEADERS = {
  allow: 'Allow',
  retryAfter: 'Retry-After',
  requiredPermissions: 'X-Required-Permissions',
  held: 'X-Key-Permissions',
} as const;

/** Only /v1 accepts bearer tokens and sends a challenge. */
const CHALLENGED = /^\/v1\//;

/** Status line and headers of the example, as HTTP writes them. */
function head(code: ProblemCode): string {
  const { code: status, phrase } = HTTP_STATUS[PROBLEMS[code].kind];
  const { instance, requestId, ...members } = exampleProblem(code);
  const challenged = CHALLENGED.test(instance) ? challenge(exampleOfProblem(code)) : undefined;
  const headers = [
    ['Content-Type', 'application/problem+json'],
    ['Request-Id', requestId],
    ...(challenged === undefined ? [] : [['WWW-Authenticate', challenged]]),
    ...Object.entries(HEADERS).flatMap(([member, header]) =>
      members[member] === undefined
        ? []
        : [
            [
              header,
              [members[member]]
                .flat()
                .map((each: unknown) => String(each))
                .join(', '),
            ],
          ],
    ),
  ];
  const lines = [`HTTP/1.1 ${status} ${phrase}`, ...headers.map(([name, value]) => `${name}: ${value}`)];
  return `\`\`\`http\n${lines.join('\n')}\n\`\`\``;
}

/** The additional members of a problem. */
function membersOf(code: ProblemCode): string[] {
  const members = Object.entries(PROBLEM_MEMBERS[code] ?? {});
  if (members.length === 0) return [];
  const rows = members.map(([name, { meaning }]) => [`\`${name}\``, meaning]);
  return [
    '## Additional members',
    `In addition to [those of every problem](/docs/errors/#how-to-read-it):`,
    table(['Member', 'Meaning'], rows),
  ];
}

const siblingsOf = (code: ProblemCode) => rowsOf(PROBLEMS[code].kind).filter(([other]) => other !== code);

function siblings(code: ProblemCode): string[] {
  const items = siblingsOf(code).map(
    ([other, { title }]) =>
      `<li><a href="/docs/${errorPath(other)}"><code>${other}</code></a> <span>${escapeHtml(title)}</span></li>`,
  );
  return items.length === 0 ? [] : [SIBLINGS, `<ul class="errors">\n${items.join('\n')}\n</ul>`];
}

const SIBLINGS = '## Other errors with this status';

/** The page of a code as Markdown, with HTML where Markdown is not sufficient. */
export function errorArticle(code: ProblemCode, operations: readonly ApiOperation[]): string {
  const { kind, title } = PROBLEMS[code];
  const { code: status, phrase } = HTTP_STATUS[kind];
  return [
    `<p class="crumbs"><a href="/docs/errors/">Errors</a></p>`,
    `# ${title}`,
    `<p class="code-line"><code>${code}</code> <span class="status">${status} ${phrase}</span></p>`,
    ...sectionsOf(code, operations),
    ...siblings(code),
  ].join('\n\n');
}

/** The same for programs: no HTML. */
export function errorMarkdown(code: ProblemCode, operations: readonly ApiOperation[]): string {
  const { kind, title } = PROBLEMS[code];
  const { code: status, phrase } = HTTP_STATUS[kind];
  const items = siblingsOf(code).map(([other, row]) => `- [\`${other}\`](/docs/${errorPath(other)}): ${row.title}`);
  return `${[
    `# ${title}`,
    `\`${code}\`, status ${status} ${phrase}`,
    ...sectionsOf(code, operations).map(unfolded),
    ...(items.length === 0 ? [] : [SIBLINGS, items.join('\n')]),
  ].join('\n\n')}\n`;
}

function sectionsOf(code: ProblemCode, operations: readonly ApiOperation[]): string[] {
  const { kind, title, advice } = PROBLEMS[code];
  const origins = originsOf(code, operations);
  return [
    '## What it means',
    `${title}. ${MEANING[kind]}`,
    '## What to do',
    advice,
    '## Example',
    head(code),
    jsonBlock(exampleProblem(code)),
    ...membersOf(code),
    ...(origins === undefined ? [] : ['## Where it can occur', origins]),
  ];
}

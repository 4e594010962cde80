import { PROBLEM_MEMBERS } from '@billhook/contract/shared/problem-members';
import { HTTP_STATUS, type ProblemKind, type ProblemRow } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS, type ProblemCode } from '@billhook/domain/shared/problems';
import { escapeHtml, table } from '../content/html.js';
import { MEANING } from './error-kinds.js';

type ProblemEntry = readonly [ProblemCode, ProblemRow];

const ROWS = Object.entries(PROBLEMS) as readonly ProblemEntry[];
const KINDS = Object.keys(HTTP_STATUS) as readonly ProblemKind[];

/** The codes of a kind, in the order of the table. */
export const rowsOf = (kind: ProblemKind): readonly ProblemEntry[] => ROWS.filter(([, row]) => row.kind === kind);

/** The address of the page of a code. The `type` of its problem documents ends with it. */
export const errorPath = (code: ProblemCode): string => `errors/${code}/`;

const statusLine = (kind: ProblemKind): string => `${HTTP_STATUS[kind].code} ${HTTP_STATUS[kind].phrase}`;

/** One section per status. */
function sections(list: (entries: readonly ProblemEntry[]) => string): string {
  return KINDS.filter((kind) => rowsOf(kind).length > 0)
    .map((kind) => `## ${statusLine(kind)}\n\n${MEANING[kind]}\n\n${list(rowsOf(kind))}`)
    .join('\n\n');
}

/** The index of the error catalogue: one section per status, one link per code. The filter searches `data-words`. */
export function errorIndex(): string {
  const item = ([code, { kind, title, advice }]: ProblemEntry) => {
    const words = escapeHtml(
      `${statusLine(kind)} ${code} ${code.replaceAll('_', ' ')} ${title} ${advice}`.toLowerCase(),
    );
    return `<li id="${code}" data-words="${words}"><a href="/docs/${errorPath(code)}"><code>${code}</code></a> <span>${escapeHtml(title)}</span></li>`;
  };
  return sections((entries) => `<ul class="errors">\n${entries.map(item).join('\n')}\n</ul>`);
}

/** The whole error catalogue on one Markdown page. */
export function errorCatalogue(): string {
  const entry = ([code, { title, advice }]: ProblemEntry) => {
    const members = Object.entries(PROBLEM_MEMBERS[code] ?? {}).map(
      ([name, { meaning }]) => `\`${name}\` (${meaning})`,
    );
    return [
      `### ${code}`,
      `**${title}.** ${advice}`,
      ...(members.length > 0 ? [`Additional members: ${members.join(', ')}.`] : []),
    ].join('\n\n');
  };
  return sections((entries) => entries.map(entry).join('\n\n'));
}

/** The errors of credentials that a caller of /v1 can receive, for the guide on keys. */
export function keyErrors(): string {
  const elsewhere =
    /session|sign_in|second_factor|reset_link|invitation|member_holds|portal|document_link|step_up|cross_site|access_undeclared|permission_missing/;
  const rows = (['unauthenticated', 'forbidden'] as const)
    .flatMap(rowsOf)
    .filter(([code]) => !elsewhere.test(code))
    .map(([code, row]) => [
      String(HTTP_STATUS[row.kind].code),
      `[\`${code}\`](/docs/${errorPath(code)})`,
      row.title,
      row.advice,
    ]);
  return table(['Status', 'Code', 'Meaning', 'What to do'], rows);
}

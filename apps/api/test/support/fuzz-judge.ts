import { ProblemView } from '@billhook/contract/shared/problem';
import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { STALE } from './fuzz-headers.js';
import type { Piece, RequestPlan } from './fuzz-request.js';
import type { RowChange } from './fuzz-watch.js';
import type { NoReply, Reply, Wire } from './fuzz-wire.js';

/** The request, the response, and the written rows. */
export interface Exchange {
  readonly plan: RequestPlan;
  readonly wire: Wire;
  readonly reply: Reply | NoReply;
  readonly changes: readonly RowChange[];
  readonly companyId: number;
  /** Texts that were sent as secrets. */
  readonly secrets: readonly string[];
}

export interface Fault {
  readonly rule: string;
  readonly what: string;
}

type Answered = Exchange & { readonly reply: Reply };
type Rule = (exchange: Answered) => string | undefined;

const isError = ({ reply }: Answered): boolean => reply.status >= 400;
const isAccepted = ({ reply }: Answered): boolean => reply.status < 300;
const header = ({ wire }: Exchange, name: string): string | undefined => {
  const at = wire.headers.findIndex((each, n) => n % 2 === 0 && each === name);
  return at < 0 ? undefined : wire.headers[at + 1];
};
const named = (changes: readonly RowChange[]): string =>
  changes
    .slice(0, 5)
    .map(({ op, table, recordId }) => `${op} ${table}/${recordId}`)
    .join(', ');

/** Rows that a rejected request may write: a failed sign-in. */
const TRACES = /^audit_(log|heads)$/;
/** Rows that a read may write: an access to a secret, a PDF that was not rendered yet, with its entry in the document chain. */
const LOOKED = /^(audit_log|audit_heads|document_chain|document_files|portal_sessions|portal_links|sessions)$/;
const RECORDS: Readonly<Record<string, string>> = {
  clients: 'client',
  invoices: 'invoice',
  quotes: 'quote',
  payments: 'payment',
  credit_notes: 'credit_note',
};

/** Rules for a single response, for any request. A rule returns its finding. */
const RULES: Readonly<Record<string, Rule>> = {
  'never a server error': ({ reply }) =>
    reply.status >= 500 ? `${reply.status} ${reply.text.slice(0, 300)}` : undefined,

  'an error is a problem document': (exchange) => {
    const { reply, wire } = exchange;
    if (!isError(exchange)) return undefined;
    if (!reply.headers['content-type']?.startsWith('application/problem+json') && wire.method !== 'HEAD')
      return `${reply.status} is answered as ${reply.headers['content-type']}: ${reply.text.slice(0, 200)}`;
    return wire.method === 'HEAD' ? undefined : faultOfProblem(reply);
  },

  'an error says what to do': ({ plan, reply }) => {
    if (reply.status === 405 && reply.headers.allow === undefined) return '405 without Allow';
    if (reply.status === 429 && reply.headers['retry-after'] === undefined) return '429 without Retry-After';
    const bearer = plan.operation.surface === 'api';
    if (reply.status === 401 && bearer && reply.headers['www-authenticate'] === undefined)
      return '401 without WWW-Authenticate';
    return undefined;
  },

  'the document lists the status': ({ plan, wire, reply }) => {
    const { statuses, method, path } = plan.operation;
    // Another path or method may be another operation, or none.
    const isItself = wire.method === method && plan.path.at(-1) === '' && plan.path.slice(0, -1).every(isExpected);
    return isItself && statuses.length > 0 && ![...statuses, HEADERS_TOO_LARGE].includes(reply.status)
      ? `${method} ${path} answered ${reply.status}, which the document does not list: ${reply.text.slice(0, 200)}`
      : undefined;
  },

  'an error changes nothing': (exchange) => {
    const written = exchange.changes.filter(({ table }) => !TRACES.test(table));
    return isError(exchange) && written.length > 0 ? `${exchange.reply.status}, yet ${named(written)}` : undefined;
  },

  'a question changes nothing': ({ wire, changes }) => {
    const written = changes.filter(({ table }) => !LOOKED.test(table));
    return ['GET', 'HEAD', 'OPTIONS'].includes(wire.method) && written.length > 0 ? named(written) : undefined;
  },

  'a dry run changes nothing': (exchange) => {
    const { reply, changes, plan } = exchange;
    const said = reply.headers['preference-applied'] !== undefined;
    if (said && changes.length > 0) return named(changes);
    const { surface, headers, method } = plan.operation;
    const isTaken = surface === 'api' && headers.includes('prefer') && exchange.wire.method === method;
    const asked = isTaken && header(exchange, 'prefer') === 'dry-run';
    return asked && !said && isAccepted(exchange) ? 'a dry run was asked for and done in earnest' : undefined;
  },

  'a repeat changes nothing': ({ reply, changes }) =>
    reply.headers['idempotent-replayed'] !== undefined && changes.length > 0 ? named(changes) : undefined,

  'no row of another company is touched': ({ changes, companyId }) => {
    const foreign = changes.filter((change) => change.companyId !== null && change.companyId !== companyId);
    return foreign.length > 0 ? named(foreign) : undefined;
  },

  'every change of a record is a version and a line of its timeline': ({ changes }) => {
    for (const [table, resource] of Object.entries(RECORDS)) {
      const ids = new Set(changes.filter((change) => change.table === table).map(({ recordId }) => recordId));
      for (const id of ids) {
        const own = changes.filter((change) => change.table === table && change.recordId === id);
        const recorded = changes.filter(
          (change) => change.table === 'record_history' && change.resource === resource && change.recordId === id,
        );
        const isGone = own.some(({ op }) => op === 'DELETE');
        const grown = (own.at(-1)?.after ?? 0) - (own[0]?.before ?? 0);
        const lines = recorded.length - (isGone ? 1 : 0);
        if (isGone ? lines < 0 : grown !== lines)
          return `${resource} ${id}: ${grown} versions, ${recorded.length} lines`;
      }
    }
    return undefined;
  },

  'what was seen before is not overwritten': (exchange) =>
    isAccepted(exchange) &&
    header(exchange, 'if-match') === STALE &&
    exchange.plan.operation.headers.includes('if-match')
      ? 'a change of an old version was taken'
      : undefined,

  'no secret comes back': ({ reply, secrets }) => {
    if (reply.status < 400) return undefined;
    const shown = [reply.text, ...Object.values(reply.headers).flat().map(String)].join('\n');
    return secrets.some((secret) => shown.includes(secret)) ? reply.text.slice(0, 400) : undefined;
  },
};

/** Rejected by Node before our code runs. */
const HEADERS_TOO_LARGE = HTTP_STATUS.headers_too_large.code;

const isExpected = (piece: Piece, n: number): boolean => n % 2 === 0 || typeof piece !== 'string';

const CODES: Readonly<Record<string, { readonly kind: keyof typeof HTTP_STATUS }>> = PROBLEMS;

function faultOfProblem(reply: Reply): string | undefined {
  let body: unknown;
  try {
    body = JSON.parse(reply.text);
  } catch {
    return `no JSON: ${reply.text.slice(0, 200)}`;
  }
  const { data: problem, error } = ProblemView.safeParse(body);
  if (!problem) return `no problem document: ${error.message}`;
  const row = Object.hasOwn(CODES, problem.code) ? CODES[problem.code] : undefined;
  if (!row) return `the code ${problem.code} is in no table`;
  const { code: status } = HTTP_STATUS[row.kind];
  if (status !== reply.status || problem.status !== reply.status)
    return `${problem.code} is ${status}; ${problem.status} is said and ${reply.status} answered`;
  const id = reply.headers['request-id'];
  if (id !== problem.requestId) return `the Request-Id is ${String(id)}, in the problem ${problem.requestId}`;
  return undefined;
}

/** The first violated rule. */
export function judge(exchange: Exchange): Fault | undefined {
  const { reply } = exchange;
  if ('failed' in reply)
    return { rule: reply.failed === 'hang' ? 'an answer within a minute' : 'an answer', what: reply.reason };
  for (const [rule, check] of Object.entries(RULES)) {
    const what = check({ ...exchange, reply });
    if (what !== undefined) return { rule, what };
  }
  return undefined;
}

/** Rules for a response to a malformed request. */
export function judgeBroken(reply: Reply | NoReply | undefined, bytes = ''): Fault | undefined {
  if (reply === undefined) return undefined;
  if ('failed' in reply) return { rule: 'an answer within a minute', what: reply.reason };
  if (reply.status >= 500) return { rule: 'never a server error', what: String(reply.status) };
  if (reply.status < 400 || (bytes.startsWith('HEAD ') && reply.text === '')) return undefined;
  const what = reply.headers['content-type']?.startsWith('application/problem+json')
    ? faultOfProblem({ ...reply, text: reply.text.trim() })
    : `${reply.status} is answered as ${reply.headers['content-type']}`;
  return what === undefined ? undefined : { rule: 'an error is a problem document', what };
}

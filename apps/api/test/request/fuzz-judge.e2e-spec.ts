import { problemDocument } from '@billhook/contract/shared/problem-document';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { describe, expect, it } from '@jest/globals';
import { STALE } from '../support/fuzz-headers.js';
import { judge, judgeBroken, type Exchange } from '../support/fuzz-judge.js';
import { curl } from '../support/fuzz-report.js';
import type { RowChange } from '../support/fuzz-watch.js';
import type { Reply } from '../support/fuzz-wire.js';

const SECRET = 'bhk_a-secret-that-nobody-may-read';

interface Given {
  readonly method?: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly text?: string;
  readonly sent?: readonly string[];
  readonly changes?: readonly Partial<RowChange>[];
}

function reply({ status = 200, headers = {}, text = '{}' }: Given): Reply {
  return { status, headers: { 'request-id': 'req_1', ...headers }, text, ms: 1 };
}

/** An error as the API describes it. */
function refused(code: ProblemCode, given: Given & { readonly detail?: string } = {}): Given {
  const problem = problemDocument(new Problem(code, given.detail), {
    publicUrl: 'http://localhost:3000',
    instance: '/v1/invoices',
    requestId: 'req_1',
  });
  const headers = { 'content-type': 'application/problem+json', ...given.headers };
  return { text: JSON.stringify(problem), status: problem.status, ...given, headers };
}

function exchange(given: Given): Exchange {
  const { method = 'POST', sent = [], changes = [] } = given;
  const operation = {
    ...{ method, path: '/v1/invoices', surface: 'api' as const, query: [], body: undefined, answers: 'Invoice' },
    ...{ headers: ['prefer', 'if-match', 'idempotency-key'], statuses: [200, 201, 400, 409, 422, 503] },
  };
  const change: RowChange = {
    ...{ table: 'invoices', op: 'UPDATE', companyId: 1, recordId: 7, resource: null, before: null, after: null },
  };
  return {
    plan: { operation, method, path: [operation.path, ''], query: [], headers: [], body: undefined, caller: 'own' },
    wire: { method, target: operation.path, headers: sent, body: undefined },
    reply: reply(given),
    changes: changes.map((each) => ({ ...change, ...each })),
    companyId: 1,
    secrets: [SECRET],
  };
}

const written = [
  { before: 3, after: 4 },
  { table: 'record_history', op: 'INSERT' as const, resource: 'invoice' },
];

describe('the judge of fuzzed responses', () => {
  it.each<[string, Given]>([
    ['an accepted change with an event', { changes: written }],
    [
      'a record that is new',
      { status: 201, changes: [{ ...written[0], op: 'INSERT', before: null, after: 1 }, ...written.slice(1)] },
    ],
    ['an error', refused('invalid_body')],
    ['an error to HEAD, which has no body', { method: 'HEAD', status: 409, text: '' }],
    ['headers that are too large, for which no operation is known', refused('headers_too_large')],
    ['a secret that was looked at', { method: 'GET', changes: [{ table: 'audit_log', op: 'INSERT' }] }],
    ['a dry run that wrote nothing', { sent: ['prefer', 'dry-run'], headers: { 'preference-applied': 'dry-run' } }],
  ])('accepts %s', (_, given) => {
    expect(judge(exchange(given))).toBeUndefined();
  });

  it.each<[string, Given]>([
    ['never a server error', refused('internal_error')],
    ['never a server error', refused('not_ready')],
    [
      'an error is a problem document',
      { status: 409, text: '<h1>Conflict</h1>', headers: { 'content-type': 'text/html' } },
    ],
    ['an error is a problem document', refused('invalid_body', { text: '{"status":422' })],
    ['an error is a problem document', refused('invalid_body', { text: '{"status":422}' })],
    ['an error is a problem document', refused('invalid_body', { status: 409 })],
    ['an error is a problem document', refused('invalid_body', { headers: { 'request-id': 'req_2' } })],
    ['an error says what to do', refused('method_not_allowed')],
    ['an error says what to do', refused('credential_missing')],
    ['an error says what to do', refused('too_many_attempts')],
    ['the document lists the status', refused('version_mismatch')],
    ['the document lists the status', refused('not_found')],
    ['an error changes nothing', { ...refused('invalid_body'), changes: written }],
    ['an error changes nothing', { ...refused('invalid_body'), changes: [{ table: 'number_series_periods' }] }],
    ['a question changes nothing', { method: 'GET', changes: written }],
    ['a dry run changes nothing', { headers: { 'preference-applied': 'dry-run' }, changes: written }],
    ['a dry run changes nothing', { sent: ['prefer', 'dry-run'], changes: written }],
    ['a repeat changes nothing', { headers: { 'idempotent-replayed': 'true' }, changes: written }],
    ['no row of another company is touched', { changes: [{ table: 'mails', companyId: 2 }] }],
    ['every change of a record is a version and a line of its timeline', { changes: written.slice(0, 1) }],
    [
      'every change of a record is a version and a line of its timeline',
      { changes: [{ before: 3, after: 3 }, ...written.slice(1)] },
    ],
    ['what was seen before is not overwritten', { sent: ['if-match', STALE] }],
    ['no secret comes back', refused('malformed_json', { detail: `Unexpected token in ${SECRET}` })],
  ])('rejects by the rule "%s"', (rule, given) => {
    expect(judge(exchange(given))?.rule).toBe(rule);
  });

  it('rejects a missing response, and a broken connection', () => {
    const rule = (failed: 'hang' | 'broken') => judge({ ...exchange({}), reply: { failed, reason: '' } })?.rule;
    expect([rule('hang'), rule('broken')]).toEqual(['an answer within a minute', 'an answer']);
  });

  it('accepts silence as a response to invalid HTTP, and no error other than a problem document', () => {
    expect(judgeBroken(undefined)).toBeUndefined();
    expect(judgeBroken(reply(refused('bad_request')))).toBeUndefined();
    expect(judgeBroken(reply({ status: 400, text: '' }))?.rule).toBe('an error is a problem document');
    expect(judgeBroken({ failed: 'hang', reason: '' })?.rule).toBe('an answer within a minute');
  });
});

describe('a request as a command', () => {
  const wire = {
    method: 'POST',
    target: "/v1/clients?q='",
    headers: ['authorization', `Bearer ${SECRET}`],
    body: undefined,
  };

  it('names the key without containing it, and quotes for the shell', () => {
    expect(curl({ ...wire, body: Buffer.from(`{"name":"O'Brien"}`) }, SECRET)).toBe(
      `curl -sS -i --path-as-is -X POST "$BILLHOOK_URL"'/v1/clients?q='\\''' -H "authorization: Bearer $BILLHOOK_API_KEY" --data-binary '{"name":"O'\\''Brien"}'`,
    );
  });

  it('sends bytes that are not text unchanged', () => {
    const sent = { ...wire, headers: ['client-request-id', '\xff'], body: Buffer.from([0xff, 0x00]) };
    expect(curl(sent, SECRET)).toBe(
      `echo /wA= | base64 -d | curl -sS -i --path-as-is -X POST "$BILLHOOK_URL"'/v1/clients?q='\\''' -H $'client-request-id: \\xff' --data-binary @-`,
    );
  });
});

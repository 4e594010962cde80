import { readFile } from 'node:fs/promises';
import { excerptOf, find, loadIndex, stem, wordsOf } from '@billhook/docs-search/search-index';
import { SYNONYMS } from '@billhook/docs-search/search-synonyms';
import { ALL_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { EVENT_TYPES } from '@billhook/domain/shared/event-types';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { TUNED, UNSEEN } from '../test/reader-questions.js';
import { createPlainRenderer } from './content/markdown.js';
import { operationsOf, type ApiOperation, type PublishedDocument } from './openapi/api-operations.js';
import { pythonMethod } from './openapi/python-sdk-snippet.js';
import { sdkMethod } from './openapi/sdk-snippet.js';
import { SEARCH_INDEX } from './search-entries.js';
import { renderSite } from './site.js';

/*
 * The questions of readers, as they type them, and the page that must come first. A wrong answer is corrected by the rules of the
 * ranking, by a synonym or by a better text, never for a single question.
 */

const QUESTIONS: readonly (readonly [question: string, page: string, ...others: string[]])[] = [
  ['how do I verify the webhook signature', 'webhooks/'],
  ['hmac', 'webhooks/'],
  ['raw body', 'webhooks/', 'typescript/'],
  ['raw body signature', 'webhooks/'],
  ['standard webhooks', 'webhooks/'],
  ['webhook retry', 'webhook-retries/'],
  ['endpoint disabled', 'webhook-retries/', 'operations/WebhookEndpoints.disable/'],
  ['missed webhooks', 'catching-up/'],
  ['replay events', 'catching-up/'],
  ['sse stream', 'catching-up/', 'operations/Events.stream/'],
  ['localhost webhook', 'first-webhook/', 'command-line/'],
  ['receive webhooks on my laptop', 'first-webhook/', 'command-line/'],
  ['cli', 'command-line/'],
  ['python', 'python/'],
  ['stop following events', 'typescript/', 'python/'],
  ['n8n', 'n8n/'],
  ['webhook filter', 'webhook-choices/'],
  ['rate limit', 'rate-limits/'],
  ['429', 'rate-limits/', 'errors/rate_limited/'],
  ['throttling', 'rate-limits/'],
  ['idempotency key', 'idempotency/'],
  ['retry safely', 'idempotency/'],
  ['duplicate invoice after timeout', 'idempotency/', 'operations/Invoices.duplicate/'],
  ['pagination', 'pagination/'],
  ['cursor', 'pagination/'],
  ['updatedSince', 'pagination/', 'catching-up/'],
  ['expand client', 'expanding/'],
  ['etag', 'conditional-requests/'],
  ['if-match', 'conditional-requests/'],
  ['412', 'conditional-requests/', 'errors/', 'errors/version_mismatch/'],
  ['bulk create', 'batches-and-dry-runs/', 'operations/ClientsBatch.create/', 'operations/InvoicesBatch.create/'],
  ['dry run', 'batches-and-dry-runs/'],
  ['sandbox', 'sandboxes/'],
  ['api key', 'keys-and-permissions/', 'quickstart/'],
  ['rotate key', 'keys-in-production/'],
  ['leaked key', 'leaked-keys/', 'operations/LeakedKeys.report/'],
  ['oauth', 'build-an-application/'],
  ['pkce', 'build-an-application/'],
  ['refund', 'invoicing-rules/', 'operations/CreditNotes.create/', 'operations/Payments.create/'],
  ['credit note', 'invoicing-rules/', 'operations/CreditNotes.create/'],
  ['vat', 'invoicing-rules/'],
  ['rounding', 'invoicing-rules/'],
  ['invoice number gap', 'invoicing-rules/', 'operations/Series.audit/'],
  ['send invoice by email', 'documents/', 'operations/Invoices.send/'],
  ['download pdf', 'operations/DocumentPdf.invoice/', 'documents/'],
  ['docker', 'self-hosting/'],
  ['redis', 'self-hosting/'],
  ['deprecation', 'versioning/'],
  ['claude', 'assistants/'],
  ['mcp', 'assistants/'],
  ['typescript sdk', 'typescript/'],
  ['audit log csv', 'audit-log/'],
  ['key_revoked', 'errors/key_revoked/'],
  ['insufficient_scope', 'errors/insufficient_scope/'],
  ['version mismatch', 'errors/version_mismatch/', 'conditional-requests/'],
  ['invoice.paid', 'events/invoice.paid/'],
  ['invoice.write', 'permissions/#invoice.write'],
  ['POST /v1/invoices', 'operations/Invoices.create/'],
  ['record a payment', 'operations/Payments.create/'],
  ['accept quote', 'operations/Quotes.accept/'],
  ['csv', 'imports/'],
  ['import csv', 'imports/'],
  ['forged', 'webhooks/'],
  ['ctrl-c', 'quickstart/', 'test-environment/'],
  ['stop', 'quickstart/', 'test-environment/'],
  ['shut down', 'quickstart/', 'test-environment/'],
  ['request id', 'request-log/', 'operations/Requests.get/'],
  ['write off', 'operations/Invoices.writeOff/', 'invoicing-rules/'],
];

/** Typing errors and beginnings of words, which find the same page. */
const NEARLY: readonly (readonly [typed: string, page: string])[] = [
  ['idempotancy', 'idempotency/'],
  ['webhok signature', 'webhooks/'],
  ['pagintion', 'pagination/'],
  ['idempot', 'idempotency/'],
  ['credit not', 'invoicing-rules/'],
  ['RATE LIMITS', 'rate-limits/'],
];

let index: ReturnType<typeof loadIndex>;
let text: string;
let site: Awaited<ReturnType<typeof renderSite>>;
let operations: readonly ApiOperation[];

beforeAll(async () => {
  const openapi = await readFile(new URL('../openapi.json', import.meta.url), 'utf8');
  operations = operationsOf(JSON.parse(openapi) as PublishedDocument);
  site = await renderSite(new URL('../guides/', import.meta.url), createPlainRenderer());
  text = site.get(SEARCH_INDEX) ?? '';
  index = loadIndex(text);
});

const pageOf = (id: string | undefined): string => (id ?? '').replace('/docs/', '');
/** Without the section, except for permissions, which are sections. */
const firstOf = (question: string): string => {
  const first = pageOf(find(index, question)[0]?.id);
  return first.startsWith('permissions/') ? first : (first.split('#', 1)[0] ?? '');
};

describe('the search', () => {
  it('shows the right page first for the questions of readers', () => {
    const wrong = QUESTIONS.filter(([question, ...pages]) => !pages.includes(firstOf(question))).map(
      ([question, page]) => `${question}: ${firstOf(question)} instead of ${page}`,
    );
    expect(QUESTIONS.length).toBeGreaterThanOrEqual(40);
    expect(wrong).toEqual([]);
  });

  it('shows the right page among the first three for questions from public threads', () => {
    const questions = [...TUNED, ...UNSEEN];
    expect([new Set(questions.map(([question]) => question)).size, UNSEEN.length]).toEqual([90, 30]);
    const found = (asked: typeof TUNED) =>
      asked.filter(([question, ...pages]) =>
        find(index, question, 3).some(({ id }) => pages.includes(pageOf(id).split('#', 1)[0] ?? '')),
      ).length / asked.length;
    expect(found(TUNED)).toBeGreaterThanOrEqual(0.9);
    expect(found(UNSEEN)).toBeGreaterThanOrEqual(0.8);
    // A page that was renamed would make its questions unanswerable.
    const pages = new Set([...site.keys()].map((path) => path.replace(/index\.html$/, '')));
    expect(questions.flatMap(([, ...expected]) => expected).filter((page) => !pages.has(page))).toEqual([]);
  });

  it('accepts a word that is the name of a member of every object', () => {
    expect(find(index, 'constructor rate limit')[0]?.id).toBe(find(index, 'rate limit')[0]?.id);
  });

  it.each(NEARLY)('tolerates %s', (typed, page) => {
    expect(firstOf(typed)).toBe(page);
  });

  it('shows errors, events, operations and permissions first for their exact name', () => {
    const names = [
      ...Object.keys(PROBLEMS).map((code) => [code, `/docs/errors/${code}/`]),
      ...EVENT_TYPES.map((type) => [type, `/docs/events/${type}/`]),
      ...ALL_PERMISSIONS.map((name) => [name, `/docs/permissions/#${name}`]),
      ...operations.flatMap(({ id, method, path }) =>
        [id, `${method} ${path}`].map((name) => [name, `/docs/operations/${id}/`]),
      ),
    ] as [string, string][];
    expect(names.length).toBeGreaterThan(350);
    expect(names.filter(([name, id]) => find(index, name)[0]?.id !== id)).toEqual([]);
  });

  it('shows an operation first for its methods in the clients', () => {
    const names = operations.flatMap((operation) =>
      [sdkMethod(operation), pythonMethod(operation)].map((name) => [name, `/docs/operations/${operation.id}/`]),
    );
    expect(names.filter(([name = '', id]) => find(index, name)[0]?.id !== id)).toEqual([]);
    for (const part of ['endPrevious', 'end_previous']) {
      expect(firstOf(part)).toBe('operations/WebhookSecrets.endPrevious/');
    }
    for (const part of ['webhook_secrets', 'webhookSecrets']) {
      expect(firstOf(part)).toMatch(/^operations\/WebhookSecrets\./);
    }
  });

  it('finds nothing for nothing, and says so by an empty list', () => {
    expect([find(index, ''), find(index, '  ?'), find(index, 'xyzzyqqq')]).toEqual([[], [], []]);
  });

  it('shows at most three sections of a page', () => {
    const pages = find(index, 'invoice', 50).map(({ id }) => id.split('#', 1)[0]);
    for (const page of new Set(pages)) expect(pages.filter((each) => each === page).length).toBeLessThanOrEqual(3);
  });

  it('is small enough for a phone', () => {
    expect(text.length).toBeLessThan(800_000);
  });

  it('has a synonym only for words that the index can find', () => {
    const lost = [...SYNONYMS].flatMap(([word, others]) =>
      others.filter((other) => find(index, other).length === 0).map((other) => `${word}: ${other}`),
    );
    expect(lost).toEqual([]);
  });
});

describe('words', () => {
  it.each([
    ['retries', 'retry'],
    ['Invoices', 'invoice'],
    ['created', 'create'],
    ['verifying', 'verify'],
    ['addresses', 'address'],
    ['sending', 'send'],
    ['limits', 'limit'],
  ])('%s and %s have the same stem', (one, other) => {
    expect(stem(one)).toBe(stem(other));
  });

  it('contain identifiers and their parts', () => {
    expect(wordsOf('key_revoked, invoice.paid: updatedSince')).toEqual([
      ...['key_revoked', 'key', 'revoked', 'invoice.paid', 'invoice', 'paid', 'updatedSince', 'updated', 'Since'],
    ]);
  });

  it('are marked in the excerpt', () => {
    const long = `${'filler words here '.repeat(20)}the signature of a message ${'and more text '.repeat(20)}`;
    const shown = excerptOf(long, [stem('signature')]);
    expect(shown.filter(({ marked }) => marked).map(({ text: word }) => word)).toEqual(['signature']);
    expect(shown.map(({ text: word }) => word).join('').length).toBeLessThan(260);
  });
});

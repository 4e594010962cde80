import type { OpenAPIObject } from '@nestjs/swagger';
import { isReference, operationsOf, shared, successesOf, type Answer, type Components } from './openapi-operations.js';

type Headers = NonNullable<Answer['headers']>;

const text = (description: string, example: string) => ({ description, schema: { type: 'string', example } });

/** Every header of an answer that is part of the interface. */
const HEADERS = {
  'Request-Id': text(
    'Names this request in the logs. Every answer has one; it is always ours.',
    'req_2n8QbYtH1xPq4Zk7Wd',
  ),
  'Client-Request-Id': text(
    'The Client-Request-Id that was sent, as it was sent. Absent when none was sent, or one that was ignored.',
    'import-2026-11-21-0042',
  ),
  'RateLimit-Policy': text('The limits that hold: requests (`q`) in seconds (`w`).', '"minute";q=600;w=60'),
  RateLimit: text(
    'What is left of each limit (`r`), and after how many seconds all of it is back (`t`).',
    '"minute";r=512;t=41',
  ),
  'X-Key-Expires-At': text(
    'When the calling key expires, in the last 14 days before: time to rotate it. Absent otherwise.',
    '2026-12-01T10:00:00.000Z',
  ),
  ETag: text(
    'Names what was answered: for If-None-Match, and of a single record for If-Match.',
    '"3-Zk1XwV0mXkTn9Qa1bZr8Aw"',
  ),
  Location: text('Where what was made is found.', 'http://localhost:3000/v1/invoices/4211'),
  Link: text(
    'The pages around this one (RFC 8288), as addresses to follow: `next`, `prev` and `first`.',
    '</v1/invoices?cursor=WzQyXQ.3q2-7wV0mXkTn9Qa1bZr8A>; rel="next"',
  ),
  'Idempotent-Replayed': text(
    '`true` when this is the stored answer to an earlier request with the same Idempotency-Key.',
    'true',
  ),
  'Preference-Applied': text('`dry-run` when nothing was written, because the request asked for that.', 'dry-run'),
  'Retry-After': {
    description: 'After how many seconds the request may be repeated.',
    schema: { type: 'integer', minimum: 0, example: 3 },
  },
  'WWW-Authenticate': text(
    'The challenge (RFC 6750): bare when no credential came, else with what is wrong with it.',
    'Bearer realm="billhook", error="invalid_token", error_description="The key is revoked"',
  ),
  Deprecation: text(
    'From when on the operation should no longer be used, as seconds since 1970 (RFC 9745).',
    '@1796083200',
  ),
  Sunset: text('From when on the operation may be gone (RFC 8594).', 'Wed, 01 Dec 2027 00:00:00 GMT'),
  'X-Required-Permissions': text('What the operation needs.', 'invoice.write'),
  'X-Key-Permissions': text('What the key may do now.', 'client.read, invoice.read'),
} as const satisfies Components['headers'];

export type HeaderName = keyof typeof HEADERS;

/** References to headers, by their names. */
export const headers = (...names: readonly HeaderName[]): Headers =>
  Object.fromEntries(names.map((name) => [name, shared('headers', name)]));

/** What any answer under /v1 can carry, whatever became of the request. */
export const ON_EVERY_ANSWER = [
  'Request-Id',
  'Client-Request-Id',
  'RateLimit-Policy',
  'RateLimit',
  'X-Key-Expires-At',
] as const;

/** Puts on the successes of each operation the headers that it answers with, and into the document those that any answer has. */
export function addHeaders(document: OpenAPIObject): void {
  const schemas = document.components?.schemas ?? {};
  for (const { operation, writes, streams } of operationsOf(document)) {
    for (const answer of successesOf(operation)) {
      const has = membersOf(answer, schemas);
      const single = has.includes('version');
      answer.headers = headers(
        ...ON_EVERY_ANSWER,
        ...((!writes && !streams) || single ? (['ETag'] as const) : []),
        ...(answer === operation.responses['201'] && single ? (['Location'] as const) : []),
        ...(has.includes('page') || operation.deprecated ? (['Link'] as const) : []),
        ...(operation.deprecated ? (['Deprecation', 'Sunset'] as const) : []),
        ...(writes ? (['Idempotent-Replayed', 'Preference-Applied'] as const) : []),
      );
    }
  }
  const used = JSON.stringify(document);
  document.components = {
    ...document.components,
    headers: Object.fromEntries(
      Object.entries(HEADERS).filter(([name]) => used.includes(`"${shared('headers', name).$ref}"`)),
    ),
  };
}

/** The names of the members of what is answered: a record has a version, a list a page. */
function membersOf(answer: Answer, schemas: NonNullable<Components['schemas']>): string[] {
  const schema = answer.content?.['application/json']?.schema;
  if (!schema) return [];
  const resolved = isReference(schema) ? schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
  return resolved && !isReference(resolved) ? Object.keys(resolved.properties ?? {}) : [];
}

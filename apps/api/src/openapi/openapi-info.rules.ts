import { IDEMPOTENCY_DAYS } from '@billhook/domain/shared/idempotency-key';
import { listResources } from '@billhook/domain/shared/resource-words';
import { EVENT_RECORDS, RESOURCES } from '@billhook/domain/shared/resources';

/** The rules that apply to all operations, one paragraph each, in Markdown. The links lead to the guides. */
export const INFO = `Billhook stores the ${listResources(EVENT_RECORDS)} of a company, and notifies your systems of every change.

**Authentication.** Send \`Authorization: Bearer <API_KEY>\`. Create keys in *Settings > API & Connections > My API keys*. A key has the permissions that it was created with, as long as its creator has them. Each operation names the permission that it needs. [Keys and permissions](/docs/keys-and-permissions/)

**Bodies.** JSON in UTF-8, at most 1 MiB (16 KiB for operations that need no credential, 4 MiB for imports), as \`application/json\`. Amounts are decimal strings, never JSON numbers. An unknown property or query parameter is rejected, never ignored. \`PATCH\` changes the members that you send: a missing member stays unchanged, \`null\` clears a member.

**Errors.** Every error is \`application/problem+json\` (RFC 9457). Test its \`code\`, which is stable, not its texts; \`errors\` points at what is wrong. Each response below lists its codes. A request that is not valid HTTP (400) or has more than 16 KiB of headers (431) is rejected before an operation is selected. [Errors](/docs/errors/)

**Idempotency.** A write with an \`Idempotency-Key\` is carried out once, however often it is sent. The response is stored together with the change for ${IDEMPOTENCY_DAYS} days and replayed with \`Idempotent-Replayed: true\`. The same key with another request is rejected. Errors are not stored: correct the request and send it with the same key. [Idempotency](/docs/idempotency/)

**Dry run.** With \`Prefer: dry-run\`, a write runs all checks and returns the response of the real request, but writes nothing and emits no event. The response has \`Preference-Applied: dry-run\`. [Batches and dry runs](/docs/batches-and-dry-runs/)

**Conditional requests.** Every response to a \`GET\`, except the streams of events and changes, has an \`ETag\`. Send it as \`If-None-Match\` to get 304 while nothing has changed. Send the ETag of a record as \`If-Match\` with a change to get 412 if the record has changed since. [Conditional requests](/docs/conditional-requests/)

**Rate limits.** Every response states the limits in \`RateLimit-Policy\` and the remaining requests in \`RateLimit\`. Requests above a limit get 429 with \`Retry-After\`. [Rate limits](/docs/rate-limits/)

**Lists.** Pages of 1 to 100 records. Follow \`page.nextCursor\`, or the header \`Link\`, until there is none. [Lists](/docs/pagination/)

**Expand.** \`expand\` includes related records in the response, if the key may read them. [Expanding](/docs/expanding/)

**Webhooks.** Events are sent to your endpoints in signed messages, described in the section *webhooks*, and can also be read from \`/v1/events\`. [Webhooks](/docs/webhooks/)

**Methods and browsers.** \`HEAD\` works like \`GET\`, without the body. \`OPTIONS\` returns the allowed methods of a path in \`Allow\`; any other method is rejected with 405 and the same header. Scripts of every site may call the API (CORS, without cookies) and read all its headers. \`Request-Id\` identifies each request; send \`Client-Request-Id\` to log your own identifier as well.

**Versions.** \`/v1\` gets only compatible changes: new operations, new optional parameters and properties, new members of responses and new event types. New values and new error codes may be added as well: treat an unknown code like its HTTP status. A removal is announced a year in advance in the headers \`Deprecation\` and \`Sunset\`. [Versions](/docs/versioning/)`;

/** The groups of resources, in the order of their table. */
const RESOURCE_TAGS = Object.values(RESOURCES).flatMap(({ many, about }): [string, string][] =>
  about === null ? [] : [[many.en, about]],
);

/** The groups of the reference in their order, with their descriptions. */
export const TAGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(RESOURCE_TAGS),
  Imports: 'Files of many records, which are written in the background, with a result for each row.',
  Reports: 'What clients owe, by age and as of any day, with the documents behind each sum.',
  Totals: 'What is outstanding and overdue, and what was invoiced, credited and paid in a period, by currency.',
  'Number series':
    'The series that documents take their numbers from, and the proof that no number is missing. They are changed in the settings.',
  'Tax rates': 'The VAT rates that the company uses. They are changed in the settings.',
  Mails: 'The emails to clients about their documents, with their status.',
  'Document chain':
    'Evidence that issued invoices, credit notes, payments and PDFs were not changed: an entry for each version, and signed checkpoints.',
  Events:
    'The events of the company, in the order in which they were committed. Messages are stored for 30 days by default.',
  Changes:
    'The log of changes: every version of every record, in the order in which they were committed, for an exact copy.',
  Webhooks: 'Endpoints that receive events, their deliveries and every attempt.',
  Messages: 'What endpoints receive: a message for each event.',
  Me: 'The API key or the application that makes the request.',
  Sandbox: 'The clock of a sandbox, which moves its time forward.',
  Requests: 'The log of the requests that this API key or application made, to find out what happened.',
  'Leaked keys': 'Report and revoke a leaked API key, without signing in.',
  Description: 'The OpenAPI document.',
};

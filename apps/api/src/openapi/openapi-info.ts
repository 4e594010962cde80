import { IDEMPOTENCY_DAYS } from '@billhook/domain/shared/idempotency';

/** What holds for all operations, one paragraph each. Markdown; the links lead into the documentation beside the reference. */
export const INFO = `Billhook keeps a company's clients, quotes, invoices and payments, and tells your systems what happens to them.

**Authentication.** Send \`Authorization: Bearer <API_KEY>\`. Keys are made in *Settings > API & Connections > My API keys*, and may do what they carry and their creator still may: each operation names the permission that it needs. [Keys and permissions](/docs/keys-and-permissions/)

**Bodies.** JSON in UTF-8, at most 1 MiB (16 KiB where no credential is asked for), as \`application/json\`. Amounts are decimal strings, never JSON numbers. A property or a query parameter that is not known is refused and named, never ignored. A \`PATCH\` changes what it names: what is left out stays, \`null\` empties.

**Errors.** Every refusal is \`application/problem+json\` (RFC 9457). Test its \`code\`, which is stable, not its texts; \`errors\` points at what is wrong. Each answer below lists its codes. What is no HTTP that can be read (400), or has more than 16 KiB of headers (431), is refused before it reaches an operation. [Errors](/docs/errors/)

**Once.** A write with an \`Idempotency-Key\` is done once, however often it is sent: the answer is stored together with the change for ${IDEMPOTENCY_DAYS} days, and given again with \`Idempotent-Replayed: true\`. With another body the key is refused. Refusals are not stored: mend the request and send it with the same key. [Doing it once](/docs/idempotency/)

**Dry run.** \`Prefer: dry-run\` lets a write check everything and answer as it would, and writes and emits nothing; the answer says \`Preference-Applied: dry-run\`. [Batches and dry runs](/docs/batches-and-dry-runs/)

**Conditional requests.** Every answer to a \`GET\` has an \`ETag\`. Sent back as \`If-None-Match\` it gives 304 while nothing has changed; that of a single record, sent as \`If-Match\` with a change, has it refused with 412 when somebody was faster. [Conditional requests](/docs/conditional-requests/)

**Limits.** Every answer says in \`RateLimit-Policy\` how many requests are allowed, and in \`RateLimit\` how many are left. Beyond that comes 429 with \`Retry-After\`. [Rate limits](/docs/rate-limits/)

**Lists.** Pages of 1 to 100 records. Follow \`page.nextCursor\`, or the header \`Link\`, until there is none. [Lists](/docs/pagination/)

**Expand.** \`expand\` puts the records that one refers to into the same answer, as far as the key may read them. [Expanding](/docs/expanding/)

**Webhooks.** What happens is sent to your endpoints, signed, as the section *webhooks* says, and can be read afterwards from \`/v1/events\`. [Webhooks](/docs/webhooks/)

**Methods and browsers.** \`HEAD\` answers like \`GET\`, without the body. \`OPTIONS\` tells in \`Allow\` what a path takes, and any other method is refused with 405 and the same header. Scripts of every site may call the API (CORS, without cookies) and read all its headers. \`Request-Id\` names each request; send \`Client-Request-Id\` to have a name of your own in our logs.

**Versions.** \`/v1\` only grows: new operations, new optional parameters and properties, new members of answers, new event types. Lists of values may grow as well, and so may codes of errors: treat an unknown one like its kind. What will go is announced a year before, in the headers \`Deprecation\` and \`Sunset\`. [Versions](/docs/versioning/)`;

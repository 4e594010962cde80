/** Where the API serves the site. Links are absolute: the page for unknown addresses is shown at any depth. */
export const BASE = '/docs/';

export interface PageInfo {
  /** Address under BASE: empty or with a slash at the end. */
  readonly path: string;
  readonly title: string;
  /** One sentence, for search engines and llms.txt. */
  readonly description: string;
  /** Address of the same page as Markdown, under BASE. */
  readonly markdown?: string;
  /** Takes the whole width, without a table of contents. */
  readonly wide?: boolean;
  /** The page of the sidebar that it belongs to, if it is not listed itself. */
  readonly parent?: PageInfo;
}

const page = (name: string, title: string, description: string): PageInfo => ({
  path: name === 'index' ? '' : `${name}/`,
  title,
  description,
  markdown: `${name}.md`,
});

export const REFERENCE: PageInfo = {
  path: 'reference/',
  title: 'API reference',
  description: 'Every operation of the API, with an Authorize box and requests that run against this installation.',
  markdown: 'reference.md',
  wide: true,
};

export const NOT_FOUND: PageInfo = {
  path: '404.html',
  title: 'Page not found',
  description: 'This page does not exist in the documentation.',
};

export const ERRORS: PageInfo = page(
  'errors',
  'Errors',
  'How to read an error response, and every error code: its status, its meaning, how to fix it.',
);

export const EVENTS_PAGE: PageInfo = page(
  'events',
  'Events',
  'Every event type: when it is emitted, an example message, and the schema of its data.',
);

export const OPERATIONS_PAGE: PageInfo = page(
  'operations',
  'Operations',
  'Every operation on its own page: permission, parameters, body, response, errors, and snippets in six languages.',
);

export const CHANGELOG: PageInfo = page('changelog', 'Changelog', 'What changes for programs that use the API.');

/** The pages in reading order. Each is `guides/<name>.md`, except for the reference. */
export const NAVIGATION: readonly { readonly title: string; readonly pages: readonly PageInfo[] }[] = [
  {
    title: 'Start',
    pages: [
      page('index', 'Introduction', 'What Billhook is, and where to find what you need.'),
      page('quickstart', 'Quickstart', 'Create a key, make a first call and receive a first webhook in ten minutes.'),
      page(
        'first-webhook',
        'Receive your first webhook',
        'From installation to a verified webhook in five minutes, with the command line alone.',
      ),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page(
        'sandboxes',
        'Sandboxes',
        'Companies for testing: keys, numbers, emails, members, their clock and deletion.',
      ),
      page(
        'test-environment',
        'Test environment',
        'Dry runs, example webhooks, a local installation and a test company.',
      ),
      page(
        'moving',
        'Moving from another system',
        'Migrate clients, numbers, outstanding invoices, requests and webhooks from Stripe, Invoice Ninja and others.',
      ),
      page(
        'keys-and-permissions',
        'Keys and permissions',
        'What an API key is, what it is allowed to do, and why a request is rejected.',
      ),
      page(
        'keys-in-production',
        'Keys in production',
        'Service members, networks, rotation, expiry, and the callers that still use an old key.',
      ),
      page(
        'leaked-keys',
        'Leaked keys',
        'Revoke a leaked key with one call, and configure scanners to find keys before others do.',
      ),
      page(
        'build-an-application',
        'Build an application',
        'Act for every member who authorises your application: OAuth from the registration to the first webhook.',
      ),
      page(
        'cors',
        'Calls from a browser',
        'CORS: which origins may call the API, why a key does not belong in a page, and what a CORS error means.',
      ),
      page(
        'typescript',
        'TypeScript client',
        'A typed client with retries, iterators over lists and events, and the verification of webhooks.',
      ),
      page(
        'command-line',
        'Command line',
        'Forward webhooks to your machine, send requests, and check an installation with the program billhook.',
      ),
      page(
        'python',
        'Python client',
        'A typed client, synchronous and asynchronous: retries, iterators over lists and events, verified webhooks.',
      ),
      page('n8n', 'n8n', 'The operations of the API in workflows of n8n, and workflows that start with an event.'),
      page('pagination', 'Lists', 'Pages, filters, order, and what has changed since the last request.'),
      page(
        'copies',
        'Keep an exact copy',
        'All records from one state, and every change since then: snapshots, the log of changes and billhook sync.',
      ),
      page('expanding', 'Expanding', 'A record and its related records in one response.'),
      page('idempotency', 'Retrying safely', 'Retry a write that is performed only once: the Idempotency-Key.'),
      page(
        'conditional-requests',
        'Conditional requests',
        'Avoid overwriting other changes, and read only what is new: ETag, If-Match, If-None-Match.',
      ),
      page(
        'batches-and-dry-runs',
        'Batches and dry runs',
        'A hundred records in one request, and writes that are tested without being saved.',
      ),
      page('request-log', 'Find a request', 'Look up a request by its id, with its bodies and its error.'),
      page('imports', 'Imports', 'Up to 100,000 clients from a file of CSV or JSON lines, with a result for each row.'),
      page(
        'rate-limits',
        'Rate limits',
        'How many requests you can send, how responses state it, and how to send as fast as allowed.',
      ),
      page(
        'versioning',
        'Versions and deprecation',
        'What may change within /v1, what never does, and how the removal of a route is announced.',
      ),
      page(
        'assistants',
        'Connect an AI assistant',
        'Claude and other assistants call the API as tools, with your permissions and with dry runs first.',
      ),
      page('webhooks', 'Webhooks', 'Receive and verify the messages that Billhook sends.'),
      page(
        'webhook-receivers',
        'A receiver in your language',
        'Write a verified receiver without a client library, in TypeScript, Python, Go, PHP, Ruby or Java.',
      ),
      page(
        'certify-a-receiver',
        'Certify a receiver',
        'Test a receiver with 25 cases: forged messages, repeats, large bodies and more, from the command line or the portal.',
      ),
      page(
        'webhook-retries',
        'Retries and health',
        'When Billhook retries a message, and what happens to an endpoint that keeps failing.',
      ),
      page(
        'webhook-choices',
        'Choosing what you receive',
        'Event types, filters, the form of messages, their order, limits and headers.',
      ),
      page(
        'webhook-queues',
        'Webhooks into a queue',
        'Respond quickly and process later: a table, SQS, RabbitMQ, Kafka, BullMQ or Celery behind a receiver.',
      ),
      page('catching-up', 'Catching up', 'Get webhooks that you missed: resent, pulled, or from a live stream.'),
      page('documents', 'Sending documents', 'Emails, links and PDFs: how an invoice or a quote reaches its client.'),
      page('invoicing-rules', 'Invoicing rules', 'Money, VAT, numbers, payments, credit notes and quotes.'),
      page(
        'receivables',
        'Receivables',
        'What clients owe by age, today or as of any past day, and the documents behind each sum.',
      ),
      page('audit-log', 'Audit log', 'Who did what to keys, members and settings, and exports that can be verified.'),
      page(
        'document-chain',
        'Document chain',
        'Detect changes to issued documents and payments in the database, with entries and signed checkpoints.',
      ),
      page(
        'personal-data',
        'Personal data',
        'GDPR: where personal data is stored, how long it is kept, and requests for access and erasure.',
      ),
      page(
        'status',
        'Status of an installation',
        'Is the API down, are webhooks sent, is it my request? Health, uptime monitoring and request ids.',
      ),
      page('self-hosting', 'Self-hosting', 'Run Billhook on your own machines.'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      REFERENCE,
      OPERATIONS_PAGE,
      EVENTS_PAGE,
      ERRORS,
      page(
        'permissions',
        'Permissions',
        'Every permission: what it allows, which operations need it, and which roles have it.',
      ),
      page(
        'downloads',
        'Tools and downloads',
        'The OpenAPI document as JSON and YAML, collections for Postman and Bruno, the clients, the n8n nodes, llms.txt.',
      ),
      CHANGELOG,
    ],
  },
];

export const PAGES: readonly PageInfo[] = NAVIGATION.flatMap((group) => group.pages);

/** The pages before and after, in reading order. */
export function neighbours(page: PageInfo): { previous: PageInfo | undefined; next: PageInfo | undefined } {
  const index = PAGES.indexOf(page);
  return { previous: index > 0 ? PAGES[index - 1] : undefined, next: index >= 0 ? PAGES[index + 1] : undefined };
}

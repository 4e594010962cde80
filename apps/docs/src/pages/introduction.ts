import { table } from '../content/html.js';
import { BASE, NAVIGATION, type PageInfo } from '../content/navigation.js';
import { operationsOf, type PublishedDocument } from '../openapi/api-operations.js';

/** What a reader wants who needs the page, by its path. The introduction itself has none. */
const GOALS: Readonly<Record<string, string>> = {
  'quickstart/': 'make a first call and receive a first webhook',
  'first-webhook/': 'receive a first webhook with the command line alone',
  'sandboxes/': 'try things in a company that is not real',
  'test-environment/': 'test without touching real books',
  'moving/': 'move from another invoicing system',
  'keys-and-permissions/': 'find out what a key is allowed to do, or why it was rejected',
  'keys-in-production/': 'keep an integration running while keys expire and people leave',
  'leaked-keys/': 'revoke a key that has leaked',
  'build-an-application/': 'build an application that other people connect to their company',
  'cors/': 'call the API from a page in a browser',
  'typescript/': 'call the API from TypeScript or JavaScript',
  'command-line/': 'call the API from a terminal, and forward webhooks to your machine',
  'python/': 'call the API from Python',
  'n8n/': 'use the API in workflows of n8n',
  'pagination/': 'filter, sort and page through a long list',
  'copies/': 'keep an exact copy of all records in another system, a folder or SQLite',
  'expanding/': 'read a record together with its related records',
  'idempotency/': 'retry a request without performing it twice',
  'conditional-requests/': 'avoid overwriting another change, or read only what is new',
  'batches-and-dry-runs/': 'create many records in one request, or test a write without saving it',
  'request-log/': 'look up a request by its id, or by an id of yours',
  'imports/': 'import clients from a CSV file',
  'rate-limits/': 'send requests as fast as the limits allow',
  'versioning/': 'know what may change, and what is deprecated',
  'assistants/': 'let an AI assistant such as Claude read invoices and prepare drafts',
  'webhooks/': 'receive webhooks and verify that they are genuine',
  'webhook-receivers/': 'write a receiver in Go, PHP, Ruby, Java, Python or TypeScript',
  'certify-a-receiver/': 'test whether a receiver handles everything that can arrive',
  'webhook-retries/': 'know when Billhook retries a message, and what happens to a failing receiver',
  'webhook-choices/': 'receive fewer messages, smaller messages, or messages in order',
  'webhook-queues/': 'put webhooks into a queue, and process them later',
  'catching-up/': 'get messages that you missed, or read events without a receiver',
  'documents/': 'deliver an invoice or a quote to its client',
  'invoicing-rules/': 'know how totals, VAT, numbers, credit notes and states are determined',
  'receivables/': 'know what clients owe today, or owed on a past day, and since when',
  'audit-log/': 'see who changed keys, members and settings',
  'document-chain/': 'detect changes to issued documents in the database',
  'personal-data/': 'find, export and erase personal data',
  'status/': 'find out whether an installation works',
  'self-hosting/': 'run Billhook on your own machines',
  'reference/': 'try operations in the browser',
  'operations/': 'read about an operation, with snippets in six languages',
  'events/': 'see every event and its data',
  'errors/': 'understand an error',
  'permissions/': 'see every permission, and what needs it',
  'downloads/': 'import the API into Postman, Bruno or a generator',
  'changelog/': 'see what changed',
};

/** Each page of the navigation, by what its reader wants. A page without a goal fails the build. */
export function whereToLook(): string {
  const pages = NAVIGATION.flatMap((group) => group.pages).filter(({ path }) => path !== '');
  return table(['You want to', 'Go to'], pages.map(goalRow));
}

function goalRow({ path, title }: PageInfo): string[] {
  const goal = GOALS[path];
  if (goal === undefined) throw new Error(`the page ${path} has no goal in the introduction`);
  return [goal, `[${title}](${BASE}${path})`];
}

/** Each group of operations, with the first part of its paths. */
export function resourceTable(document: PublishedDocument): string {
  const operations = operationsOf(document);
  const rows = (document.tags ?? []).flatMap(({ name, description = '' }) => {
    const paths = operations.filter(({ tag }) => tag === name).map(({ path }) => path.split('/', 3).join('/'));
    const shown = [...new Set(paths)].map((path) => `\`${path}\``).join(', ');
    const link = `[${name}](${BASE}operations/#${name.toLowerCase().replaceAll(' ', '-')})`;
    return paths.length === 0 ? [] : [[link, description, shown]];
  });
  return table(['Resource', 'What it is', 'Paths'], rows);
}

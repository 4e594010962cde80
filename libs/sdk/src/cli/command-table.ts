import { CERTIFICATION_CASE_NAMES } from '../generated/certification-cases.js';
import { EVENT_TYPES } from '../generated/event-types.js';
import type { CliCommand, OptionRow } from './command.js';
import { resourceCommands } from './resource-commands.js';

const FORWARD: OptionRow = {
  value: '<address>',
  summary: 'where your receiver listens, such as localhost:4000/webhooks',
};
const INSECURE: OptionRow = { summary: 'accept any certificate of the receiver' };
const LIMIT: OptionRow = { value: '<n>', summary: 'how many to list; the default is 20' };
const DATA: OptionRow = { value: '<json>', short: 'd', summary: 'the body: JSON, @file, or - for stdin' };
const DRY_RUN: OptionRow = { summary: 'make all checks and write nothing' };
const OUTPUT: OptionRow = { value: '<file>', short: 'o', summary: 'write the response to a file' };
const KEY: OptionRow = { value: '<key>', summary: 'makes a repeat harmless; without it, each call has a new one' };

/** The commands that are more than one request, in the order of the help. */
export const OWN_COMMANDS: readonly CliCommand[] = [
  {
    name: 'login',
    summary: 'Sign in to an installation',
    details: [
      'Shows a code that you enter on a page of the installation, where you choose the company, the permissions and how long they apply. If the installation offers no device flow, the command asks for an API key.',
      'The credential is stored in $XDG_CONFIG_HOME/billhook/config.json, which only you can read. Tokens are refreshed automatically.',
    ],
    options: {
      'with-key': { summary: 'store an API key, which is read from stdin' },
      scope: { value: '<permissions>', summary: 'the permissions to ask for, separated by spaces' },
      resource: { value: '<v1|mcp>', summary: 'mcp: the access for billhook mcp', values: ['v1', 'mcp'] },
    },
    examples: ['billhook login --url http://localhost:3000', 'billhook login --with-key < key.txt'],
    load: async () => (await import('./login.command.js')).login,
  },
  {
    name: 'logout',
    summary: 'End the access and remove the credential',
    details: ['The access of a sign-in is revoked. An API key keeps working: revoke it in the settings.'],
    examples: ['billhook logout'],
    load: async () => (await import('./login.command.js')).logout,
  },
  {
    name: 'whoami',
    summary: 'Show the credential, its company and its permissions',
    examples: ['billhook whoami', 'billhook whoami --json'],
    load: async () => (await import('./login.command.js')).whoami,
  },
  {
    name: 'listen',
    summary: 'Forward events to a receiver on this machine',
    details: [
      'Signs each event as Billhook signs webhooks, with a secret that stays the same on this machine. The receiver needs no public address.',
      'Stores its position after each event, and continues there when you start it again with the same address and types. A killed listen repeats at most the one event whose response it had not stored, with the same webhook-id.',
      'Without --forward-to, it only shows the events.',
    ],
    options: {
      'forward-to': FORWARD,
      events: { value: '<types>', summary: 'only these types, separated by commas', values: EVENT_TYPES },
      from: { value: '<position>', summary: 'begin at now, beginning, or after an event msg_…' },
      retries: {
        value: '<n>',
        summary: 'attempts after the first, before an event is shown as failed; the default is 3',
      },
      insecure: INSECURE,
      'print-secret': { summary: 'print the signing secret and end' },
    },
    examples: [
      'billhook listen --forward-to localhost:4000/webhooks',
      'billhook listen --forward-to localhost:4000 --events invoice.paid,invoice.sent',
      'export BILLHOOK_WEBHOOK_SECRET="$(billhook listen --print-secret)"',
    ],
    load: async () => (await import('./listen.command.js')).listen,
  },
  {
    name: 'trigger',
    summary: 'Cause an event in a sandbox, or send its example to the receiver',
    details: [
      'With a key of a sandbox, it creates the records of the event, such as a client, a sent invoice and a payment for invoice.paid, with all of their events. If a request is rejected, it deletes what it has created, and names what cannot be deleted, such as an issued invoice.',
      'With a key of a production company, and with --example or --forward-to, nothing is written. The example goes through the running listen, or directly to --forward-to. It is signed with the same secret and has webhook-test: true. The position of listen does not change.',
    ],
    arguments: [{ name: 'type', summary: 'the event type', values: EVENT_TYPES }],
    options: {
      set: { value: '<path=value>', isRepeated: true, summary: 'a member of a record, such as invoice.currency=USD' },
      example: { summary: 'send the example, also in a sandbox' },
      'forward-to': FORWARD,
      insecure: INSECURE,
    },
    examples: [
      'billhook trigger invoice.paid',
      'billhook trigger invoice.sent --set client.name=Acme --set invoice.currency=USD',
      'billhook trigger client.created --forward-to localhost:4000',
    ],
    load: async () => (await import('./trigger.command.js')).trigger,
  },
  {
    name: 'sandbox advance',
    summary: 'Advance the time of a sandbox, and wait until what was due has happened',
    details: [
      'Needs a key of the sandbox with integration.write and event.read. Invoices become overdue, quotes and keys expire, and waiting deliveries are sent, in the order of time. The time never goes back. If the command is stopped, the advance continues.',
    ],
    arguments: [
      {
        name: 'time',
        summary: 'a time such as 2027-03-03T09:00:00Z, or a duration in hours, days or weeks such as +30d',
      },
    ],
    examples: ['billhook sandbox advance +30d', 'billhook sandbox advance 2027-03-03T09:00:00Z'],
    load: async () => (await import('./sandbox.command.js')).advanceSandbox,
  },
  {
    name: 'certify',
    summary: 'Test a receiver with 25 cases',
    details: [
      'Sends valid messages, forged ones, repeats and unusual ones, and shows for each what was sent, what a correct receiver does, and what proves it. Every message has webhook-test: true. Nothing is read from Billhook or written to it.',
      'Whether a repeat was ignored is visible only if the receiver counts: see the guide Certify a receiver. With --json, each case is one line.',
    ],
    arguments: [{ name: 'address', summary: 'where the receiver listens, such as localhost:4000/webhooks' }],
    options: {
      secret: {
        value: '<whsec_…>',
        isRepeated: true,
        summary: 'its signing secret; the default is BILLHOOK_WEBHOOK_SECRET',
      },
      only: { value: '<cases>', summary: 'only these cases, separated by commas', values: CERTIFICATION_CASE_NAMES },
      strict: { summary: 'fail if a case is not visible' },
      insecure: INSECURE,
    },
    examples: [
      'billhook certify localhost:4000/webhooks --secret "$(billhook listen --print-secret)"',
      'billhook certify https://example.com/webhooks --strict --json',
    ],
    load: async () => (await import('./certify.command.js')).certify,
  },
  {
    name: 'sync',
    summary: 'Keep an exact copy of the records in a folder or in SQLite',
    details: [
      'Copies all clients, quotes, invoices, credit notes and payments from one state, and then applies each change. It continues where it ended, also when it was killed. A name that ends with .sqlite or .db is a database, which needs Node 22.13 or later; any other is a folder with files of JSON lines.',
      'Without --follow, it ends when the copy is up to date.',
    ],
    arguments: [{ name: 'target', summary: 'a folder, or a file such as billhook.sqlite' }],
    options: {
      follow: { summary: 'wait for further changes and apply them, until it is stopped' },
      verify: { summary: 'compare the copy with the API afterwards; differences are exit code 8' },
    },
    examples: [
      'billhook sync ./billhook-copy',
      'billhook sync billhook.sqlite --follow',
      'billhook sync billhook.sqlite --verify',
    ],
    load: async () => (await import('./sync.command.js')).sync,
  },
  {
    name: 'events list',
    summary: 'List events, newest first',
    options: {
      types: { value: '<types>', summary: 'only these types, separated by commas', values: EVENT_TYPES },
      after: { value: '<position>', summary: 'oldest first, after an event msg_… or from the beginning' },
      limit: LIMIT,
    },
    examples: ['billhook events list --types invoice.paid --limit 5'],
    load: async () => (await import('./records.command.js')).listEvents,
  },
  {
    name: 'events get',
    summary: 'Show an event',
    arguments: [{ name: 'id', summary: 'the id of the event, msg_…' }],
    examples: ['billhook events get msg_2n8QbYtH1xPq'],
    load: async () => (await import('./records.command.js')).getEvent,
  },
  {
    name: 'events resend',
    summary: 'Send an event again',
    details: [
      'Without --endpoint, it goes to your receiver, like trigger. With --endpoint, Billhook sends it to that webhook endpoint again. The webhook-id is the same each time.',
    ],
    arguments: [{ name: 'id', summary: 'the id of the event, msg_…' }],
    options: {
      'forward-to': FORWARD,
      insecure: INSECURE,
      endpoint: { value: '<id>', summary: 'the id of a webhook endpoint' },
    },
    examples: ['billhook events resend msg_2n8QbYtH1xPq', 'billhook events resend msg_2n8QbYtH1xPq --endpoint 1'],
    load: async () => (await import('./trigger.command.js')).resend,
  },
  {
    name: 'keys list',
    summary: 'List the credentials that this machine has stored, with their status',
    details: ['The keys of your company are in Settings > API & Connections. The API does not list them.'],
    examples: ['billhook keys list'],
    load: async () => (await import('./records.command.js')).listKeys,
  },
  {
    name: 'api',
    summary: 'Send any request to the API',
    details: ['Without a method, it is GET, or POST with a body. A file, such as a PDF, needs --output, or a pipe.'],
    arguments: [
      { name: 'method', summary: 'the method', values: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], isOptional: true },
      { name: 'path', summary: 'the path, such as /v1/clients', isOptional: true },
    ],
    options: {
      data: DATA,
      header: { value: '<name: value>', short: 'H', isRepeated: true, summary: 'another header' },
      'dry-run': DRY_RUN,
      'idempotency-key': KEY,
      paginate: { summary: 'all pages of a list, one record per line' },
      output: OUTPUT,
      include: { short: 'i', summary: 'print the status and the headers as well' },
    },
    examples: [
      'billhook api /v1/clients',
      `billhook api POST /v1/clients -d '{"kind":"Business","name":"Lumen","billingAddress":{"country":"FR"}}' --dry-run`,
      "billhook api '/v1/invoices?status=Overdue' --paginate",
      'billhook api /v1/invoices/42/pdf --output invoice.pdf',
    ],
    load: async () => (await import('./api.command.js')).api,
  },
  {
    name: 'mcp',
    summary: 'Connect an AI assistant on this machine to Billhook, over stdio',
    details: ['The assistant starts this command. Its credential stays in the command line.'],
    examples: ['claude mcp add billhook -- billhook mcp'],
    load: async () => (await import('./mcp.command.js')).mcp,
  },
  {
    name: 'doctor',
    summary: 'Check the connection to an installation',
    details: [
      'Checks the proxy, the address, TLS, the clock, the version, the credential and its permissions, and whether a proxy removes headers, responds in place of Billhook, or buffers the event stream.',
    ],
    examples: ['billhook doctor', 'billhook doctor --url https://billing.example.com --json'],
    load: async () => (await import('./doctor.command.js')).doctor,
  },
  {
    name: 'completion',
    summary: 'Print the completion for a shell',
    arguments: [{ name: 'shell', summary: 'bash, zsh or fish', values: ['bash', 'zsh', 'fish'] }],
    examples: [
      'source <(billhook completion bash)',
      'billhook completion zsh > "${fpath[1]}/_billhook"',
      'billhook completion fish > ~/.config/fish/completions/billhook.fish',
    ],
    load: async () => (await import('./completion.command.js')).completion,
  },
];

/** All commands. A command above replaces the generated command with the same name. */
export const COMMANDS: readonly CliCommand[] = [
  ...OWN_COMMANDS,
  ...resourceCommands({ limit: LIMIT, data: DATA, dryRun: DRY_RUN, key: KEY, output: OUTPUT }).filter(
    ({ name }) => !OWN_COMMANDS.some((own) => own.name === name),
  ),
];

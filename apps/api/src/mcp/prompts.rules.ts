import { dateInZone } from '@billhook/domain/shared/calendar';
import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type Prompt,
  type PromptArgument,
} from '@modelcontextprotocol/server';

type Given = Readonly<Record<string, string>>;

/** A job that users start from a menu of their assistant. */
interface Job {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** The tools that it needs: a caller without one of them does not see the prompt. */
  readonly needs: readonly string[];
  /** @param today in the time zone of the company */
  readonly steps: (given: Given, today: string) => readonly string[];
}

const required = (name: string, description: string): PromptArgument => ({ name, description, required: true });
const optional = (name: string, description: string): PromptArgument => ({ name, description, required: false });

const ASK_FIRST = 'Show me the result of the dry run, and call again with confirm: true only when I agree.';

/** The commonest jobs. */
const JOBS: readonly Job[] = [
  {
    name: 'bill_client',
    title: 'Bill a client',
    description: 'Drafts an invoice, shows its totals, and sends it once you agree',
    arguments: [required('client', 'Name or id of the client'), required('work', 'What to bill, with its price')],
    needs: ['clients_list', 'invoices_create', 'invoices_validate', 'invoices_send'],
    steps: ({ client, work }, today) => [
      `Bill this client: ${client}`,
      `For: ${work}`,
      `1. Find the client with clients_list. If several match or none does, ask me.`,
      `2. Read tax_rates_list. Choose the category and the rate of each line; ask me if the country or the kind of the client makes them uncertain.`,
      `3. Call invoices_create, dated ${today} unless I named a date. ${ASK_FIRST}`,
      `4. Call invoices_validate, and correct each error with invoices_update.`,
      `5. Ask me whether to send the invoice by email. Then call invoices_send. A sent invoice cannot be changed.`,
    ],
  },
  {
    name: 'chase_overdue_invoices',
    title: 'Chase overdue invoices',
    description: 'Lists overdue invoices by client, and sends them again once you agree',
    arguments: [optional('client', 'Only of this client, by name or id')],
    needs: ['invoices_list', 'totals_get', 'invoices_send'],
    steps: ({ client }, today) => [
      `Chase the invoices that are overdue on ${today}${client === undefined ? '' : `, of this client: ${client}`}.`,
      `1. Call totals_get for the overdue amounts of each currency.`,
      `2. Call invoices_list with overdue true, sort dueDate and expand ["client"]${client === undefined ? '' : ', and the clientId that clients_list returns'}. Read all pages.`,
      `3. Show me a table for each client: number, due date, days overdue, outstanding amount (balance). Do not add up different currencies.`,
      `4. Propose for each client a short, polite message. For those that I choose, call invoices_send with the channel Email and the message. ${ASK_FIRST}`,
    ],
  },
  {
    name: 'record_payment',
    title: 'Record a payment',
    description: 'Finds the invoice that was paid, and records the payment once you agree',
    arguments: [required('payment', 'Who paid, the amount, the date and the reference, or a line of a bank statement')],
    needs: ['invoices_list', 'payments_list', 'payments_create'],
    steps: ({ payment }) => [
      `Record this payment: ${payment}`,
      `1. Find the outstanding invoices with invoices_list: hasBalance true, and q with the number, or the clientId from clients_list.`,
      `2. Check with payments_list that the payment is not recorded yet: same client, date and amount.`,
      `3. If its amount differs from the balance of the invoice, or several invoices fit, ask me how to allocate it.`,
      `4. Call payments_create with the allocations. ${ASK_FIRST}`,
      `5. Report the new status and balance of each invoice.`,
    ],
  },
  {
    name: 'summarise_month',
    title: 'Summarise a month',
    description: 'What was invoiced, paid and is outstanding, for each currency',
    arguments: [optional('month', 'Like 2026-11. Default: this month')],
    needs: ['totals_get', 'invoices_list', 'payments_list'],
    steps: ({ month }, today) => {
      const of = month ?? today.slice(0, 7);
      return [
        `Summarise the month ${of}.`,
        `1. Call totals_get with from and to as the first and the last day of ${of}, and again for the month before.`,
        `2. Call invoices_list with issueDateFrom and issueDateTo of ${of}, sort -gross and expand ["client"], for the largest invoices.`,
        `3. Report for each currency: invoiced, credited, paid, and what is outstanding and overdue today, each compared with the month before where a comparison exists. Never add up different currencies.`,
        `4. Name the five largest invoices and the clients with the largest overdue amounts. Use only figures that the tools returned.`,
      ];
    },
  },
  {
    name: 'explain_webhook_failure',
    title: 'Find out why a webhook fails',
    description: 'Reads failed deliveries and their attempts, and explains the cause',
    arguments: [optional('endpoint', 'URL or id of the endpoint, or id of a delivery')],
    needs: ['webhook_endpoints_list', 'webhook_deliveries_list', 'webhook_deliveries_get'],
    steps: ({ endpoint }) => [
      `Find out why ${endpoint === undefined ? 'webhooks fail' : `this webhook fails: ${endpoint}`}.`,
      `1. Call webhook_endpoints_list: is the endpoint disabled or paused, what is its last error (health.lastFailure), and which event types does it receive?`,
      `2. Call webhook_deliveries_list with its endpointId and status Failed, then with status Waiting: which errorKind and which response status?`,
      `3. Call webhook_deliveries_get for the newest of them, and read its attempts.`,
      `4. Search for a remedy with guides_search: the kind of error, signatures, retries.`,
      `5. Explain the cause with the evidence, and what I must change. Resend nothing before I have changed it; then call webhook_deliveries_resend. ${ASK_FIRST}`,
    ],
  },
];

const LONGEST_ARGUMENT = 2_000;

/** The prompts of a caller. @param tools the names of the tools that the caller may call */
export const promptsOf = (tools: readonly string[]): Prompt[] =>
  jobsOf(tools).map(({ name, title, description, arguments: list }) => ({
    ...{ name, title, description, arguments: [...list] },
  }));

const jobsOf = (tools: readonly string[]): Job[] =>
  JOBS.filter(({ needs }) => needs.every((name) => tools.includes(name)));

/**
 * The message of a prompt.
 * @param timeZone of the company, whose day is today
 * @throws ProtocolError -32602 for an unknown prompt, a missing argument or one that it does not have
 */
export function promptMessage(
  tools: readonly string[],
  { name, arguments: sent = {} }: { readonly name: string; readonly arguments?: Given | undefined },
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
): GetPromptResult {
  const job = jobsOf(tools).find((each) => each.name === name);
  if (!job) throw invalid(`There is no prompt ${name.slice(0, 60)}.`);
  // Menus send an empty text for an argument that was left out.
  const given = Object.fromEntries(Object.entries(sent).filter(([, value]) => value.trim() !== ''));
  const unknown = Object.keys(given).find((each) => job.arguments.every((known) => known.name !== each));
  if (unknown !== undefined) throw invalid(`The prompt ${name} has no argument ${unknown.slice(0, 60)}.`);
  const missing = job.arguments.find((each) => each.required === true && given[each.name] === undefined);
  if (missing) throw invalid(`The prompt ${name} requires the argument ${missing.name}: ${missing.description}.`);
  const long = Object.keys(given).find((each) => (given[each] ?? '').length > LONGEST_ARGUMENT);
  if (long !== undefined) throw invalid(`The argument ${long} must have at most ${LONGEST_ARGUMENT} characters.`);
  const text = job.steps(given, dateInZone(now, timeZone)).join('\n');
  return { description: job.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

const invalid = (message: string): ProtocolError => new ProtocolError(ProtocolErrorCode.InvalidParams, message);

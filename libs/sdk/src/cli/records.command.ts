import { Billhook } from '../billhook.js';
import type { PagedCall } from '../calls/call.js';
import type { Event } from '../generated/resources.js';
import { CliError, describeError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import { connect } from './connection.js';
import { credentialOf } from './login.command.js';
import { SettingsFile } from './settings-file.js';

const DEFAULT_LIMIT = 20;

/** The largest page of the API. */
export const PAGE = 100;

/** How many records to list. @throws CliError */
export function limitOf({ options }: CommandCall): number {
  const text = options.text('limit') ?? String(DEFAULT_LIMIT);
  if (/^[1-9]\d{0,6}$/.test(text)) return Number(text);
  throw new CliError('usage', `--limit must be a whole number from 1, not ${text}.`);
}

/** Prints a list: a row per record, or a line of JSON with `--json`. */
async function printList<Item>(
  { printer }: CommandCall,
  list: AsyncIterable<unknown>,
  limit: number,
  titles: readonly string[],
  row: (item: Item) => readonly string[],
): Promise<void> {
  const rows: (readonly string[])[] = [];
  let count = 0;
  for await (const item of list) {
    if (printer.isJson) printer.line(JSON.stringify(item));
    else rows.push(row(item as Item));
    if (++count >= limit) break;
  }
  if (printer.isJson) return;
  if (count === 0) return printer.note('There are none.');
  printer.table(titles, rows);
}

/** A single record is JSON, indented for a reader. */
export const printRecord = ({ printer }: CommandCall, record: unknown): void =>
  printer.line(printer.isJson ? JSON.stringify(record) : JSON.stringify(record, null, 2));

export const listEvents: CommandRun = async (call) => {
  const { billhook } = call.connect();
  const limit = limitOf(call);
  const types = call.options.text('types')?.split(/[\s,]+/);
  const after = call.options.text('after');
  const query = { limit: Math.min(limit, PAGE), ...(types && { types }), ...(after !== undefined && { after }) };
  const list = billhook.events.list(query as never, { signal: call.terminal.signal }) as PagedCall<{
    readonly data: Event[];
  }>;
  await printList<Event>(call, list, limit, ['created', 'type', 'id', 'record'], ({ createdAt, type, id, data }) => {
    const recordId: unknown = data ? Reflect.get(data, 'id') : undefined;
    return [createdAt, type, id, typeof recordId === 'number' ? String(recordId) : ''];
  });
};

export const getEvent: CommandRun = async (call) => {
  printRecord(call, await call.connect().billhook.events.get(call.args[0] ?? ''));
};

/** Asks each installation about the credential that is stored for it. */
export const listKeys: CommandRun = async (call) => {
  const { terminal, printer } = call;
  const { BILLHOOK_API_KEY: key, ...env } = terminal.env;
  const names = Object.entries(new SettingsFile(env).read().profiles);
  const stored = names.map(([name, { url }]) => ({
    source: name,
    url,
    open: () => connect(env, { url, profile: name }).billhook,
  }));
  const url = key ? call.connect().url : '';
  const given = key
    ? [{ source: 'BILLHOOK_API_KEY', url, open: () => new Billhook({ baseUrl: url, apiKey: key }) }]
    : [];
  const found = await Promise.all([...given, ...stored].map(statusOf));
  if (printer.isJson) return found.forEach((each) => printer.line(JSON.stringify(each)));
  if (found.length === 0) return printer.note('No credential is stored. Sign in with billhook login.');
  const rows = found.map((each) => [each.source, each.url, each.credential, each.company, each.status, each.expires]);
  printer.table(['source', 'url', 'credential', 'company', 'status', 'expires'], rows);
};

interface StoredCredential {
  readonly source: string;
  readonly url: string;
  readonly open: () => Billhook;
}

async function statusOf({ source, url, open }: StoredCredential) {
  try {
    const me = await open().me.get();
    const { status, expiresAt } = me.key ?? me.application ?? { status: 'active', expiresAt: null };
    const expires = expiresAt?.slice(0, 10) ?? 'never';
    return { source, url, credential: credentialOf(me), company: me.company.name, status: String(status), expires };
  } catch (error) {
    return { source, url, credential: '', company: '', status: describeError(error).code, expires: '' };
  }
}

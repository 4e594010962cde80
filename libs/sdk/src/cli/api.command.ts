import { writeFileSync } from 'node:fs';
import { nextPage } from '../calls/call.js';
import { jsonOf } from '../transport.js';
import { CliError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import type { Connection } from './connection.js';
import { jsonBody, writeOptions } from './json-body.js';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

interface ApiCommandRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string[]>>;
  readonly body: unknown;
}

/** Sends any request, and prints its response. */
export const api: CommandRun = async (call) => {
  const { options, printer } = call;
  const request = await requestOf(call);
  const connection = call.connect();
  if (options.has('paginate')) return paginate(call, connection, request);
  const sent = { ...request, accept: '*/*', options: { ...writeOptions(call), headers: headersOf(call) } };
  const response = await connection.transport.send(sent);
  if (options.has('include')) {
    printer.line(`HTTP ${response.status}`);
    for (const [name, value] of response.headers) printer.line(`${name}: ${value}`);
    printer.line('');
  }
  if (options.has('dry-run')) printer.note('Dry run: nothing was written.');
  await printBody(call, response);
};

async function requestOf(call: CommandCall): Promise<ApiCommandRequest> {
  const { args } = call;
  const body = await jsonBody(call);
  const isMethod = METHODS.has((args[0] ?? '').toUpperCase());
  if (!isMethod && args.length > 1) {
    throw new CliError('usage', `There is no method ${args[0]}.`, `The methods are ${[...METHODS].join(', ')}.`);
  }
  const method = isMethod ? (args[0] ?? '').toUpperCase() : body === undefined ? 'GET' : 'POST';
  const url = new URL(pathOf(isMethod ? args[1] : args[0]), 'http://path');
  const names = [...new Set(url.searchParams.keys())];
  const query = Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)]));
  return { method, path: url.pathname, query, body };
}

/** A URL could name another host, which the credential must not be sent to. @throws CliError */
function pathOf(text = ''): string {
  if (/^\/(?!\/)/.test(text)) return text;
  if (/^v1(\/|$)/.test(text)) return `/${text}`;
  if (/^[a-z]:[\\/].*[\\/]v1([\\/]|$)/i.test(text)) {
    throw new CliError(
      'usage',
      `Git Bash has turned the path into ${text}.`,
      'Write it without the first slash: billhook api v1/clients',
    );
  }
  throw new CliError('usage', 'A path begins with /v1/.', 'Give it without the host: billhook api /v1/clients');
}

function headersOf({ options }: CommandCall): Record<string, string> {
  const entries = options.all('header').map((text) => {
    const [, name, value] = /^([\w-]+):\s*(.*)$/.exec(text) ?? [];
    if (name === undefined || value === undefined) {
      throw new CliError('usage', `${JSON.stringify(text)} is not a header.`, "Write -H 'name: value'.");
    }
    return [name.toLowerCase(), value] as const;
  });
  return Object.fromEntries(entries);
}

/** Prints a response: JSON, or the bytes of a file. */
export async function printBody({ options, printer, terminal }: CommandCall, response: Response): Promise<void> {
  const bytes = Buffer.from(await response.arrayBuffer());
  const file = options.text('output');
  if (file !== undefined) {
    writeFileSync(file, bytes);
    return printer.note(`Wrote ${bytes.length} bytes to ${file}.`);
  }
  const type = response.headers.get('content-type') ?? '';
  if (type.includes('json')) {
    const value: unknown = JSON.parse(bytes.toString());
    return printer.line(
      terminal.stdout.isTTY && !printer.isJson ? JSON.stringify(value, null, 2) : JSON.stringify(value),
    );
  }
  if (bytes.length > 0 && terminal.stdout.isTTY && !type.startsWith('text/')) {
    throw new CliError('usage', `The response is a file (${type}).`, 'Write it to a file with --output <file>.');
  }
  terminal.stdout.write(bytes);
}

/** One record per line, page after page. */
async function paginate(call: CommandCall, { transport }: Connection, request: ApiCommandRequest): Promise<void> {
  if (request.method !== 'GET') throw new CliError('usage', '--paginate is for lists, which are read with GET.');
  const options = { signal: call.terminal.signal, headers: headersOf(call) };
  let query: Readonly<Record<string, unknown>> | undefined = request.query;
  while (query) {
    const page = (await jsonOf(await transport.send({ ...request, query, options }))) as Partial<
      Parameters<typeof nextPage>[0]
    >;
    if (!Array.isArray(page.data) || !page.page)
      throw new CliError('usage', `${request.path} is not a list.`, 'Leave out --paginate.');
    for (const record of page.data) call.printer.line(JSON.stringify(record));
    query = nextPage({ data: page.data, page: page.page }, query);
  }
}

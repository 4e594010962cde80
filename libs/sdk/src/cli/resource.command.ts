import { nextPage } from '../calls/call.js';
import { ProblemError } from '../errors.js';
import { jsonOf, type OutgoingRequest } from '../transport.js';
import { printBody } from './api.command.js';
import { CliError } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import type { Connection } from './connection.js';
import { jsonBody, writeOptions } from './json-body.js';
import { recordTable, type TableRecord } from './record-table.js';
import { limitOf, PAGE, printRecord } from './records.command.js';
import type { ResourceOperation } from './resource-operation.js';

type Query = Readonly<Record<string, unknown>>;

/** Runs the command of an operation. */
export function callOperation(operation: ResourceOperation): CommandRun {
  return async (call) => {
    const { options, printer } = call;
    const { method } = operation;
    const body = operation.takesBody ? await jsonBody(call) : undefined;
    const request = { method, path: pathOf(operation, call.args), query: queryOf(operation, call), body };
    const connection = call.connect();
    if (operation.isPaged) return list(call, connection, operation, request);
    const sent = { ...request, options: writeOptions(call), ...(operation.isFile && { accept: '*/*' }) };
    const response = await connection.transport.send(sent);
    if (options.has('dry-run')) printer.note('Dry run: nothing was written.');
    if (operation.isFile) return printBody(call, response);
    const result = await jsonOf(response);
    if (result === undefined) return printer.note('Done.');
    const data: unknown = typeof result === 'object' && result !== null ? Reflect.get(result, 'data') : undefined;
    if (Array.isArray(data) && !printer.isJson)
      return printTable(call, operation, await withEndpointUrls(connection, data as TableRecord[]));
    printRecord(call, result);
  };
}

/** @throws CliError */
function pathOf({ path, pathNames }: ResourceOperation, args: readonly string[]): string {
  // `.` and `..` would lead to another path.
  const wrong = args.find((each) => /^\.{0,2}$/.test(each));
  if (wrong !== undefined) throw new CliError('usage', `${JSON.stringify(wrong)} is not an id.`);
  return pathNames.reduce((made, name, n) => made.replace(`{${name}}`, encodeURIComponent(args[n] ?? '')), path);
}

/** Several values are separated by commas, or the option is repeated. */
function queryOf({ query }: ResourceOperation, { options }: CommandCall): Query {
  const given = [...query].filter(([option]) => options.has(option));
  const valuesOf = (option: string, isList: boolean) =>
    isList ? options.all(option).flatMap((each) => each.split(',')) : options.all(option);
  return Object.fromEntries(given.map(([option, { name, isList }]) => [name, valuesOf(option, isList)]));
}

/** Page after page, up to the limit. A table has the names of clients, if the credential may read them. */
async function list(
  call: CommandCall,
  { transport }: Connection,
  operation: ResourceOperation,
  request: OutgoingRequest,
): Promise<void> {
  const { printer, terminal } = call;
  const limit = limitOf(call);
  const options = { signal: terminal.signal };
  const records: TableRecord[] = [];
  const read = async (query: Query) =>
    (await jsonOf(await transport.send({ ...request, query, options }))) as Parameters<typeof nextPage>[0];
  const wanted: Query = { ...request.query, limit: Math.min(limit, PAGE) };
  const isExpandable = !printer.isJson && operation.query.has('expand') && !call.options.has('expand');
  let query: Query | undefined = isExpandable ? { ...wanted, expand: 'client' } : wanted;
  while (query && records.length < limit) {
    const asked: Query = query;
    const page = await read(asked).catch((error: unknown) => {
      // The list itself may be readable, or have no client.
      if (asked === wanted || !(error instanceof ProblemError) || ![400, 403].includes(error.status)) throw error;
      return undefined;
    });
    if (page) records.push(...(page.data as TableRecord[]));
    query = page ? nextPage(page, asked) : wanted;
  }
  const listed = records.slice(0, limit);
  if (printer.isJson) return listed.forEach((each) => printer.line(JSON.stringify(each)));
  printTable(call, operation, listed);
}

/** Records that name an endpoint by its id alone, with its address if the credential may read it. */
async function withEndpointUrls(
  { billhook }: Connection,
  records: readonly TableRecord[],
): Promise<readonly TableRecord[]> {
  if (!records.some((each) => 'endpointId' in each && !('endpointUrl' in each))) return records;
  const urls = new Map<unknown, string>();
  try {
    for await (const { id, url } of billhook.webhookEndpoints.list({ limit: PAGE })) urls.set(id, url);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
  }
  return records.map((each) => ({ endpointUrl: urls.get(each['endpointId']), ...each }));
}

function printTable({ printer }: CommandCall, { name }: ResourceOperation, records: readonly TableRecord[]): void {
  if (records.length === 0) return printer.note('There are none.');
  const { titles, rows } = recordTable(name, records);
  printer.table(titles, rows);
}

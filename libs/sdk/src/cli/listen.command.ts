import { BillhookError, ProblemError } from '../errors.js';
import { followMessages, newestPlace, type StreamMessage } from '../event-feed.js';
import { EVENT_TYPES } from '../generated/event-types.js';
import { sleep } from '../sleep.js';
import { retryDelayMs } from '../transport.js';
import { CliError, describeError, withoutSecrets } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import type { Connection } from './connection.js';
import { ListenJournal, type ListenScope } from './listen-journal.js';
import { markRunning, openListenServer } from './listen-server.js';
import { LocalReceiver, receiverUrl, type LocalResponse } from './local-receiver.js';
import { nearest } from './nearest-word.js';
import { parsed, SettingsFile } from './settings-file.js';
import type { Printer } from './terminal.js';

/** Pauses before the attempts after the first; the last one is repeated. */
const RETRY_PAUSES_MS = [500, 2_000, 5_000];

type EventTypeName = (typeof EVENT_TYPES)[number];

/** Forwards the events of the company to a receiver on this machine, until it is stopped. */
export const listen: CommandRun = async (call) => {
  const { terminal, options, printer } = call;
  const secret = new SettingsFile(terminal.env).signingSecret();
  if (options.has('print-secret')) return printer.result({ secret }, secret);
  const types = typesOf(options.text('events'));
  const retries = retriesOf(options.text('retries'));
  const connection = call.connect();
  const once = { signal: terminal.signal, maxRetries: 0 };
  const { company, sandbox } = await whenReachable(call, () => connection.billhook.me.get(once));
  const target = options.text('forward-to');
  if (target === undefined) return show(call, connection, types);
  const receiver = new LocalReceiver(receiverUrl(target), secret, options.has('insecure'));
  const scope: ListenScope = { url: connection.url, companyId: company.id, forwardTo: receiver.url, types };
  const server = await openListenServer(receiver, (message, result) =>
    printEvent(printer, message, { ...result, attempt: 1, note: message.isTest ? 'test' : 'sent again' }),
  );
  let unmark: (() => void) | undefined;
  try {
    unmark = await markRunning(terminal.env, scope, server);
    const journal = ListenJournal.open(terminal.env, scope);
    await beginAt(journal, connection, options.text('from'), terminal.signal);
    announce(printer, { company: company.name, scope, secret, journal });
    const forwarder = new Forwarder(call, { receiver, journal, retries, inTurn: server.inTurn, isSandbox: sandbox });
    await follow(call, connection, types, journal.after, (message) => forwarder.forward(message));
  } finally {
    unmark?.();
    server.close();
  }
};

/** Waits for an API that is down, such as one that restarts. @throws any other error */
async function whenReachable<T>(
  { terminal: { signal }, printer }: CommandCall,
  work: () => PromiseLike<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const waitMs = error instanceof BillhookError ? retryDelayMs(error, attempt) : undefined;
      if (waitMs === undefined || signal.aborted) throw error;
      const { message, advice = '' } = describeError(error);
      if (attempt === 0) printer.warn(`${message} Waiting until it responds. ${advice}`.trimEnd());
      await sleep(waitMs, signal);
    }
  }
}

/** @throws CliError for a type that does not exist */
function typesOf(text: string | undefined): EventTypeName[] {
  const names = (text ?? '').split(/[\s,]+/).filter((name) => name !== '');
  const known: readonly string[] = EVENT_TYPES;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) {
    const similar = nearest(unknown, EVENT_TYPES);
    const message = `There is no event type ${unknown}.${similar ? ` Did you mean ${similar}?` : ''}`;
    throw new CliError('usage', message, `The types are ${EVENT_TYPES.join(', ')}.`);
  }
  return [...new Set(names as EventTypeName[])].toSorted();
}

function retriesOf(text = String(RETRY_PAUSES_MS.length)): number {
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw new CliError('usage', `--retries must be a whole number, not ${text}.`);
}

/** Fixes the position before anything is announced, so that no later event is left out. */
async function beginAt(
  journal: ListenJournal,
  { transport }: Connection,
  from: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  if (from === undefined && journal.after !== undefined) return;
  journal.start(from === undefined || from === 'now' ? await newestPlace(transport, { signal }) : from);
}

interface Announcement {
  readonly company: string;
  readonly scope: ListenScope;
  readonly secret: string;
  readonly journal: ListenJournal;
}

function announce(printer: Printer, { company, scope, secret, journal }: Announcement): void {
  const { url, forwardTo, types } = scope;
  if (printer.isJson) {
    printer.result({ ready: true, url, company, forwardTo, types, secret, after: journal.after }, '');
    return;
  }
  printer.line(
    `Listening to ${printer.style('bold', company)} at ${url}, forwarding to ${printer.style('bold', forwardTo)}`,
  );
  printer.line(`Events: ${types.join(', ') || 'all'}, after ${journal.after} (stored at ${journal.at})`);
  printer.line(`Signing secret: ${secret}`);
  printer.line(printer.style('dim', 'The secret stays the same on this machine. Press Ctrl-C to stop.'));
}

/** Follows the events until the signal is aborted. Reports when the connection is lost and when it is restored. */
async function follow(
  { terminal: { signal }, printer }: CommandCall,
  { transport }: Connection,
  types: readonly EventTypeName[],
  after: string | undefined,
  handle: (message: StreamMessage) => Promise<void> | void,
): Promise<void> {
  let isLost = false;
  const options = {
    ...{ signal, ...(types.length > 0 && { types }), ...(after !== undefined && { after }) },
    onOpen: () => {
      if (isLost) printer.note(printer.style('green', 'Connected again.', printer.terminal.stderr));
      isLost = false;
    },
    onReconnect: (reason: Error, waitMs: number) => {
      const { message } = describeError(reason);
      if (!isLost)
        printer.note(`${message} Connecting again in ${Math.ceil(waitMs / 1000)} s, without losing an event.`);
      isLost = true;
    },
  };
  try {
    for await (const message of followMessages(transport, options)) {
      await handle(message);
      if (signal.aborted) return;
    }
  } catch (error) {
    if (!(error instanceof ProblemError) || !LOST_POSITIONS.includes(error.code)) throw error;
    throw new CliError(
      'failed',
      error.detail,
      'Begin elsewhere: --from now, or --from beginning for all that are stored.',
    );
  }
}

/** The position is no longer kept, or is not one of this company. */
const LOST_POSITIONS: readonly string[] = ['event_expired', 'cursor_mismatch'];

/** Without a receiver: shows the events. */
async function show(call: CommandCall, connection: Connection, types: readonly EventTypeName[]): Promise<void> {
  const { printer, options } = call;
  const from = options.text('from');
  printer.note('Showing new events. Press Ctrl-C to stop. Give --forward-to to send them to a receiver.');
  await follow(call, connection, types, from === 'now' ? undefined : from, ({ id, data }) => {
    const type = typeOf(data);
    printer.result(parsed(data) ?? data, `${clock()}  ${type.padEnd(TYPE_WIDTH)}  ${id}`);
  });
}

interface Forwarding {
  readonly receiver: LocalReceiver;
  readonly journal: ListenJournal;
  readonly retries: number;
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly isSandbox: boolean;
}

/** Sends each event in turn, and stores the position. */
class Forwarder {
  constructor(
    private readonly call: CommandCall,
    private readonly to: Forwarding,
  ) {}

  async forward({ id, data: body }: StreamMessage): Promise<void> {
    const { printer, terminal } = this.call;
    const { receiver, journal, retries, inTurn, isSandbox } = this.to;
    const type = typeOf(body);
    const missing = missingPermissionOf(body);
    if (missing !== undefined) {
      printer.warn(`${type} ${id} was not forwarded: the credential lacks ${missing}.`);
      return journal.skip(id);
    }
    for (let n = 0; ; n++) {
      const { attempt, sequence, isRepeat } = journal.begin(id);
      const message = { id, type, body, sequence, isSandbox };
      const result = await inTurn(() => receiver.send(message, attempt, terminal.signal));
      if (terminal.signal.aborted && result.status === null) return;
      const isLast = result.error === null || n >= retries;
      if (isLast) journal.end(id);
      const note = isRepeat ? 'possibly a repeat: the last run was killed before it stored the response' : undefined;
      printEvent(printer, message, {
        ...result,
        attempt,
        ...(note && { note }),
        isFailed: isLast && result.error !== null,
      });
      if (isLast) return;
      const pauseMs = RETRY_PAUSES_MS[Math.min(n, RETRY_PAUSES_MS.length - 1)] ?? 0;
      await sleep(pauseMs, terminal.signal).catch(() => undefined);
      if (terminal.signal.aborted) return;
    }
  }
}

const TYPE_WIDTH = Math.max(...EVENT_TYPES.map((type) => type.length));

const clock = (): string => new Date().toTimeString().slice(0, 8);

const typeOf = (body: string): string => (parsed(body) as { readonly type?: string } | undefined)?.type ?? 'unknown';

const missingPermissionOf = (body: string): string | undefined =>
  (parsed(body) as { readonly missingPermission?: string } | undefined)?.missingPermission;

interface Printed extends LocalResponse {
  readonly attempt: number;
  readonly note?: string | undefined;
  readonly isFailed?: boolean;
}

function printEvent(
  printer: Printer,
  { id, type }: { readonly id: string; readonly type: string },
  printed: Printed,
): void {
  const { status, durationMs, attempt, note, isFailed = false } = printed;
  const error = printed.error === null ? null : withoutSecrets(printed.error);
  if (printer.isJson) {
    const at = new Date().toISOString();
    return printer.result(
      { at, id, type, attempt, status, durationMs, error, failed: isFailed, ...(note && { note }) },
      '',
    );
  }
  const outcome = error === null ? printer.style('green', String(status)) : printer.style('red', error);
  const more = [`${durationMs} ms`, ...(attempt > 1 ? [`attempt ${attempt}`] : []), ...(note ? [note] : [])].join(', ');
  printer.line(
    `${printer.style('dim', clock())}  ${type.padEnd(TYPE_WIDTH)}  ${id}  ${outcome}  ${printer.style('dim', more)}`,
  );
  if (isFailed)
    printer.line(
      `${' '.repeat(10)}${printer.style('yellow', `failed. To send it again: billhook events resend ${id}`)}`,
    );
}

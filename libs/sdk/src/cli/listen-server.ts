import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from './cli-error.js';
import { lockFile, lockFiles, type ListenScope } from './listen-journal.js';
import type { LocalMessage, LocalReceiver, LocalResponse } from './local-receiver.js';
import { parsed, readIfThere, writeWhole } from './settings-file.js';
import { readAll } from './strict-text.js';
import type { Terminal } from './terminal.js';

/** A running `listen`, as other commands find it. */
export interface RunningListen {
  readonly forwardTo: string;
  readonly port: number;
  readonly token: string;
}

/** Where `trigger` and `events resend` hand a message to a running `listen`. */
export interface ListenServer {
  readonly address: Pick<RunningListen, 'port' | 'token'>;
  /** One message at a time. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  close(): void;
}

/** Starts a server on this machine for callers that can read the token in the state folder. */
export async function openListenServer(
  receiver: LocalReceiver,
  onSent: (message: LocalMessage, result: LocalResponse) => void,
): Promise<ListenServer> {
  const token = crypto.randomUUID();
  const stop = new AbortController();
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = turn.then(work);
    turn = mine.catch(() => undefined);
    return mine;
  };
  const server = createServer((request, response) => {
    void (async () => {
      if (request.headers.authorization !== `Bearer ${token}`) return response.writeHead(403).end();
      if (request.method === 'GET') return response.writeHead(204).end();
      const message = parsed(await readAll(request)) as LocalMessage | undefined;
      if (typeof message?.body !== 'string') return response.writeHead(400).end();
      const result = await inTurn(() => receiver.send(message, 1, stop.signal));
      onSent(message, result);
      return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    stop.abort();
    server.close();
    server.closeAllConnections();
  };
  return { address: { port: (server.address() as AddressInfo).port, token }, inTurn, close };
}

/** Asks the process that listens; undefined if none responds. */
const ask = ({ port, token }: RunningListen, init: RequestInit): Promise<Response | undefined> =>
  fetch(`http://127.0.0.1:${port}/`, { ...init, headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);

/** Hands a message to a running `listen`. @throws CliError if it does not respond */
export async function handTo(running: RunningListen, message: LocalMessage): Promise<LocalResponse> {
  const response = await ask(running, { method: 'POST', body: JSON.stringify(message) });
  if (response?.ok) return (await response.json()) as LocalResponse;
  throw new CliError('failed', `billhook listen for ${running.forwardTo} does not respond.`, 'Start it again.');
}

/** The `listen` that holds a lock; undefined if it has ended. A process ID is not enough, because the system reuses it. */
async function runningOf(file: string): Promise<RunningListen | undefined> {
  const text = readIfThere(file);
  const running = text === undefined ? undefined : (parsed(text) as RunningListen | undefined);
  if (typeof running?.port !== 'number') return undefined;
  const response = await ask(running, { method: 'GET', signal: AbortSignal.timeout(RESPONSE_MS) });
  return response?.ok ? running : undefined;
}

const RESPONSE_MS = 3_000;

/** Every `listen` that runs on this machine. */
export async function findRunning(env: Terminal['env']): Promise<RunningListen[]> {
  const found = await Promise.all(lockFiles(env).map(runningOf));
  return found.filter((each) => each !== undefined);
}

/**
 * Marks a `listen` as running: a second one for the same receiver would send everything twice.
 * @returns removes the mark
 * @throws CliError if there is one
 */
export async function markRunning(env: Terminal['env'], scope: ListenScope, server: ListenServer): Promise<() => void> {
  const file = lockFile(env, scope);
  if (await runningOf(file)) {
    const message = `Another billhook listen already forwards the same events to ${scope.forwardTo}.`;
    throw new CliError('failed', message, 'Stop it first, or use the other one.');
  }
  writeWhole(file, JSON.stringify({ forwardTo: scope.forwardTo, ...server.address }));
  return () => rmSync(file, { force: true });
}

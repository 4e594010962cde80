import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from './receiver-process.js';
import type { ChaosStack, Endpoint } from './stack.js';

export interface DeadOutcome {
  /** Median over the rounds, in milliseconds from request to receiver: without and with the endpoint that never responds. */
  readonly without: Latency;
  readonly with: Latency;
  /** Ratio of the two p95 values. */
  readonly ratio: number;
  /** Messages to the other endpoints that did not arrive. */
  readonly missing: number;
  /** Minimum number of messages that waited for the dead endpoint, at the start of each measurement with it and at the end. */
  readonly waiting: { readonly before: number; readonly after: number };
  /** The maximum number of parallel requests to the dead endpoint. */
  readonly open: number;
}

interface Latency {
  readonly p50: number;
  readonly p95: number;
}

export interface DeadOptions {
  /** Rounds of each kind. They alternate. */
  readonly rounds: number;
  readonly backlog: number;
  /** Changes per round and per second. */
  readonly changes: number;
  readonly perSecond: number;
}

const OTHERS = 5;
// A single record would serialize the load: each of its changes waits for the previous one.
const CLIENTS = 100;
const PATIENCE_MS = 30_000;

/**
 * Five endpoints respond immediately. Every second round adds one of the same company that never responds and has its own due backlog.
 * Times each change from its request to each of the five.
 */
export async function besideDead(stack: ChaosStack, options: DeadOptions): Promise<DeadOutcome> {
  const others: Endpoint[] = [];
  for (let n = 1; n <= OTHERS; n += 1) others.push(await stack.addEndpoint(`/ok/${n}`, ['client.updated']));
  const clients = await stack.addClients(CLIENTS, 'timed');
  const rounds: { dead: boolean; took: number[]; missing: number }[] = [];
  const waiting = { before: Infinity, after: Infinity };
  // Warms up compiled code and query plans.
  await timed(stack, others, clients, { ...options, changes: Math.ceil(options.changes / 4) });
  for (let round = 1; round <= options.rounds; round += 1) {
    // The tables grow, so each kind runs equally often first and second.
    const kinds = round % 2 === 1 ? [false, true] : [true, false];
    for (const dead of kinds) {
      const endpoint = dead ? await withBacklog(stack, round, options.backlog) : undefined;
      if (endpoint) waiting.before = Math.min(waiting.before, await left(stack, endpoint));
      rounds.push({ dead, ...(await timed(stack, others, clients, options)) });
      if (endpoint) waiting.after = Math.min(waiting.after, await left(stack, endpoint));
      // Its last attempts hang for another 15 s, which is not measured.
      const isLast = round === options.rounds && dead === kinds.at(-1);
      if (endpoint && !isLast) await remove(stack, endpoint);
    }
  }
  const of = (dead: boolean): Latency => {
    const kind = rounds.filter((round) => round.dead === dead);
    const at = (share: number) =>
      quantile(
        kind.map(({ took }) => quantile(took, share)),
        0.5,
      );
    return { p50: at(0.5), p95: at(0.95) };
  };
  const [without, beside] = [of(false), of(true)];
  return {
    ...{ without, with: beside, ratio: beside.p95 / without.p95 },
    missing: rounds.reduce((sum, { missing }) => sum + missing, 0),
    waiting,
    open: openAtOnce(stack.receiver.look().filter(({ path }) => path.startsWith('/hang'))),
  };
}

async function withBacklog(stack: ChaosStack, round: number, backlog: number): Promise<Endpoint> {
  const endpoint = await stack.addEndpoint(`/hang/${round}`, ['client.created']);
  await stack.addClients(backlog, `backlog ${round}`);
  await until(async () => (await left(stack, endpoint)) === backlog);
  return endpoint;
}

async function left(stack: ChaosStack, { id }: Endpoint): Promise<number> {
  const text = `SELECT count(*)::integer AS count FROM webhook_deliveries
    WHERE endpoint_id = $1 AND status IN ('Waiting', 'Sending')`;
  const [row] = await stack.read<{ count: number }>(text, [id]);
  return row?.count ?? 0;
}

/** Everything is removed when this resolves. */
async function remove(stack: ChaosStack, endpoint: Endpoint): Promise<void> {
  await stack.call('DELETE', `/v1/webhook-endpoints/${endpoint.id}`);
  await until(async () => (await left(stack, endpoint)) === 0);
}

async function timed(stack: ChaosStack, others: readonly Endpoint[], clients: readonly number[], options: DeadOptions) {
  const { changes, perSecond } = options;
  const from = stack.receiver.look().length;
  const sent = new Map<string, number>();
  const asked: Promise<void>[] = [];
  const start = performance.now();
  for (let n = 0; n < changes; n += 1) {
    const wait = start + (n * 1_000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    const at = performance.timeOrigin + performance.now();
    const change = async () => {
      const path = `/v1/clients/${clients[n % clients.length]}`;
      const { id, version } = await stack.call<{ id: number; version: number }>('PATCH', path, { notes: `${at}` });
      sent.set(`${id} ${version}`, at);
    };
    asked.push(change());
  }
  await Promise.all(asked);
  const rows = await stack.read<{ id: string; version: string }>(
    `SELECT id, resource_id || ' ' || (body::jsonb #>> '{data,version}') AS version FROM events
      WHERE resource_id = ANY ($1::bigint[]) AND type = 'client.updated'`,
    [clients],
  );
  const sentAt = new Map(rows.map(({ id, version }) => [id, sent.get(version)]));
  const paths = new Set(others.map(({ path }) => path));
  const arrived = () =>
    stack.receiver
      .look()
      .slice(from)
      .filter(({ path, id }) => paths.has(path) && sentAt.get(id) !== undefined);
  await until(() => Promise.resolve(arrived().length >= changes * others.length)).catch(() => undefined);
  const came = arrived();
  return {
    took: came.map(({ id, at }) => at - (sentAt.get(id) ?? NaN)),
    missing: changes * others.length - came.length,
  };
}

function openAtOnce(receipts: readonly Receipt[]): number {
  const marks = receipts.flatMap(({ at, endedAt }) => [
    { at, change: 1 },
    { at: endedAt ?? Infinity, change: -1 },
  ]);
  let open = 0;
  let most = 0;
  // A request that ends in the same instant as another begins has freed its place.
  for (const { change } of marks.toSorted((a, b) => a.at - b.at || a.change - b.change)) {
    open += change;
    most = Math.max(most, open);
  }
  return most;
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

async function until(check: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('what was waited for did not come');
    await sleep(50);
  }
}

import type { Exchange, Fault } from './fuzz-judge.js';
import type { Wire } from './fuzz-wire.js';

/** A finding, and the smallest request that reproduces it. */
export interface Found extends Fault {
  readonly round: number;
  /** A command that reproduces it. */
  readonly replay: string;
  readonly times: number;
}

/** The result of a run. */
export interface FuzzReport {
  readonly seed: number;
  readonly requests: number;
  /** The additional requests of shrinking. */
  readonly shrinking: number;
  readonly seconds: number;
  readonly slowestMs: number;
  readonly byStatus: Readonly<Record<string, number>>;
  /** The accepted and rejected requests by operation. */
  readonly byRoute: Readonly<Record<string, { accepted: number; refused: number }>>;
  readonly faults: readonly Found[];
}

/** The counters of a run. */
export class Tally {
  readonly byStatus: Record<string, number> = {};
  readonly byRoute: Record<string, { accepted: number; refused: number }> = {};
  private readonly faults = new Map<string, Found>();
  requests = 0;
  shrinking = 0;
  slowestMs = 0;

  count({ plan, reply }: Pick<Exchange, 'plan' | 'reply'>): void {
    this.requests++;
    const status = 'failed' in reply ? reply.failed : String(reply.status);
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    if ('failed' in reply) return;
    this.slowestMs = Math.max(this.slowestMs, reply.ms);
    const { method, path } = plan.operation;
    const route = (this.byRoute[`${method} ${path}`] ??= { accepted: 0, refused: 0 });
    if (reply.status < 400) route.accepted++;
    else route.refused++;
  }

  get faultCount(): number {
    return this.faults.size;
  }

  /** Records a finding once. @returns whether it is new */
  found(key: string, found: Omit<Found, 'times'>): boolean {
    const before = this.faults.get(key);
    this.faults.set(key, before ? { ...before, times: before.times + 1 } : { ...found, times: 1 });
    return before === undefined;
  }

  /** Replaces the finding by the minimal one. */
  replace(key: string, found: Omit<Found, 'times'>): void {
    this.faults.set(key, { ...found, times: this.faults.get(key)?.times ?? 1 });
  }

  report(seed: number, seconds: number): FuzzReport {
    const { requests, shrinking, slowestMs, byStatus, byRoute, faults } = this;
    return { seed, requests, shrinking, seconds, slowestMs, byStatus, byRoute, faults: [...faults.values()] };
  }
}

/** The request as a command for a shell, against an installation whose address and key are in the environment. */
export function curl({ method, target, headers, body }: Wire, key: string): string {
  const parts = [`curl -sS -i --path-as-is -X ${method}`, quoted('$BILLHOOK_URL', target)];
  for (let n = 0; n < headers.length; n += 2) {
    const [name = '', value = ''] = headers.slice(n, n + 2);
    if (name === 'connection') continue;
    parts.push(
      `-H ${value.includes(key) ? quoted(`${name}: ${value.replace(key, '$BILLHOOK_API_KEY')}`) : bytes(value === '' ? `${name};` : `${name}: ${value}`)}`,
    );
  }
  const plain = body?.toString('utf8');
  if (body && plain !== undefined) {
    // A shell argument cannot contain NUL or bytes that are not text; base64 can.
    const isText = Buffer.from(plain, 'utf8').equals(body) && !plain.includes('\u0000') && body.length < 3_000;
    if (isText) parts.push(`--data-binary ${single(plain)}`);
    else
      return `echo ${body.subarray(0, 3_000).toString('base64')} | base64 -d | ${parts.join(' ')} --data-binary @-${body.length > 3_000 ? ` # of ${body.length} bytes` : ''}`;
  }
  return parts.join(' ');
}

/** For bash, which writes a non-ASCII byte as `\\xff`. */
const bytes = (text: string): string =>
  /^[ -~]*$/.test(text)
    ? single(text)
    : `$'${text.replace(/[^ -~]|['\\]/g, (c) => `\\x${(c.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`)}'`;
const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
const quoted = (variable: string, rest = ''): string => `"${variable}"${rest === '' ? '' : single(rest)}`;

/** The report as lines for a terminal. */
export function render(report: FuzzReport): string {
  const { seed, requests, shrinking, seconds, slowestMs, byStatus, byRoute, faults } = report;
  const statuses = Object.entries(byStatus).map(([status, count]) => `${status}: ${count}`);
  const routes = Object.entries(byRoute).sort(([a], [b]) => (a < b ? -1 : 1));
  const width = Math.max(0, ...routes.map(([route]) => route.length));
  return [
    ...routes.map(
      ([route, { accepted, refused }]) =>
        `${route.padEnd(width)} ${String(accepted).padStart(6)} accepted ${String(refused).padStart(6)} refused`,
    ),
    '',
    statuses.join('  '),
    `${requests} requests in ${seconds.toFixed(0)} s, seed ${seed}; the slowest answer took ${slowestMs.toFixed(0)} ms${shrinking > 0 ? `; ${shrinking} more to shrink what failed` : ''}`,
    ...faults.flatMap(({ rule, what, round, replay, times }) => [
      '',
      `FAULT  ${rule}${times > 1 ? ` (${times} times)` : ''}`,
      `  ${what}`,
      `  again: npm run fuzz -- --seed ${seed} --round ${round}`,
      `  ${replay}`,
    ]),
    '',
  ].join('\n');
}

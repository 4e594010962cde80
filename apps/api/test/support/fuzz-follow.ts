import type { FuzzedApi, FuzzedOperation } from './fuzz-document.js';
import type { Exchange, Fault } from './fuzz-judge.js';
import type { RowChange } from './fuzz-watch.js';
import type { NoReply, Reply, Wire } from './fuzz-wire.js';

/** Sends a request and records the written rows. */
export type Ask = (wire: Wire) => Promise<{ readonly reply: Reply | NoReply; readonly changes: readonly RowChange[] }>;

const without = ({ headers, ...wire }: Wire, ...names: string[]): Wire => ({
  ...wire,
  headers: headers.filter((_, n) => !names.includes(headers[n - (n % 2)] ?? '')),
});
const has = ({ headers }: Wire, name: string): boolean => headers.some((each, n) => n % 2 === 0 && each === name);
const statusOf = (reply: Reply | NoReply): string => ('failed' in reply ? reply.failed : String(reply.status));

/** Checks that need another request: a repeat, the real run after a dry run, and the current state. */
export class FollowUps {
  private readonly singles: readonly FuzzedOperation[];

  constructor({ operations }: FuzzedApi) {
    this.singles = operations.filter(({ method, path }) => method === 'GET' && /^\/v1\/[a-z-]+\/\{id\}$/.test(path));
  }

  /** Sends further requests if a response promises something. */
  async fault({ plan, wire, reply }: Exchange, ask: Ask): Promise<Fault | undefined> {
    const { operation, method } = plan;
    if ('failed' in reply || operation.surface !== 'api' || method !== operation.method || method === 'GET')
      return undefined;
    const isDry = reply.headers['preference-applied'] !== undefined;
    const isKeyed = has(wire, 'idempotency-key');
    if (isDry) return isKeyed ? undefined : this.inEarnest(wire, reply, ask);
    if (reply.status >= 300) return undefined;
    if (isKeyed) return this.repeated(wire, reply, ask);
    return method === 'DELETE'
      ? this.gone(plan.operation, wire, reply, ask)
      : this.there(plan.operation, wire, reply, ask);
  }

  /** A dry run responds like the real one, which follows. */
  private async inEarnest(wire: Wire, dry: Reply, ask: Ask): Promise<Fault | undefined> {
    const { reply } = await ask(without(wire, 'prefer'));
    if (statusOf(reply) === String(dry.status)) return undefined;
    return { rule: 'a dry run answers as the real one', what: `${dry.status} dry, ${statusOf(reply)} in earnest` };
  }

  private async repeated(wire: Wire, first: Reply, ask: Ask): Promise<Fault | undefined> {
    // A batch without an accepted item is an error, which is not stored.
    if (/"created":0,"refused":\d+\}$/.test(first.text)) return undefined;
    const { reply, changes } = await ask(wire);
    const rule = 'a request with an Idempotency-Key is done once';
    if ('failed' in reply) return { rule, what: reply.reason };
    if (changes.length > 0) return { rule, what: `the repeat wrote ${changes.map(({ table }) => table).join(', ')}` };
    const isAlike = reply.status === first.status && reply.text === first.text;
    if (isAlike && reply.headers['idempotent-replayed'] === 'true') return undefined;
    return {
      rule,
      what: `first ${first.status} ${first.text.slice(0, 600)}, then ${reply.status} ${reply.text.slice(0, 600)}`,
    };
  }

  /** The response to a write equals the GET response of its record. */
  private async there(operation: FuzzedOperation, wire: Wire, written: Reply, ask: Ask): Promise<Fault | undefined> {
    const single = this.singles.find(({ answers }) => answers !== undefined && answers === operation.answers);
    const id = /^\{"id":(\d+),/.exec(written.text)?.[1];
    if (!single || id === undefined || ![200, 201].includes(written.status)) return undefined;
    const { reply } = await ask(look(wire, single.path.replace('{id}', id)));
    if (!('failed' in reply) && reply.text === written.text) return undefined;
    const what = `answered ${written.text.slice(0, 300)}, GET ${'failed' in reply ? reply.reason : reply.text.slice(0, 300)}`;
    return { rule: 'a write answers what is there', what };
  }

  /** A deleted record returns 404 or is marked as deleted. */
  private async gone({ path }: FuzzedOperation, wire: Wire, deleted: Reply, ask: Ask): Promise<Fault | undefined> {
    const single = this.singles.find((each) => each.path === path);
    if (!single || deleted.status !== 204) return undefined;
    const { reply } = await ask(look(wire, wire.target.split('?', 1)[0] ?? ''));
    const isGone = !('failed' in reply) && (reply.status === 404 || /"status":"(Deleted|Archived)"/.test(reply.text));
    return isGone ? undefined : { rule: 'what was deleted is gone', what: statusOf(reply) };
  }
}

/** A GET by the same caller. */
function look({ headers }: Wire, target: string): Wire {
  const at = headers.indexOf('authorization');
  return { method: 'GET', target, headers: headers.slice(at, at + 2), body: undefined };
}

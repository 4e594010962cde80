import fc from 'fast-check';
import type { TestApi } from './api.js';
import { Books } from './fuzz-books.js';
import type { FollowUps } from './fuzz-follow.js';
import { judge, judgeBroken, type Exchange, type Fault } from './fuzz-judge.js';
import type { Pool } from './fuzz-pool.js';
import { curl, type Tally } from './fuzz-report.js';
import type { RequestPlan } from './fuzz-request.js';
import { Sender } from './fuzz-sender.js';
import type { Watch } from './fuzz-watch.js';
import { BROKEN_HTTP, sendBytes } from './fuzz-wire.js';

export interface RoundOptions {
  readonly api: TestApi;
  readonly watch: Watch;
  readonly follow: FollowUps;
  readonly pool: Pool;
  readonly tally: Tally;
  readonly number: number;
  readonly seed: number;
  /** For shrinking one finding. */
  readonly shrinkMs: number;
  readonly onProgress: () => void;
}

interface Tried {
  readonly exchange: Exchange;
  readonly fault: Fault | undefined;
}

interface Failure extends Tried {
  readonly fault: Fault;
  /** The number of requests of the seed before it. */
  readonly run: number;
}

/** The part of a round that is sent in parallel, which only the rows can judge. */
const PARALLEL = 64;
const AT_ONCE = 8;

/** Requests of one seed, in separate companies. */
export class Round {
  private readonly books: Books;
  private readonly sender: Sender;

  constructor(private readonly options: RoundOptions) {
    const { api, watch, pool } = options;
    this.books = new Books(api, pool.own.key.companyId);
    this.sender = new Sender(api, watch, pool);
  }

  async play(requests: fc.Arbitrary<RequestPlan>, size: number): Promise<void> {
    const { watch, seed, onProgress } = this.options;
    const parallel = Math.min(PARALLEL, Math.floor(size / 8));
    await watch.changes();
    await this.checkBooks();
    const failures = await this.inTurn(requests, size - parallel);
    await this.checkBooks();
    await this.atOnce(fc.sample(requests, { seed, numRuns: parallel }));
    await this.brokenHttp();
    // At the end, so that shrinking affects no other request and the round is the same with a finding and without.
    for (const [key, failure] of failures) await this.shrink(requests, key, failure);
    onProgress();
  }

  /** Sends requests in sequence, each judged with its written rows. Returns the new findings. */
  private async inTurn(requests: fc.Arbitrary<RequestPlan>, numRuns: number): Promise<Map<string, Failure>> {
    const { tally, seed, onProgress } = this.options;
    const failures = new Map<string, Failure>();
    let run = 0;
    const each = fc.asyncProperty(requests, async (plan) => {
      const { exchange, fault } = await this.tried(plan);
      tally.count(exchange);
      const key = fault && keyOf(exchange, fault);
      if (fault && key !== undefined && this.note(key, { exchange, fault }))
        failures.set(key, { exchange, fault, run });
      run++;
      if (run % 100 === 0) onProgress();
    });
    // Throws only our own errors: a request that breaks a rule is recorded, and the others continue.
    await fc.assert(each, { seed, numRuns, endOnFailure: true });
    return failures;
  }

  private async tried(plan: RequestPlan): Promise<Tried> {
    const exchange = await this.sender.exchange(plan);
    return { exchange, fault: judge(exchange) ?? (await this.options.follow.fault(exchange, this.sender.ask)) };
  }

  /** Looks for a smaller request with the same finding. A finding that depends on timing is not changed. */
  private async shrink(requests: fc.Arbitrary<RequestPlan>, key: string, failure: Failure): Promise<void> {
    const { tally, seed, shrinkMs } = this.options;
    const until = performance.now() + shrinkMs;
    let least: Failure = failure;
    const holds = fc.asyncProperty(requests, async (plan) => {
      if (performance.now() > until) return true;
      tally.shrinking++;
      const { exchange, fault } = await this.tried(plan);
      if (!fault || keyOf(exchange, fault) !== key) return true;
      least = { ...failure, exchange, fault };
      return false;
    });
    await fc.check(holds, { seed, path: String(failure.run), numRuns: 1 });
    tally.replace(key, this.shown(least));
  }

  /** Several requests in parallel: the rows show their effects on each other. */
  private async atOnce(plans: readonly RequestPlan[]): Promise<void> {
    const { pool, tally, watch } = this.options;
    const { companyId } = pool.own.key;
    for (let from = 0; from < plans.length; from += AT_ONCE) {
      const some = plans.slice(from, from + AT_ONCE);
      for (const exchange of await Promise.all(some.map((plan) => this.sender.exchange(plan, false)))) {
        tally.count(exchange);
        const fault = judge(exchange);
        if (fault) this.note(keyOf(exchange, fault), { exchange, fault });
      }
      const changes = await watch.changes();
      const foreign = changes.find((change) => change.companyId !== null && change.companyId !== companyId);
      if (foreign) this.noteRound('no row of another company is touched', JSON.stringify(foreign));
      await this.checkBooks();
      await pool.refresh();
    }
  }

  private async brokenHttp(): Promise<void> {
    const { api, number } = this.options;
    const bytes = BROKEN_HTTP[number % BROKEN_HTTP.length] ?? '';
    const fault = judgeBroken(await sendBytes(api.url, bytes), bytes);
    if (fault) this.noteRound(fault.rule, `${fault.what} to ${JSON.stringify(bytes.slice(0, 200))}`);
  }

  private async checkBooks(): Promise<void> {
    for (const { rule, what } of await this.books.faults()) this.noteRound(rule, what);
  }

  private note(key: string, failure: Pick<Failure, 'exchange' | 'fault'>): boolean {
    return this.options.tally.found(key, this.shown(failure));
  }

  private shown({ exchange, fault }: Pick<Failure, 'exchange' | 'fault'>) {
    const { pool, number } = this.options;
    return { ...fault, replay: curl(exchange.wire, pool.own.key.secret), round: number };
  }

  private noteRound(rule: string, what: string): void {
    // The same finding has another request id and other records each time.
    this.options.tally.found(`${rule} ${what.replace(/\breq_\w+|\d+/g, '')}`, {
      rule,
      what,
      replay: 'by the whole round',
      round: this.options.number,
    });
  }
}

/** For any caller: the operation does not matter. */
const ANYBODYS = ['an error is a problem document', 'an error says what to do', 'an answer'];

/** Findings with the same rule, response and operation count as one. */
function keyOf({ plan, reply }: Exchange, { rule }: Fault): string {
  const { method, path } = plan.operation;
  const status = 'failed' in reply ? reply.failed : reply.status;
  return `${rule} ${status} ${ANYBODYS.includes(rule) ? '' : `${method} ${path}`}`;
}

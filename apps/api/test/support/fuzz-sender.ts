import type { TestApi } from './api.js';
import { packed } from './fuzz-body.js';
import type { Ask } from './fuzz-follow.js';
import { Known } from './fuzz-headers.js';
import { Ref } from './fuzz-json.js';
import type { Exchange } from './fuzz-judge.js';
import type { Pool, Side } from './fuzz-pool.js';
import type { Piece, RequestPlan } from './fuzz-request.js';
import type { Watch } from './fuzz-watch.js';
import { send, type Reply, type Wire } from './fuzz-wire.js';

/** The number of requests after which the records are read again. */
const FRESH = 25;

/** Turns plans into requests: replaces references with existing records, and adds the caller's credentials. */
export class Sender {
  private sent = 0;

  constructor(
    private readonly api: TestApi,
    private readonly watch: Watch,
    private readonly pool: Pool,
  ) {}

  /** Sends a request and returns its result. Written rows are known only for a single request at a time. */
  async exchange(plan: RequestPlan, alone = true): Promise<Exchange> {
    if (alone && ++this.sent % FRESH === 0) await this.freshen();
    const wire = await this.wireOf(plan);
    const reply = await send(this.api.url, wire);
    const changes = alone ? await this.watch.changes() : [];
    if (!('failed' in reply)) this.remember(plan, reply);
    const { own } = this.pool;
    return { plan, wire, reply, changes, companyId: own.key.companyId, secrets: secretsOf(own, wire) };
  }

  readonly ask: Ask = async (wire) => {
    const reply = await send(this.api.url, wire);
    return { reply, changes: await this.watch.changes() };
  };

  /** Creates records again that were used up; these requests are not judged. */
  private async freshen(): Promise<void> {
    await this.pool.restock();
    await this.watch.changes();
  }

  private async wireOf(plan: RequestPlan): Promise<Wire> {
    const say = (piece: Piece): Promise<string> => this.say(piece, plan);
    const path = (await Promise.all(plan.path.map(say))).join('');
    const query = await Promise.all(plan.query.map(async ([name, value]) => `${name}=${await say(value)}`));
    const headers = await Promise.all(plan.headers.map(async ([name, value]) => [name, await say(value)]));
    const body = plan.body && packed(plan.body, this.pool.resolve);
    const type = plan.body?.packing.contentType;
    const given = headers.some(([name]) => name === 'content-type');
    const target = [path, ...(query.length > 0 ? [query.join('&')] : [])].join('?');
    return {
      method: plan.method,
      // Node's client accepts no other characters in an address; others are encoded.
      target: target.replace(/[^!-\xff]/gu, (character) => encodeURIComponent(character)),
      headers: [
        ...credentials(plan, this.pool.own),
        ...(body && type && !given ? ['content-type', type] : []),
        ...headers.flat(),
      ],
      body,
    };
  }

  private async say(piece: Piece, plan: RequestPlan): Promise<string> {
    if (piece instanceof Ref) return String(this.pool.resolve(piece));
    if (!(piece instanceof Known)) return piece;
    if (piece.what === 'eventId') return this.pool.eventId;
    if (piece.what === 'cursor') return encodeURIComponent(this.pool.cursors.get(plan.operation.path) ?? 'none');
    const record = plan.path.find((part) => part instanceof Ref);
    return record ? this.pool.etag(record) : '"1"';
  }

  /** Stores the cursors of lists, and detects that a session has ended. */
  private remember({ operation }: RequestPlan, { status, text }: Reply): void {
    if (status === 401 && /"code":"(portal_)?session_missing"/.test(text)) this.pool.isSignedOut = true;
    const [, cursor] = /"nextCursor":"([^"]+)"/.exec(text.slice(-4_000)) ?? [];
    if (cursor) this.pool.cursors.set(operation.path, cursor);
  }
}

function credentials({ operation, caller }: RequestPlan, side: Side): readonly string[] {
  if (caller === 'nobody') return [];
  const own = {
    api: ['authorization', `Bearer ${side.key.secret}`],
    mcp: ['authorization', `Bearer ${side.key.secret}`],
    'settings-api': ['cookie', side.cookie],
    'portal-api': ['cookie', side.portalCookie],
    'public-page': [
      'authorization',
      `Bearer ${side.documentTokens[/accept|decline/.test(operation.path) ? 'quote' : 'invoice']}`,
    ],
    none: [],
  }[operation.surface];
  return caller === 'twice' ? [...own, ...own] : own;
}

/** Sent values that must not be logged: credentials, and passwords in any place. */
function secretsOf(side: Side, { body }: Wire): string[] {
  const cookies = [side.cookie, side.portalCookie].map((cookie) => cookie.split('=')[1] ?? '');
  const text = body?.subarray(0, 20_000).toString('utf8') ?? '';
  const passwords = [...text.matchAll(/"password":"([^"\\]{6,})"/g)].map(([, password]) => password ?? '');
  return [side.key.secret, ...Object.values(side.documentTokens), ...cookies, ...passwords].filter(
    (secret) => secret.length > 5,
  );
}

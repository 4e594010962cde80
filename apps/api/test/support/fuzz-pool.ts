import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { RECORD_NAMES, RESOURCES, resourcesWith } from '@billhook/domain/shared/resources';
import type { TestApi } from './api.js';
import { invoiceBody, line } from './bodies.js';
import { tokenOf } from './document-link.js';
import { letExpire, markOverdue } from './document-states.js';
import type { Ref, Resolve } from './fuzz-json.js';
import { Records } from './records.js';
import { World, type KeyCaller, type SeededMember } from './world.js';

/** A company with records in every state, and the credentials of each surface. */
export interface Side {
  readonly key: KeyCaller;
  readonly member: SeededMember;
  readonly clientId: number;
  readonly cookie: string;
  readonly portalCookie: string;
  /** The tokens in the links of an invoice and of a quote. */
  readonly documentTokens: Readonly<Record<'invoice' | 'quote', string>>;
}

const FUZZED = resourcesWith('isFuzzed');

type Ids = ReadonlyMap<string, readonly number[]>;

/** The tables with a version, by kind. */
const TABLES: Readonly<Record<string, string>> = {
  ...Object.fromEntries([...RECORD_NAMES, 'webhook_endpoint' as const].map((name) => [name, RESOURCES[name].table])),
  series: 'number_series',
};

type FuzzedResource = (typeof FUZZED)[number];

/** The state of a row, in SQL; without an entry its column `status`, if it has one. */
const STATES: Partial<Readonly<Record<FuzzedResource, string>>> = {
  quote: `CASE WHEN superseded_at IS NOT NULL THEN 'Superseded' WHEN declined_at IS NOT NULL THEN 'Declined'
    WHEN accepted_at IS NOT NULL AND EXISTS (SELECT FROM invoices i WHERE i.quote_id = r.id) THEN 'Invoiced'
    WHEN accepted_at IS NOT NULL THEN 'Accepted' WHEN sent_at IS NOT NULL THEN 'Sent' ELSE 'Draft' END`,
  payment: `CASE WHEN kind = 'Refund' THEN kind WHEN status = 'Recorded' AND unallocated = 0 THEN 'Spent' ELSE status END`,
  credit_note: `'Issued'`,
  checkpoint: `'Signed'`,
  api_key: `'usable'`,
};

/** Further conditions on a row. */
const CONDITIONS: Partial<Readonly<Record<FuzzedResource, string>>> = {
  mail: `kind = 'Document'`,
  webhook_endpoint: 'deleted_at IS NULL',
  api_key: 'id <> $2',
};

const idsOf = (name: FuzzedResource): string =>
  `SELECT '${name}' AS kind, ${STATES[name] ?? `coalesce(to_jsonb(r) ->> 'status', 'any')`} AS state, id FROM ${RESOURCES[name].table} r WHERE company_id = $1
    AND ${CONDITIONS[name] ?? 'true'}`;

const IDS = `
SELECT kind, state, json_agg(id ORDER BY id) AS ids FROM (
  ${FUZZED.map(idsOf).join('\n  UNION ALL ')}
  UNION ALL SELECT 'quote_line', 'Accepted', l.id FROM quote_lines l JOIN quotes q ON q.id = l.quote_id WHERE company_id = $1 AND accepted_at IS NOT NULL
  UNION ALL SELECT 'delivery', status, id FROM webhook_deliveries WHERE company_id = $1
  UNION ALL SELECT 'run', status, id FROM webhook_runs WHERE company_id = $1
  UNION ALL SELECT 'series', kind, id FROM number_series WHERE company_id = $1
) records GROUP BY kind, state ORDER BY kind, state`;

/** Records of one kind and state: few, so that requests use the same ones. */
const FEW = 6;

/** Records for requests: of the caller's company, and of another one that no request may change. */
export class Pool {
  private ids: Readonly<Record<Ref['of'], Ids>> = { own: new Map(), other: new Map() };
  private lastEvent = 'msg_none';
  /** The last cursor that each list gave. */
  readonly cursors = new Map<string, string>();

  /** Whether a request has ended the session, or seems to. */
  isSignedOut = false;

  private constructor(
    private readonly api: TestApi,
    private side: Side,
    readonly other: Side,
  ) {}

  static async make(api: TestApi): Promise<Pool> {
    const world = new World(api);
    const pool = new Pool(api, await furnish(api, world), await furnish(api, world));
    await pool.refresh();
    return pool;
  }

  get own(): Side {
    return this.side;
  }

  /** Reads the current records. */
  async refresh(): Promise<void> {
    this.ids = { own: await this.idsOf(this.own), other: await this.idsOf(this.other) };
    const [event] = await this.api.database.query<{ id: string }>({
      name: 'fuzz_last_event',
      text: 'SELECT id FROM events WHERE company_id = $1 ORDER BY position DESC LIMIT 1',
      values: [this.own.key.companyId],
    });
    this.lastEvent = event?.id ?? this.lastEvent;
  }

  /** Creates records again that requests have used up, as far as the company still allows it, and reads the current ones. */
  async restock(): Promise<void> {
    const { key, clientId } = this.own;
    const has = (state: string): boolean => (this.ids.own.get(state)?.length ?? 0) > 2;
    const made = async (path: string, body: object = {}): Promise<string> =>
      `${path}/${(await key.call<{ id?: number }>('POST', path, { body })).body.id}`;
    await this.refresh();
    if (this.isSignedOut) {
      this.isSignedOut = false;
      this.side = { ...this.own, ...(await signIn(this.api, new World(this.api), this.own.member)) };
    }
    await key.call('PATCH', `/v1/clients/${clientId}`, { body: { status: 'Active' } });
    const document = invoiceBody(clientId);
    if (!has('invoice/Draft')) await made('/v1/invoices', document);
    if (!has('invoice/Sent')) await made(`${await made('/v1/invoices', document)}/send`);
    if (!has('invoice/Rejected')) {
      const invoice = await made('/v1/invoices', document);
      await made(`${invoice}/send`);
      await made(`${invoice}/reject`, { code: 'WrongAmount' });
    }
    if (!has('quote/Draft')) await made('/v1/quotes', document);
    if (!has('quote/Sent')) await made(`${await made('/v1/quotes', document)}/send`);
    if (!has('quote/Accepted')) {
      const quote = await made('/v1/quotes', document);
      await made(`${quote}/send`);
      await made(`${quote}/accept`, { by: 'Jeanne Lumen' });
    }
    await failMails(this.api, key.companyId);
    if (!has('payment/Recorded')) {
      await made('/v1/payments', { clientId, currency: 'EUR', amount: '500.00', date: '2026-11-21' });
    }
    if (!has('webhook_endpoint/Enabled')) {
      await made('/v1/webhook-endpoints', { url: 'https://example.com/hooks', eventTypes: ['invoice.paid'] });
    }
    await this.refresh();
  }

  /** The current id of a reference: of a record in another state if there is none in the requested one. */
  readonly resolve: Resolve = ({ kind, state, nth, of }) => {
    const ids = this.ids[of];
    const all = [...ids].flatMap(([key, some]) => (key.startsWith(`${kind}/`) ? some : []));
    const some = ids.get(`${kind}/${state}`) ?? all;
    return some[nth % Math.max(1, some.length)] ?? 1;
  };

  get eventId(): string {
    return this.lastEvent;
  }

  /** The ETag of a record. */
  async etag({ kind, ...ref }: Ref): Promise<string> {
    const table = TABLES[kind];
    if (!table) return '"1"';
    const [row] = await this.api.database.query<{ version: number }>({
      name: `fuzz_version_${table}`,
      text: `SELECT version FROM ${table} WHERE id = $1`,
      values: [this.resolve({ kind, ...ref })],
    });
    return `"${row?.version ?? 1}"`;
  }

  private async idsOf({ key }: Side): Promise<Ids> {
    const rows = await this.api.database.query<{ kind: string; state: string; ids: number[] }>({
      name: 'test_fuzz_pool',
      text: IDS,
      values: [key.companyId, key.id],
    });
    return new Map(rows.map(({ kind, state, ids }) => [`${kind}/${state}`, ids.slice(0, FEW)]));
  }
}

/** All on one day, which number series accept in any order. */
const ISSUED = { issueDate: '2026-11-01' };

async function furnish(api: TestApi, world: World): Promise<Side> {
  const companyId = await world.company();
  const member = await world.member(companyId);
  const key = await world.key({ member });
  await world.key({ member, scopes: ['client.read'] });
  const records = new Records(key);
  const { id: clientId } = await records.client({ email: 'compta@atelier-lumen.example' });
  const of = { clientId, ...ISSUED };
  const quoteOf = { clientId, lines: [line, { ...line, name: 'Travel', unitPrice: '75.00' }] };
  const archived = await records.client();
  await key.call('PATCH', `/v1/clients/${archived.id}`, { body: { status: 'Archived' } });

  const overdue = await records.sent({ ...of, dueDate: '2026-11-10' });
  await markOverdue(api);
  await records.draft(of);
  await records.draft({ ...of, externalId: 'crm-1029', lines: [line, line] });
  await records.sent(of);
  await records.paid(await records.sent(of), '80.00');
  await records.paid(await records.sent(of));
  await records.act(`/v1/invoices/${(await records.sent(of)).id}/reject`, { code: 'WrongAmount' });
  await records.act(`/v1/invoices/${(await records.sent(of)).id}/void`, {});
  await records.credit(overdue, { lines: [{ ...line, quantity: '1' }] });
  await records.payment(overdue, '500.00');
  await records.refund(overdue, '20.00');
  const taken = await records.payment(overdue, '1.00');
  await key.call('DELETE', `/v1/payments/${taken.id}?reason=twice`);

  await records.quote(quoteOf);
  await records.sentQuote(quoteOf);
  await records.accepted(quoteOf);
  await records.accepted(quoteOf);
  await records.convert(await records.accepted(quoteOf), { mode: 'Percent', percent: '30' });
  await records.act(`/v1/quotes/${(await records.sentQuote(quoteOf)).id}/decline`, { code: 'TooExpensive' });
  await letExpire(api, (await records.sentQuote(quoteOf)).id);
  const revised = await records.act<QuoteView>(`/v1/quotes/${(await records.sentQuote(quoteOf)).id}/revise`);
  await records.act(`/v1/quotes/${revised.id}/send`);

  const linked = await records.draft(of);
  const document = await records.act<InvoiceView>(`/v1/invoices/${linked.id}/send`, { channel: 'Link' });
  const offer = await records.act<QuoteView>(`/v1/quotes/${(await records.quote(quoteOf)).id}/send`, {
    channel: 'Link',
  });
  for (let n = 0; n < 3; n++)
    await records.act(`/v1/invoices/${(await records.draft(of)).id}/send`, { channel: 'Email' });
  await failMails(api, companyId);
  for (const path of ['/1', '/2', '/3']) {
    const body = { url: `https://example.com${path}`, eventTypes: ['invoice.paid'] };
    const endpoint = await records.act<{ id: number }>('/v1/webhook-endpoints', body);
    await records.act(`/v1/webhook-endpoints/${endpoint.id}/test`, {});
    await records.act(`/v1/webhook-endpoints/${endpoint.id}/recover`, { since: api.clock.now().toISOString() });
  }
  return {
    key,
    member,
    clientId,
    documentTokens: { invoice: tokenOf(document), quote: tokenOf(offer) },
    ...(await signIn(api, world, member)),
  };
}

/** Simulates a mail server that rejected all emails but the last: those can be resent. */
async function failMails(api: TestApi, companyId: number): Promise<void> {
  await api.database.query({
    name: 'fuzz_mails',
    text: `UPDATE mails SET status = 'Failed', next_attempt_at = NULL
      WHERE company_id = $1 AND status = 'Pending' AND kind = 'Document' AND id <> (SELECT max(id) FROM mails WHERE company_id = $1)`,
    values: [companyId],
  });
}

/** The cookies of a member in the settings and in the portal. */
async function signIn(
  api: TestApi,
  world: World,
  member: SeededMember,
): Promise<Pick<Side, 'cookie' | 'portalCookie'>> {
  const session = await world.session(member);
  const link = await session.call<{ url: string }>('POST', '/app/webhook-portal-links');
  const entered = await api.call('GET', link.body.url.replace(/^https?:\/\/[^/]+/, ''));
  const portalCookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  return { cookie: session.cookie, portalCookie };
}

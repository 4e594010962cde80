import { Fault } from '../../tools/lib/say.mjs';
import { json } from '../bench/base/stack.mjs';
import { anInvoice, CLIENT } from '../bench/rows/read.mjs';

/** How many records of each kind later requests choose from. */
const KEPT = 500;
const MOST_PROBLEMS = 10;
const EVENT_TYPES = [
  'invoice.created',
  'invoice.updated',
  'invoice.sent',
  'invoice.partial',
  'client.created',
  'payment.created',
];

/** Further endpoints receive payments only: 20 requests a second with all events at 300 endpoints would measure the two cores. */
const WITH_ALL_EVENTS = 20;

/** Adds endpoints past the limit of a company, as copies of one. */
async function copyEndpoint({ databases }, urls) {
  const columns = await databases.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'webhook_endpoints' AND is_identity = 'NO' AND is_generated = 'NEVER'`,
  );
  const names = columns.map(({ name }) => name).filter((name) => name !== 'url' && name !== 'event_types');
  await databases.query(
    `INSERT INTO webhook_endpoints (url, event_types, ${names.join(', ')})
      SELECT url, '{payment.created}', ${names.join(', ')} FROM unnest($1::text[]) AS urls (url),
        (SELECT ${names.join(', ')} FROM webhook_endpoints ORDER BY id DESC LIMIT 1) copied`,
    [urls],
  );
}

const day = () => new Date().toISOString().slice(0, 10);

/**
 * The requests of the load: the weight of each, the expected status, and the request. A request that needs a
 * record that does not exist yet returns undefined.
 */
const REQUESTS = [
  { name: 'list of invoices', weight: 10, status: 200, of: () => get('/v1/invoices?limit=25&includeTotal=true') },
  { name: 'search', weight: 4, status: 200, of: () => get('/v1/invoices?q=bench&status=Sent') },
  { name: 'invoice', weight: 16, status: 200, of: ({ any }) => any('sent', (id) => get(`/v1/invoices/${id}`)) },
  { name: 'clients', weight: 4, status: 200, of: () => get('/v1/clients?limit=50') },
  { name: 'events', weight: 6, status: 200, of: () => get('/v1/events?limit=50') },
  { name: 'deliveries', weight: 4, status: 200, of: () => get('/v1/webhook-deliveries?limit=25') },
  { name: 'PDF', weight: 3, status: 200, of: ({ any }) => any('sent', (id) => get(`/v1/invoices/${id}/pdf`)) },
  { name: 'preview', weight: 4, status: 200, of: ({ invoice }) => post('/v1/invoices/preview', invoice) },
  { name: 'new client', weight: 8, status: 201, of: () => post('/v1/clients', CLIENT), keep: 'clients' },
  {
    name: 'new invoice',
    weight: 14,
    status: 201,
    of: ({ invoice }) => post('/v1/invoices', invoice, true),
    keep: 'drafts',
  },
  { name: 'change', weight: 4, status: 200, of: ({ any }) => any('clients', (id) => patch(`/v1/clients/${id}`)) },
  {
    name: 'send',
    weight: 10,
    status: 200,
    of: ({ take }) => take('drafts', (id) => post(`/v1/invoices/${id}/send`)),
    keep: 'sent',
  },
  {
    name: 'payment',
    weight: 5,
    status: 201,
    of: ({ take, paymentOf }) => take('sent', (id) => post('/v1/payments', paymentOf(id))),
  },
  {
    name: 'batch of 20',
    weight: 1,
    status: 207,
    of: ({ invoice }) => post('/v1/invoices/batch', { mode: 'atomic', items: Array(20).fill(invoice) }),
  },
  {
    name: 'wrong key',
    weight: 2,
    status: 401,
    of: () => ({ ...get('/v1/invoices'), authorization: 'Bearer bhk_wrong' }),
  },
  { name: 'unknown record', weight: 2, status: 404, of: () => get('/v1/invoices/2000000000') },
  { name: 'invalid body', weight: 3, status: 422, of: () => post('/v1/invoices', { lines: 'none' }) },
];

const get = (path) => ({ path });
const post = (path, body = {}, once = false) => ({ path, body, once });
const patch = (path) => ({ path, body: { name: `Changed at ${Date.now()}` }, method: 'PATCH' });

const noTotals = () => ({ requests: 0, unexpected: {}, byName: {} });

/** Sends requests of many kinds at a fixed rate, and counts the responses that are not the expected ones. */
export class MixedLoad {
  problems = [];
  totals = noTotals();
  /** When each request was sent, and how long its response took, in ms. */
  latencies = [];
  #deck = REQUESTS.flatMap((request) => Array(request.weight).fill(request));
  #records = { clients: [], drafts: [], sent: [] };
  #sent = 0;

  constructor(baseUrl, keys, invoice) {
    this.baseUrl = baseUrl;
    this.keys = keys;
    this.invoice = invoice;
  }

  /** @param keys of the requests, in turn */
  static async create(stack, baseUrl, urls, keys) {
    const [first, rest] = [urls.slice(0, WITH_ALL_EVENTS), urls.slice(WITH_ALL_EVENTS)];
    for (const url of first) await stack.call('POST', '/v1/webhook-endpoints', { url, eventTypes: EVENT_TYPES });
    if (rest.length > 0) await copyEndpoint(stack, rest);
    return new MixedLoad(baseUrl, keys, await anInvoice(stack));
  }

  /** @param rate requests per second. A response that takes long delays no other request. */
  async runUntil(end, rate) {
    const open = new Set();
    for (let next = Date.now(); next < end; next += 1_000 / rate) {
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())));
      const work = this.#one().finally(() => open.delete(work));
      open.add(work);
    }
    await Promise.all(open);
  }

  /** As fast as the responses come. @param lanes requests at a time */
  async saturate(ms, lanes) {
    const end = Date.now() + ms;
    const lane = async () => {
      while (Date.now() < end) await this.#one();
    };
    await Promise.all(Array.from({ length: lanes }, lane));
  }

  /** Forgets what was counted. */
  startOver() {
    this.totals = noTotals();
    this.problems = [];
    this.latencies = [];
  }

  async #one() {
    // 37 has no factor in common with the length of the deck, so each request comes as often as its weight says.
    const { name, status, of, keep } = this.#deck[(this.#sent++ * 37) % this.#deck.length];
    const asked = of(this.#context());
    if (!asked) return;
    this.totals.requests++;
    this.totals.byName[name] = (this.totals.byName[name] ?? 0) + 1;
    try {
      const at = Date.now();
      const response = await this.#send(asked);
      const body = await response.text();
      this.latencies.push([at, Date.now() - at]);
      if (response.status !== status) throw Object.assign(new Fault(body.slice(0, 300)), { status: response.status });
      if (keep) this.#keep(keep, JSON.parse(body).id);
    } catch (error) {
      const what = `${name} ${error.status ?? 'without a response'}`;
      this.totals.unexpected[what] = (this.totals.unexpected[what] ?? 0) + 1;
      if (this.problems.length < MOST_PROBLEMS) this.problems.push(`${what}: ${error.message}`);
    }
  }

  #send({ path, body, method, once, authorization = `Bearer ${this.keys[this.#sent % this.keys.length]}` }) {
    const headers = { authorization, ...(once && { 'idempotency-key': `soak-${this.#sent}` }) };
    const options = body === undefined ? { headers } : json(body, headers);
    return fetch(this.baseUrl + path, { ...options, ...(method && { method }) });
  }

  #context() {
    const records = this.#records;
    const { invoice } = this;
    return {
      invoice,
      any: (kind, request) => {
        const { [this.#sent % Math.max(records[kind].length, 1)]: id } = records[kind];
        return id === undefined ? undefined : request(id);
      },
      take: (kind, request) => {
        const id = records[kind].shift();
        return id === undefined ? undefined : request(id);
      },
      paymentOf: (id) => ({
        ...{ clientId: invoice.clientId, currency: invoice.currency, date: day(), method: 'Transfer' },
        ...{ amount: '100.00', allocations: [{ invoiceId: id, amount: '100.00' }] },
      }),
    };
  }

  #keep(kind, id) {
    const records = this.#records[kind];
    records.push(id);
    if (records.length > KEPT) records.shift();
  }
}

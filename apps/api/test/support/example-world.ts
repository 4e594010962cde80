import { gzipSync } from 'node:zlib';
import { exampleLoggedDetail } from '@billhook/contract/examples/example-logged-request';
import { PLAIN_NAMES, PLAIN_RECORDS, type PlainName } from '@billhook/contract/examples/plain-records';
import { EXAMPLE_KEY } from '@billhook/contract/identity/key-format';
import { CreateImport } from '@billhook/contract/installation/import';
import { exampleLine } from '@billhook/contract/invoicing/document-line';
import { EXAMPLE_IDS as IDS } from '@billhook/contract/shared/example-ids';
import type { Permission } from '@billhook/domain/identity/permissions';
import { RESOURCES } from '@billhook/domain/shared/resources';
import { hashKey } from '@billhook/identity/keys/key-hash';
import { RequestLogRepository } from '@billhook/identity/request-log/request-log.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { TestApi } from './api.js';
import { markOverdue, signChains } from './document-states.js';
import { relayOf } from './relay.js';
import { World, type KeyCaller, type SeededMember } from './world.js';

/** The time at which the examples are tried: after the last day in any of them. */
const TODAY = '2026-12-10T09:00:00.000Z';

/** The ids of records that the examples create: they are higher than all ids in the examples. */
const FREE_IDS = 1_000;

/** An email can only be resent with a mail server. No worker runs, so it is never contacted. */
const SETTINGS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'Billhook <billing@bills.example>' };

const document = { clientId: IDS.client, currency: 'EUR', lines: [exampleLine] };
const money = { clientId: IDS.client, date: '2026-12-04', amount: '1080.00', currency: 'EUR' };
const ENDPOINT = { url: 'https://example.com/webhooks/billhook', eventTypes: ['invoice.paid'] };

/** A record that is created at a path with a fixed id, and the following operations on it. */
interface Step {
  readonly table: string;
  readonly id: number;
  readonly path: string;
  readonly body: object;
  readonly then?: readonly (readonly [action: string, body?: object])[];
}

const plain = (name: PlainName): Step[] => {
  const { record, unusedId, body } = PLAIN_RECORDS[name];
  const { table, plural } = RESOURCES[name];
  return [record.id, unusedId].map((id) => ({ table, id, path: `/v1/${plural}`, body }));
};
const invoice = (id: number, then: Step['then'] = [], body: object = {}): Step => ({
  table: 'invoices',
  id,
  path: '/v1/invoices',
  body: { ...document, ...body },
  then,
});
const quote = (id: number, ...then: NonNullable<Step['then']>): Step => ({
  table: 'quotes',
  id,
  path: '/v1/quotes',
  body: document,
  then,
});
const payment = (id: number, allocations: readonly object[] = []): Step => ({
  table: 'payments',
  id,
  path: '/v1/payments',
  body: { ...money, allocations },
});
const endpoint = (id: number, body: object = {}, then: Step['then'] = []): Step => ({
  table: 'webhook_endpoints',
  id,
  path: '/v1/webhook-endpoints',
  body: { ...ENDPOINT, ...body },
  then,
});

const imported = (id: number, then: Step['then'] = []): Step => ({
  table: 'imports',
  id,
  path: '/v1/imports',
  body: CreateImport.meta()?.['example'] as object,
  then,
});

/** The history of the example company, in a possible order. A series accepts no document of an earlier day. */
const LIFE: readonly Step[] = [
  ...PLAIN_NAMES.flatMap(plain),
  { table: 'clients', id: IDS.needlessClient, path: '/v1/clients', body: PLAIN_RECORDS.client.body },
  imported(IDS.runningImport),
  imported(IDS.endedImport, [['cancel']]),
  endpoint(IDS.endpoint, { externalId: IDS.endpointExternalId }),
  endpoint(IDS.discardedEndpoint),
  endpoint(IDS.disabledEndpoint, {}, [['disable']]),
  endpoint(IDS.unneededEndpoint),
  invoice(IDS.overdueInvoice, [['send']], { issueDate: '2026-11-01', dueDate: '2026-11-15' }),
  invoice(IDS.lostInvoice, [['send']], { issueDate: '2026-11-01', dueDate: '2026-11-15' }),
  invoice(IDS.paidInvoice, [['send', { channel: 'Email' }]]),
  payment(IDS.payment, [{ invoiceId: IDS.paidInvoice, amount: '1080.00' }]),
  {
    table: 'credit_notes',
    id: IDS.creditNote,
    path: '/v1/credit-notes',
    body: {
      invoiceId: IDS.paidInvoice,
      reason: { code: 'Return' },
      lines: [{ ...exampleLine, quantity: '1' }],
      channel: 'Link',
    },
  },
  payment(IDS.creditPayment),
  payment(IDS.mistakenPayment),
  invoice(IDS.plannedInvoice),
  invoice(IDS.needlessInvoice),
  invoice(IDS.draftInvoice),
  invoice(IDS.discardedInvoice),
  invoice(IDS.sentInvoice, [['send']]),
  invoice(IDS.disputedInvoice, [['send']]),
  invoice(IDS.rejectedInvoice, [['send'], ['reject', { code: 'WrongAmount' }]]),
  invoice(IDS.wrongInvoice, [['send']]),
  quote(IDS.draftQuote),
  quote(IDS.sentQuote, ['send', { channel: 'Link' }]),
  quote(IDS.refusedQuote, ['send']),
  quote(IDS.acceptedQuote, ['send'], ['accept', { by: 'Jeanne Lumen' }]),
  quote(IDS.outdatedQuote, ['send']),
  quote(IDS.discardedQuote),
];

/** A caller who uses the key of a sandbox for the operations that only sandboxes have. */
const withSandbox = (key: KeyCaller, sandbox: KeyCaller): KeyCaller => ({
  ...key,
  call: (method, path, call) => (path.startsWith('/v1/sandbox/') ? sandbox : key).call(method, path, call),
});

/** The company of the examples: each id in them exists, in a state in which the call works. */
export class ExampleWorld {
  private readonly keys = new Map<string, Promise<KeyCaller>>();

  private constructor(
    readonly api: TestApi,
    readonly world: World,
    /** The owner of the company. */
    readonly owner: SeededMember,
    /** The owner of its sandbox. */
    private readonly sandbox: SeededMember,
    /** A key with all permissions. */
    readonly key: KeyCaller,
    /** A key of the sandbox with all permissions. */
    readonly sandboxKey: KeyCaller,
    /** The same, in another company. */
    readonly stranger: KeyCaller,
  ) {}

  static async start(): Promise<ExampleWorld> {
    const api = await TestApi.start(SETTINGS);
    api.clock.set(TODAY);
    const world = new World(api);
    await startIds(api, 'companies', IDS.company);
    await startIds(api, 'number_series', IDS.series);
    await startIds(api, 'tax_rates', IDS.taxRate);
    const company = await world.company();
    await startIds(api, 'members', IDS.member);
    const member = await world.member(company);
    await startIds(api, 'api_keys', IDS.key);
    const key = await world.key({ member });
    const sandbox = await world.member(await world.company({ sandboxOf: company }));
    const sandboxKey = await world.key({ member: sandbox });
    const both = withSandbox(key, sandboxKey);
    const made = new ExampleWorld(api, world, member, sandbox, both, sandboxKey, await world.key());
    await made.live();
    return made;
  }

  stop(): Promise<void> {
    return this.api.stop();
  }

  /** A key of the company with exactly these permissions; the same one for the same permissions. */
  keyWith(scopes: readonly Permission[]): Promise<KeyCaller> {
    const name = [...scopes].sort().join(' ');
    const known = this.keys.get(name) ?? this.newKey(scopes);
    this.keys.set(name, known);
    return known;
  }

  private async newKey(scopes: readonly Permission[]): Promise<KeyCaller> {
    const own = await this.world.key({ member: this.owner, scopes });
    return withSandbox(own, await this.world.key({ member: this.sandbox, scopes }));
  }

  private async live(): Promise<void> {
    await startIds(this.api, 'mails', IDS.failedMail);
    for (const step of LIFE) await this.take(step);
    await markOverdue(this.api);
    await this.relay();
    await this.failMail();
    await this.sign();
    await this.runs();
    await this.leak();
    await this.log();
    await this.snapshot();
    for (const table of new Set([
      ...LIFE.map((step) => step.table),
      'mails',
      'webhook_deliveries',
      'webhook_runs',
      'snapshots',
    ]))
      await startIds(this.api, table, FREE_IDS);
  }

  private async take({ table, id, path, body, then = [] }: Step): Promise<void> {
    await startIds(this.api, table, id);
    await this.post(path, body);
    for (const [action, words] of then) await this.post(`${path}/${id}/${action}`, words);
  }

  private async post(path: string, body?: object): Promise<void> {
    const answer = await this.key.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  }

  /** Like the worker: numbers the events and creates their deliveries, one of which has failed permanently. */
  private async relay(): Promise<void> {
    await relayOf(this.api, { fanOut: true, firstWaitMs: 0 }).run();
    const of = [IDS.paidInvoice, IDS.event];
    await this.sql(
      `UPDATE events SET id = $2, body = replace(body, id, $2) WHERE type = 'invoice.paid' AND resource_id = $1`,
      of,
    );
    await this.sql(
      `UPDATE webhook_deliveries SET id = $1, status = 'Failed', attempt_count = 1, schedule_step = 1, next_attempt_at = NULL,
        last_response_status = 503, last_error = 'Responded with 503', last_error_kind = 'Status', finished_at = created_at
      WHERE endpoint_id = $2 AND event_position = (SELECT position FROM events WHERE id = $3)`,
      [IDS.failedDelivery, IDS.endpoint, IDS.event],
    );
    await this.sql(
      `UPDATE webhook_deliveries AS d SET id = $1 WHERE endpoint_id = $2 AND event_position = (SELECT position FROM events WHERE id = $3)`,
      [IDS.waitingDelivery, IDS.discardedEndpoint, IDS.event],
    );
    await this.sql(
      `INSERT INTO webhook_attempts (delivery_id, number, endpoint_id, payload, trigger, outcome, url, started_at, duration_ms,
        response_status, error)
      SELECT id, 1, endpoint_id, 'Full', 'Schedule', 'Failed', $2, created_at, 212, 503, 'Responded with 503'
      FROM webhook_deliveries WHERE id = $1`,
      [IDS.failedDelivery, ENDPOINT.url],
    );
  }

  /** A completed snapshot with a part, as a worker writes it. */
  private async snapshot(): Promise<void> {
    await this.sql(
      `WITH made AS (
        INSERT INTO snapshots (id, company_id, status, resources, left_out, requested_by, position, attempt, total, done, created_at,
          completed_at, expires_at)
        VALUES ($1, $2, 'Completed', '{client,invoice}', '{}', 'spec', 1, 1, 1, 1, $5, $5, $5::timestamptz + interval '1 day')
        RETURNING company_id
      ) INSERT INTO snapshot_parts (id, company_id, snapshot_id, attempt, number, resource, records, bytes, digest, content)
      SELECT $3, company_id, $1, 1, 0, 'client', 1, octet_length($4::bytea), encode(sha256($4::bytea), 'hex'), $4 FROM made`,
      [IDS.snapshot, this.key.companyId, IDS.snapshotPart, gzipSync('{"id":17}\n'), this.api.clock.now()],
    );
  }

  /** A long run that is half finished. No worker continues it. */
  private async runs(): Promise<void> {
    for (const [id, of, kind, status] of [
      [IDS.runningRun, IDS.discardedEndpoint, 'RecoverFailed', 'Running'],
      [IDS.pausedRun, IDS.discardedEndpoint, 'ReplayMissing', 'Paused'],
      [IDS.unwantedRun, IDS.disabledEndpoint, 'RecoverFailed', 'Paused'],
    ] as const) {
      await this.sql(
        `INSERT INTO webhook_runs (id, company_id, endpoint_id, kind, status, since, until, selection, total, done, cursor,
          created_by, created_at, updated_at)
        SELECT $1, company_id, id, $3, $4, now(), now(), '{"eventTypes": ["invoice.paid"]}', 1200, 600, 0, 'spec', now(), now()
        FROM webhook_endpoints WHERE id = $2`,
        [id, of, kind, status],
      );
    }
  }

  /** The head of the document chain, linked and signed like by the worker. */
  private async sign(): Promise<void> {
    await startIds(this.api, 'checkpoints', IDS.checkpoint);
    await signChains(this.api);
  }

  private async failMail(): Promise<void> {
    const error = '550 5.1.1 No such user';
    await this.sql(
      `UPDATE mails SET status = 'Failed', attempts = 1, next_attempt_at = NULL, last_error = $2 WHERE id = $1`,
      [IDS.failedMail, error],
    );
  }

  /** A request as the example shows it. */
  private async log(): Promise<void> {
    const { request, response, missingPermission: _, ...line } = exampleLoggedDetail;
    const { id, clientRequestId, method, route, path, status, durationMs, problem } = line;
    const { body: requestBody = null, ...received } = request ?? {};
    const { body: responseBody = null, ...sent } = response ?? {};
    await this.api.app.get(RequestLogRepository).add([
      {
        ...{ id, clientRequestId, method, route, path, status, durationMs, problem },
        companyId: IDS.company,
        caller: IDS.key,
        details: JSON.stringify({ permissions: ['client.write'], request: received, response: sent }),
        ...{ requestBody, responseBody },
      },
    ]);
  }

  /** The leaked key of the example. */
  private async leak(): Promise<void> {
    const { id } = await this.world.key({ member: this.owner });
    const { hash, version } = hashKey(this.api.app.get(AppSecrets), EXAMPLE_KEY);
    await this.sql('UPDATE api_keys SET hash = $2, hash_version = $3, prefix = $4 WHERE id = $1', [
      ...[id, hash, version, EXAMPLE_KEY.slice(0, 12)],
    ]);
  }

  private async sql(text: string, values: readonly unknown[]): Promise<void> {
    await this.api.database.query({ name: `test_example_${text.slice(0, 40)}`, text, values });
  }
}

/** The next row of a table gets this id, of a table of cells in the first one. */
async function startIds(api: TestApi, table: string, id: number): Promise<void> {
  await api.database.query({
    name: 'test_start_ids',
    text: `SELECT setval(pg_get_serial_sequence(coalesce(to_regclass('cell_1.' || $1), to_regclass($1))::text, 'id'), $2, false)`,
    values: [table, id],
  });
}

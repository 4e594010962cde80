import { METRICS, type MetricName, type MetricRow } from '@billhook/platform/metrics/metric-table';
import { CELL_SCHEMAS } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { withProgram } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { alertCases, type Scrapes } from '../support/alert-cases.js';
import { ALERT_RULES, unexpectedAlerts } from '../support/alert-rules.js';
import { clientBody } from '../support/bodies.js';
import { csv } from '../support/import-caller.js';
import { MonitoredInstallation } from '../support/monitored-installation.js';
import { PASSWORD } from '../support/world.js';

let installation: MonitoredInstallation;

beforeAll(async () => {
  installation = await MonitoredInstallation.start({ WEBHOOK_RETRY_SCHEDULE: '0,0' });
});
afterAll(() => installation.stop());

/** The samples of a scrape, by name and labels as Prometheus writes them. Those of two cells are one, as with one cell. */
type Samples = ReadonlyMap<string, number>;

async function scrape(url: string): Promise<Samples> {
  const text = await (await fetch(url)).text();
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = new Map<string, number>();
  for (const line of lines) {
    const [name, value] = [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))];
    const key = name.replace(/(?<=[{,])cell="\w+",?/, '').replace(/,(?=\})|\{\}/, '');
    samples.set(key, value + (samples.get(key) ?? 0));
  }
  return samples;
}

const linesOf = (samples: Samples): string[] => [...samples].map(([key, value]) => `${key} ${value}`);

const ofApi = () => scrape(installation.apiMetrics);
const ofWorker = () => scrape(installation.workerMetrics);

/** The sum of all samples of a metric; undefined if it is not exposed. Of a histogram, the number of observations. */
function total(samples: Samples, name: MetricName): number | undefined {
  const row: MetricRow = METRICS[name];
  const sample = row.type === 'histogram' ? `${name}_count` : name;
  const found = [...samples].filter(([key]) => key === sample || key.startsWith(`${sample}{`));
  return found.length === 0 ? undefined : found.reduce((sum, [, value]) => sum + value, 0);
}

const namesFrom = (...programs: readonly MetricRow['from'][number][]): MetricName[] =>
  (Object.keys(METRICS) as MetricName[]).filter((name) =>
    (METRICS[name] as MetricRow).from.some((program) => programs.includes(program)),
  );

describe('the port of the metrics', () => {
  it('405 for another method', async () => {
    expect((await fetch(installation.apiMetrics, { method: 'POST' })).status).toBe(405);
  });

  it('404 for another path, and on the port of the API', async () => {
    expect((await fetch(installation.apiMetrics.replace('/metrics', '/v1/me'))).status).toBe(404);
    expect((await installation.api.call('GET', '/metrics')).status).toBe(404);
  });

  it.each(['api', 'worker'] as const)('200 at /live, from the %s', async (program) => {
    const url = { api: installation.apiMetrics, worker: installation.workerMetrics }[program];
    expect((await fetch(url.replace('/metrics', '/live'))).status).toBe(200);
  });

  it('200 in the format of Prometheus', async () => {
    const response = await fetch(installation.apiMetrics);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).toContain('# TYPE process_cpu_seconds_total counter');
  });
});

describe('the metrics of the API', () => {
  it('count a request by its route, never by its path', async () => {
    const { id } = await installation.records.client();
    await installation.key.call('GET', `/v1/clients/${id}`);
    await installation.key.call('GET', '/v1/clients/987654321');
    await installation.api.call('GET', '/nothing-987654321');
    const samples = await ofApi();
    const requests = (status: number, route: string, method = 'GET') =>
      samples.get(`billhook_http_requests_total{method="${method}",route="${route}",status="${status}"}`);
    expect(requests(201, '/v1/clients', 'POST')).toBe(1);
    expect(requests(200, '/v1/clients/:id')).toBe(1);
    expect(requests(404, '/v1/clients/:id')).toBe(1);
    expect(samples.get('billhook_http_problems_total{code="not_found"}')).toBe(1);
    expect([...samples.keys()].join('\n')).not.toContain('987654321');
  });

  it('count credentials by their outcome', async () => {
    const { api, world } = installation;
    const member = await world.member(await world.company());
    const { secret } = installation.key;
    await world.bearer(secret.slice(0, -1) + (secret.endsWith('x') ? 'y' : 'x')).call('GET', '/v1/me');
    await api.call('GET', '/app/account');
    await api.call('POST', '/app/session', { body: { email: member.email, password: `${PASSWORD}!` } });
    const outcomes = [...(await ofApi()).keys()].filter((key) => key.startsWith('billhook_authentications_total'));
    expect(outcomes.join('\n')).toContain('surface="api",outcome="accepted"');
    for (const [surface, outcome] of [
      ['api', '[a-z_]+'],
      ['settings-api', 'session_missing'],
      ['settings-api', '(?!session_missing)[a-z_]+'],
    ])
      expect(outcomes.join('\n')).toMatch(new RegExp(`surface="${surface}",outcome="(?!accepted)${outcome}"`));
  });

  it('count requests with an Idempotency-Key as performed, replayed or rejected', async () => {
    const send = (body: object) =>
      installation.key.call('POST', '/v1/clients', { body, headers: { 'idempotency-key': 'one' } });
    await send(clientBody);
    await send(clientBody);
    await send({ ...clientBody, name: 'Another' });
    const samples = await ofApi();
    for (const outcome of ['performed', 'replayed', 'rejected'])
      expect([outcome, samples.get(`billhook_idempotent_requests_total{outcome="${outcome}"}`)]).toEqual([outcome, 1]);
  });
});

describe('the metrics of the worker', () => {
  it('count deliveries and attempts, by the kind of the error', async () => {
    const { receiver, api } = installation;
    // An endpoint gets the events that are numbered after its creation, and those of the tests before are not meant.
    await eventually('the earlier events are numbered', async () => {
      const left = await api.database.query({ name: '', text: 'SELECT FROM events WHERE sequence IS NULL LIMIT 1' });
      return left.length === 0 ? true : undefined;
    });
    await installation.endpoint('/works');
    await installation.endpoint('/fails');
    receiver.answer('/fails', (count) => ({ status: count === 1 ? 500 : 200 }));
    await installation.records.client();
    await receiver.waitFor('/works', 1);
    await receiver.waitFor('/fails', 2);
    const samples = await eventually('three attempts are counted', async () => {
      const now = await ofWorker();
      return total(now, 'billhook_delivery_attempts_total') === 3 ? now : undefined;
    });
    expect(samples.get('billhook_delivery_attempts_total{outcome="Succeeded"}')).toBe(2);
    expect(total(samples, 'billhook_delivery_latency_seconds')).toBe(2);
    expect(total(samples, 'billhook_delivery_attempt_duration_seconds')).toBe(3);
    expect(total(samples, 'billhook_deliveries_created_total')).toBe(2);
  });

  it('show requests in flight, and what is due while no place is free', async () => {
    const { receiver } = installation;
    const endpoint = await installation.endpoint('/hangs');
    const path = `/v1/webhook-endpoints/${endpoint.id}`;
    await installation.key.call('PATCH', path, { body: { limits: { inFlight: 1 } } });
    receiver.answer('/hangs', 'hang');
    await installation.records.client();
    await installation.records.client();
    const samples = await eventually('one is in flight and one is due', async () => {
      const now = await ofWorker();
      const isHere = total(now, 'billhook_deliveries_in_flight') === 1 && total(now, 'billhook_deliveries_due') === 1;
      return isHere ? now : undefined;
    });
    expect(total(samples, 'billhook_deliveries_oldest_due_age_seconds')).toBeGreaterThan(0);
    await installation.key.call('POST', `${path}/disable`);
  });

  it('show what waits in the database, from one worker only', async () => {
    const { api } = installation;
    expect(total(await ofWorker(), 'billhook_workers')).toBe(CELL_SCHEMAS.length);
    const sql = (text: string) => api.database.query({ name: '', text });
    // An older worker takes over: this one no longer counts.
    for (const schema of CELL_SCHEMAS)
      await sql(
        `INSERT INTO ${schema}.webhook_workers (id, started_at, beat_at, clock_ahead_ms) VALUES (-1, now(), now() + interval '1 hour', 0)`,
      );
    for (const name of namesFrom('leader')) expect([name, total(await ofWorker(), name)]).toEqual([name, undefined]);
    await sql('DELETE FROM webhook_workers WHERE id = -1');
    for (const name of namesFrom('leader'))
      expect([name, total(await ofWorker(), name)]).toEqual([name, expect.any(Number)]);
  });

  it('leave out what a locked table would delay, and count the error', async () => {
    const { api } = installation;
    const { DataSource } = await import('typeorm');
    const runner = api.app.get(DataSource).createQueryRunner();
    await runner.startTransaction();
    await runner.query('LOCK TABLE document_files');
    const samples = await ofWorker();
    await runner.rollbackTransaction();
    await runner.release();
    expect(total(samples, 'billhook_workers')).toBeUndefined();
    expect(total(samples, 'billhook_scrape_errors_total')).toBeGreaterThan(0);
    expect(total(samples, 'billhook_job_rounds_total')).toBeGreaterThan(0);
  });
});

describe('each metric of the table', () => {
  // An age is 0 while nothing waits, as are counts.
  const MAY_BE_ZERO: ReadonlySet<MetricName> = new Set(namesFrom('leader'));

  it('moves when what it counts happens', async () => {
    const { records, key, mailServer } = installation;
    await key.call('POST', '/v1/imports', { body: csv(['A;;;FR', 'B;;;Frankreich', 'A;;;FR']) });
    const client = await records.client({ email: 'jeanne@example.com' });
    const draft = await records.draft({ clientId: client.id });
    await key.call('GET', `/v1/invoices/${draft.id}/pdf`);
    await records.act(`/v1/invoices/${draft.id}/send`, { channel: 'Email' });
    await eventually('the email arrives', () => mailServer.received.length > 0 || undefined);
    // `replica.e2e-spec.ts` moves those of a replica.
    const elsewhere = ['billhook_replica_reads_total', 'billhook_replica_lag_seconds'];
    const silent = await eventually('every metric has moved', async () => {
      const [api, worker] = [await ofApi(), await ofWorker()];
      const still = [
        ...namesFrom('api').filter((name) => !total(api, name)),
        ...namesFrom('worker', 'leader').filter((name) =>
          MAY_BE_ZERO.has(name) ? total(worker, name) === undefined : !total(worker, name),
        ),
      ].filter(
        (name) => !['billhook_scrape_errors_total', 'billhook_deliveries_in_flight', ...elsewhere].includes(name),
      );
      return still.length === 0 ? still : undefined;
    });
    expect(silent).toEqual([]);
    const samples = await ofWorker();
    for (const outcome of ['created', 'existing', 'rejected'])
      expect([outcome, samples.get(`billhook_imported_rows_total{outcome="${outcome}"}`)]).toEqual([outcome, 1]);
  });
});

// Series of hours instead of conditions that last: their names, labels and outcomes are those of the programs after these faults.
describe('each rule of docs/monitoring/alerts.yml', () => {
  let cases: ReturnType<typeof alertCases>;

  /** Renames a table of cells. */
  const rename = async (from: string, to: string): Promise<void> => {
    for (const schema of CELL_SCHEMAS)
      await installation.api.database.query({ name: '', text: `ALTER TABLE ${schema}.${from} RENAME TO ${to}` });
  };

  beforeAll(async () => {
    const { key, records, mailServer } = installation;
    mailServer.answers.push({ code: 451, text: 'Try again later' });
    const client = await records.client({ email: 'jeanne@example.com' });
    const draft = await records.draft({ clientId: client.id });
    await records.act(`/v1/invoices/${draft.id}/send`, { channel: 'Email' });
    await rename('imports', 'imports_away');
    await rename('clients', 'clients_away');
    expect((await key.call('GET', '/v1/clients')).status).toBe(500);
    await rename('clients_away', 'clients');
    const scrapes = await eventually(
      'an email is deferred, and a job fails',
      async (): Promise<Scrapes | undefined> => {
        const worker = await ofWorker();
        const isThere = (sample: string): boolean => [...worker.keys()].includes(sample);
        const hasBoth =
          isThere('billhook_mails_total{outcome="deferred"}') &&
          isThere('billhook_job_rounds_total{worker_job="imports",outcome="failed"}');
        return hasBoth ? { api: linesOf(await ofApi()), worker: linesOf(worker) } : undefined;
      },
    );
    await rename('imports_away', 'imports');
    cases = alertCases(scrapes);
  });

  it('has a case, and each case a rule', () => {
    expect(Object.keys(cases).toSorted()).toEqual(ALERT_RULES.map(({ alert }) => alert).toSorted());
  });

  for (const rule of ALERT_RULES)
    withProgram('promtool', it)(`${rule.alert} fires as the only one, and ends`, () => {
      expect(cases[rule.alert]?.map((each) => unexpectedAlerts(each, rule))).toEqual(cases[rule.alert]?.map(() => ''));
    });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { VERSION } from '@billhook/platform/version';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { MonitoredInstallation } from '../support/monitored-installation.js';
import { PASSWORD } from '../support/world.js';

interface CollectedSpan {
  readonly service: string;
  readonly version: unknown;
  readonly instance: unknown;
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code: number };
  readonly attributes: Readonly<Record<string, unknown>>;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/** A collector of traces: an HTTP server that receives OTLP as JSON. */
class Collector {
  readonly spans: CollectedSpan[] = [];
  readonly #server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') this.#take(JSON.parse(Buffer.concat(chunks).toString()) as Export);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #take({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const of = valuesOf(resource.attributes);
      const program = {
        service: String(of['service.name']),
        version: of['service.version'],
        instance: of['service.instance.id'],
      };
      for (const { spans } of scopeSpans)
        this.spans.push(...spans.map((span) => ({ ...span, ...program, attributes: valuesOf(span.attributes) })));
    }
  }
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'service' | 'version' | 'instance'> & {
        readonly attributes: readonly OtlpAttribute[];
      })[];
    }[];
  }[];
}

const valuesOf = (attributes: readonly OtlpAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

let collector: Collector;
let installation: MonitoredInstallation;

beforeAll(async () => {
  collector = await new Collector().start();
  installation = await MonitoredInstallation.start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    WEBHOOK_TRACEPARENT: 'true',
    WEBHOOK_RETRY_SCHEDULE: '0,0',
  });
});
afterAll(async () => {
  await installation.stop();
  collector.stop();
});

interface LogLine {
  readonly msg: string;
  readonly requestId?: string;
  readonly [field: string]: unknown;
}

const linesOf = (text: string): LogLine[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);

const create = (headers: Record<string, string> = {}) =>
  installation.key.call<{ id: number }>('POST', '/v1/clients', { body: clientBody, headers });

describe('a trace', () => {
  it('contains the request, and the attempts to deliver its event', async () => {
    const { receiver } = installation;
    await installation.endpoint('/traced');
    receiver.answer('/traced', (count) => ({ status: count === 1 ? 500 : 200 }));
    const requestId = (await create()).headers.get('request-id');
    const received = await receiver.waitFor('/traced', 2);
    const request = await eventually('the span of the request', () =>
      collector.spans.find(({ attributes }) => attributes['billhook.request.id'] === requestId),
    );
    expect(request).toMatchObject({ service: 'billhook-test', name: 'POST /v1/clients' });
    expect(request.attributes).toMatchObject({ 'http.route': '/v1/clients', 'http.response.status_code': 201 });
    const attempts = await eventually('the spans of both attempts', () => {
      const found = collector.spans.filter(
        ({ parentSpanId, name }) => parentSpanId === request.spanId && name === 'webhook attempt',
      );
      return found.length === 2 ? found : undefined;
    });
    expect(attempts.map(({ service, name, traceId }) => [service, name, traceId])).toEqual(
      attempts.map(() => ['billhook-worker', 'webhook attempt', request.traceId]),
    );
    expect(attempts.map(({ attributes }) => attributes['billhook.outcome']).toSorted()).toEqual([
      'Status',
      'Succeeded',
    ]);
    // The receiver continues the trace below the attempt that it received.
    expect(received.map(({ headers }) => headers['traceparent']).toSorted()).toEqual(
      attempts.map(({ traceId, spanId }) => `00-${traceId}-${spanId}-01`).toSorted(),
    );
  });

  it('contains the statements of the request, by their names', () => {
    const [request] = collector.spans.filter(({ name }) => name === 'POST /v1/clients');
    const statements = collector.spans.filter(
      ({ parentSpanId, attributes }) =>
        parentSpanId === request?.spanId && attributes['db.system.name'] === 'postgresql',
    );
    expect(statements.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['postgresql BEGIN', 'postgresql COMMIT', expect.stringContaining('clients')]),
    );
    expect(statements.map(({ attributes }) => Object.keys(attributes).length)).toEqual(statements.map(() => 2));
  });

  it('has a span for each batch of the relay, with the requests of its events', async () => {
    const requestId = (await create()).headers.get('request-id') ?? '';
    const relay = await eventually('the span of the relay', () =>
      collector.spans.find(({ attributes }) =>
        String(attributes['billhook.request.ids']).split(' ').includes(requestId),
      ),
    );
    expect(relay).toMatchObject({ service: 'billhook-worker', name: 'relay' });
    expect(relay.attributes['billhook.events']).toBeGreaterThan(0);
  });

  it('names the version and the process of each program', () => {
    const programs = new Map(collector.spans.map(({ service, version, instance }) => [service, { version, instance }]));
    const parts = { version: VERSION, instance: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(Object.fromEntries(programs)).toEqual({ 'billhook-test': parts, 'billhook-worker': parts });
  });

  it('continues that of the caller, and ignores a header that is none', async () => {
    const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
    await create({ traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
    const span = await eventually('the span in the trace of the caller', () =>
      collector.spans.find((each) => each.traceId === traceId && each.name === 'POST /v1/clients'),
    );
    expect(span.parentSpanId).toBe('00f067aa0ba902b7');
    const { status, headers } = await create({ traceparent: 'nonsense' });
    expect(status).toBe(201);
    const own = await eventually('the span of its own', () =>
      collector.spans.find(({ attributes }) => attributes['billhook.request.id'] === headers.get('request-id')),
    );
    expect(own.parentSpanId).toBeUndefined();
  });

  it('contains no path, no name and no secret', () => {
    const all = JSON.stringify(collector.spans);
    expect(all).not.toContain(installation.key.secret);
    expect(all).not.toContain(installation.receiver.url);
    expect(all).not.toContain(clientBody.name);
  });
});

describe('the log', () => {
  it('shows the request of an event with each failed attempt', async () => {
    const { receiver } = installation;
    await installation.endpoint('/logged?token=secret-of-the-url');
    receiver.answer('/logged?token=secret-of-the-url', { status: 503 });
    const requestId = (await create()).headers.get('request-id');
    const lines = await eventually('two lines', () => {
      const found = linesOf(installation.workerLog.text).filter((line) => line.requestId === requestId);
      return found.length === 2 ? found : undefined;
    });
    for (const line of lines)
      expect(line).toMatchObject({
        msg: 'an attempt to deliver a message failed',
        eventType: 'client.created',
        outcome: 'Status',
        status: 503,
        eventId: expect.stringMatching(/^msg_/),
      });
    const [row] = await installation.api.database.query<{ request_id: string }>({
      name: '',
      text: 'SELECT request_id FROM events WHERE id = $1',
      values: [lines[0]?.['eventId']],
    });
    expect(row?.request_id).toBe(requestId);
  });

  it('contains no probe that succeeded, and each that failed', async () => {
    const { api } = installation;
    for (const path of ['/health/live', '/health/ready']) expect((await api.call('GET', path)).status).toBe(200);
    expect((await api.call('GET', '/health/other')).status).toBe(404);
    const lines = await eventually(
      'the last one',
      () => {
        const found = linesOf(installation.apiLog.text).filter(({ msg }) => msg.startsWith('GET /health/'));
        return found.some(({ msg }) => msg.includes('/health/other')) ? found : undefined;
      },
      10_000,
    );
    expect(lines.map(({ level, msg }) => [level, msg.split(' ')[1]])).toEqual([
      [20, '/health/live'],
      [20, '/health/ready'],
      [30, '/health/other'],
    ]);
  });

  it('never contains a secret', async () => {
    const { api, world, key } = installation;
    const member = await world.member(await world.company());
    const session = await world.signIn(member);
    await api.call('POST', '/app/session', { body: { email: member.email, password: `${PASSWORD} wrong` } });
    await api.call('GET', `/v1/clients/${key.secret}?token=${key.secret}`, {
      headers: { authorization: `Bearer ${key.secret}` },
    });
    await api.call('GET', '/v1/me', { headers: { authorization: 'Basic dXNlcjpwYXNzd29yZA==' } });
    await session.call('GET', '/app/account');
    const text = installation.apiLog.text + installation.workerLog.text;
    expect(linesOf(text).length).toBeGreaterThan(10);
    const secrets = {
      key: key.secret.slice(13),
      password: PASSWORD,
      cookie: session.cookie.split('=')[1] ?? '',
      basic: 'dXNlcjpwYXNzd29yZA',
      'secret of the application': SECRET,
      'query of a URL': 'secret-of-the-url',
      'password of the database': new URL(api.databaseUrl).password,
      'signing secret': 'whsec_',
    };
    for (const [name, secret] of Object.entries(secrets))
      expect([name, secret !== '' && text.includes(secret)]).toEqual([name, false]);
  });
});

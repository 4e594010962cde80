import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { CertificateAuthority } from '@billhook/testing/certificates';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { TlsReceiver } from '@billhook/testing/tls-receiver';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { settled as settledIn, switchOff as switchOffIn } from '../support/delivery-steps.js';
import { startWorker, type RunningWorker } from '../support/running-worker.js';
import { verify, World, type DeliveryRow, type TestEndpoint } from '../support/world.js';

let world: World;
let worker: RunningWorker;

beforeAll(async () => {
  world = await World.create();
});
afterAll(() => world.close());
afterEach(() => world.sql('UPDATE webhook_endpoints SET deleted_at = now()'));

/** Runs a worker during a `describe`. Waits between attempts are short, so a retry falls into the test. */
function workerWith(settings: Record<string, string>): void {
  beforeAll(async () => {
    worker = await startWorker(world.env({ WEBHOOK_RETRY_SCHEDULE: '0,0,60', ...settings }));
  });
  afterAll(() => worker.stop());
}

// On a slow machine, too, only an attempt without a response times out.
const PATIENT = { WEBHOOK_TIMEOUT_MS: '120000' };
const IMPATIENT = { WEBHOOK_TIMEOUT_MS: '400' };

/** Records one event and triggers the engine. */
async function tell(count = 1): Promise<void> {
  for (let n = 0; n < count; n++) await world.record();
  await worker.engine.poke();
}

const switchOff = (endpoint: TestEndpoint): Promise<void> => switchOffIn(world, endpoint);
const settled = (endpoint: TestEndpoint, ...statuses: string[]): Promise<DeliveryRow> =>
  settledIn(world, endpoint, ...statuses);

describe('delivery', () => {
  workerWith(PATIENT);

  it('sends three events to two endpoints, once each, signed, byte for byte, numbered without gaps', async () => {
    const endpoints = [await world.createEndpoint('/three/a'), await world.createEndpoint('/three/b')];
    await tell(3);
    const bodies = (await world.bodies()).slice(-3);
    for (const endpoint of endpoints) {
      const received = await world.receiver.waitFor(endpoint.path, 3);
      for (const request of received) {
        verify(endpoint, request);
        expect(request.headers).toMatchObject({
          'content-type': 'application/json',
          'user-agent': expect.stringMatching(/^Billhook\//),
          'webhook-event-type': 'client.created',
          'webhook-attempt': '1',
        });
        expect(JSON.parse(request.body.toString())).toMatchObject({ id: request.headers['webhook-id'] });
      }
      expect(received.map(({ body }) => body.toString()).sort()).toEqual([...bodies].sort());
      expect(received.map(({ headers }) => headers['webhook-sequence']).sort()).toEqual(['1', '2', '3']);
    }
    const rows = await eventually('all are recorded', async () => {
      const all = (await Promise.all(endpoints.map((endpoint) => world.deliveries(endpoint)))).flat();
      return all.every(({ status }) => status === 'Delivered') ? all : undefined;
    });
    expect(rows).toHaveLength(6);
    expect(world.receiver.received).toHaveLength(6);
    const [attempt] = await world.attempts(rows[0]?.id ?? 0);
    expect(attempt).toMatchObject({
      number: 1,
      trigger: 'Schedule',
      outcome: 'Succeeded',
      remote_address: '127.0.0.1',
      response_status: 200,
      duration_ms: expect.any(Number),
      error: null,
    });
  });

  it('sends an endpoint only its event types, and only the events of its own company', async () => {
    const chosen = await world.createEndpoint('/types', { types: ['client.updated'] });
    const other = await world.createEndpoint('/other', { companyId: await world.createCompany() });
    await world.record(undefined, 'client.created');
    await world.record(undefined, 'client.updated');
    await worker.engine.poke();
    const [request] = await world.receiver.waitFor(chosen.path, 1);
    expect(request?.headers['webhook-event-type']).toBe('client.updated');
    expect(await world.deliveries(chosen)).toHaveLength(1);
    expect(await world.deliveries(other)).toHaveLength(0);
  });

  it('retries by the schedule, with the same id and body and a new signature, and then fails', async () => {
    const endpoint = await world.createEndpoint('/fails');
    world.receiver.answer(endpoint.path, { status: 500, body: 'no\0pe' });
    await tell();
    const [first, second] = await world.receiver.waitFor(endpoint.path, 2);
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    expect(second?.body).toEqual(first?.body);
    expect([first, second].map((request) => request?.headers['webhook-attempt'])).toEqual(['1', '2']);
    for (const request of [first, second]) if (request) verify(endpoint, request);
    const waiting = await settled(endpoint, 'Waiting');
    expect(waiting).toMatchObject({ schedule_step: 2, last_response_status: 500, last_error: 'Responded with 500' });
    const waitMs = (waiting.next_attempt_at?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(45_000);
    expect(waitMs).toBeLessThan(75_000);

    await world.sql('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [waiting.id]);
    await worker.engine.poke();
    const failed = await settled(endpoint, 'Failed');
    expect(failed).toMatchObject({ attempt_count: 3, schedule_step: 3, next_attempt_at: null });
    const attempts = await world.attempts(failed.id);
    expect(attempts.map(({ number, outcome }) => [number, outcome])).toEqual([
      [1, 'Failed'],
      [2, 'Failed'],
      [3, 'Failed'],
    ]);
    // PostgreSQL does not accept NUL.
    expect(attempts[0]).toMatchObject({ response_body: 'no\uFFFDpe', error: 'Responded with 500' });
  });

  it('succeeds at the second attempt', async () => {
    const endpoint = await world.createEndpoint('/flaky');
    world.receiver.answer(endpoint.path, (count) => ({ status: count === 1 ? 503 : 204 }));
    await tell();
    expect(await settled(endpoint, 'Delivered')).toMatchObject({
      attempt_count: 2,
      last_response_status: 204,
      last_error: null,
    });
  });

  it('fails with the reason while the certificate of the receiver has expired, and succeeds after its renewal', async () => {
    const authority = await CertificateAuthority.create();
    const trusted = getCACertificates('default');
    setDefaultCACertificates([...trusted, authority.certificate]);
    const host = '127.0.0.1';
    const receiver = await new TlsReceiver(await authority.issue({ host })).start();
    try {
      const endpoint = await world.createEndpoint('/expires', { url: `https://${host}:${receiver.port}/` });
      await tell();
      await settled(endpoint, 'Delivered');
      receiver.change(await authority.issue({ host, days: -1 }));
      await tell();
      const waiting = await eventually('the second delivery waits', async () =>
        (await world.deliveries(endpoint)).find(
          ({ status, schedule_step }) => status === 'Waiting' && schedule_step === 2,
        ),
      );
      expect(waiting.last_error).toBe('TLS failed: certificate has expired');
      expect(receiver.received).toBe(1);
      receiver.change(await authority.issue({ host }));
      await world.sql('UPDATE webhook_deliveries SET next_attempt_at = now() WHERE id = $1', [waiting.id]);
      await worker.engine.poke();
      await eventually('both are delivered', async () =>
        (await world.deliveries(endpoint)).every(({ status }) => status === 'Delivered') ? true : undefined,
      );
      expect(receiver.received).toBe(2);
    } finally {
      setDefaultCACertificates(trusted);
      await receiver.stop();
    }
  });

  it('does not follow a redirect, and stores its target', async () => {
    const endpoint = await world.createEndpoint('/redirects');
    const location = `${world.receiver.url}/trap`;
    world.receiver.answer(endpoint.path, { status: 308, headers: { location } });
    await tell();
    const delivery = await settled(endpoint, 'Waiting');
    expect(delivery.last_error).toBe(`Responded with 308, a redirect to ${location}; redirects are not followed`);
    expect(world.receiver.at('/trap')).toHaveLength(0);
  });

  it('waits as long as a 429 asks, without using a step', async () => {
    const endpoint = await world.createEndpoint('/busy');
    world.receiver.answer(endpoint.path, { status: 429, headers: { 'retry-after': '120' } });
    await tell();
    const delivery = await settled(endpoint, 'Waiting');
    expect(delivery.schedule_step).toBe(0);
    const waitMs = (delivery.next_attempt_at?.getTime() ?? 0) - Date.now();
    expect(waitMs).toBeGreaterThan(115_000);
    expect(waitMs).toBeLessThan(145_000);
  });

  it('disables an endpoint that responds 410, and cancels its waiting deliveries', async () => {
    const endpoint = await world.createEndpoint('/gone');
    await world.record();
    await worker.engine.poke();
    await settled(endpoint, 'Delivered');
    await world.sql(
      `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status,
        trigger, attempt_count, schedule_step, next_attempt_at, created_at)
        SELECT company_id, $1, min(position), 'client.created', 'client', 1, 99, 'Waiting', 'Schedule', 1, 1,
          now() + interval '1 hour', now()
        FROM events WHERE company_id = $2 GROUP BY company_id`,
      [endpoint.id, endpoint.companyId],
    );
    world.receiver.answer(endpoint.path, { status: 410 });
    await tell();
    await eventually('it is off', async () => ((await world.statusOf(endpoint)) === 'Disabled' ? true : undefined));
    const statuses = () => world.deliveries(endpoint).then((rows) => rows.map(({ status }) => status).join());
    await eventually('what waits is cancelled', async () => {
      await worker.engine.sweep();
      return (await statuses()) === 'Delivered,Cancelled,Failed' ? true : undefined;
    });
    await tell();
    expect(await world.deliveries(endpoint)).toHaveLength(3);
  });

  it('cancels due deliveries of an endpoint that was disabled meanwhile', async () => {
    const endpoint = await world.createEndpoint('/off');
    world.receiver.answer(endpoint.path, { status: 500 });
    await tell();
    await world.receiver.waitFor(endpoint.path, 2);
    await settled(endpoint, 'Waiting');
    await switchOff(endpoint);
    await worker.engine.sweep();
    expect(await settled(endpoint, 'Cancelled')).toMatchObject({ next_attempt_at: null, attempt_count: 2 });
    expect(world.receiver.at(endpoint.path)).toHaveLength(2);
  });
});

describe('receivers that misbehave', () => {
  workerWith(PATIENT);

  it('reset: fails with its reason', () =>
    failsWith('reset', 'The connection was reset before the response was complete'));

  it('endless: reads 64 KiB and stops', async () => {
    const endpoint = await world.createEndpoint('/endless');
    world.receiver.answer(endpoint.path, 'endless');
    await tell();
    const delivery = await settled(endpoint, 'Delivered');
    const [attempt] = await world.attempts(delivery.id);
    expect(attempt?.response_body).toHaveLength(65_536);
  });

  it.each([
    ['nobody listens', async () => `http://127.0.0.1:${await freePort()}/x`, 'The connection was refused'],
    ['the name is unknown', 'https://no-such-host.invalid/x', expect.stringMatching(/DNS/)],
    ['the address is forbidden', 'https://169.254.169.254/x', 'The address is not public'],
    ['TLS is not spoken', () => world.receiver.url.replace('http', 'https'), expect.stringMatching(/^TLS failed/)],
  ])('%s: reports it', async (_, url, error) => {
    const endpoint = await world.createEndpoint('', { url: typeof url === 'function' ? await url() : url });
    await tell();
    expect((await settled(endpoint, 'Waiting')).last_error).toEqual(error);
  });
});

describe('receivers that do not respond in time', () => {
  workerWith(IMPATIENT);

  it.each([
    ['hang', 'No response within 0.4 s'],
    ['drip', 'No complete response within 0.4 s'],
  ] as const)('%s: fails with its reason', failsWith);

  it('an endpoint that hangs does not delay another', async () => {
    const hanging = await world.createEndpoint('/isolated/hangs');
    const healthy = await world.createEndpoint('/isolated/healthy');
    world.receiver.answer(hanging.path, 'hang');
    await tell(40);
    await world.receiver.waitFor(healthy.path, 40);
    // All 40 arrive although the other endpoint hangs with ten requests: deliveries do not wait for each other.
    expect(world.receiver.at(hanging.path).length).toBeLessThan(40);
    const inFlight = (await world.deliveries(hanging)).filter(({ status }) => status === 'Sending');
    expect(inFlight.length).toBeLessThanOrEqual(10);
    // After this many consecutive failures it is paused, and receives only probes.
    await eventually('it is paused', async () => ((await world.healthOf(hanging)) === 'Paused' ? true : undefined));
    // The ten in flight, and those that took a free place before the tenth failure was stored.
    expect(world.receiver.at(hanging.path).length).toBeLessThan(20);
    await switchOff(hanging);
  });
});

/** Expects that a delivery to a receiver that misbehaves in this way fails with this error. */
async function failsWith(answer: 'hang' | 'drip' | 'reset', error: string): Promise<void> {
  const endpoint = await world.createEndpoint(`/${answer}`);
  world.receiver.answer(endpoint.path, answer);
  await tell();
  const delivery = await settled(endpoint, 'Waiting');
  expect(delivery.last_error).toBe(error);
}

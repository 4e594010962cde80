import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { json, until } from '../base/stack.mjs';
import { CLIENT, LINE } from './read.mjs';
import { SEND } from './write-send.mjs';

const INVOICES = 500;
const DAYS = 90;
const DAY_MS = 86_400_000;
const MOST_S = 5;

const DELIVERIES = 100_000;
/** For what waits for the transaction of a step. */
const MOST_WAIT_MS = 1_000;

/** Advances of the clock of a sandbox, with invoices that become overdue and with deliveries that wait. */
export async function clockRow(measurement) {
  return [...(await invoicesRow(measurement)), ...(await deliveriesRow(measurement))];
}

/** An advance whose days have invoices that become overdue. */
async function invoicesRow({ stack, quick, settle }) {
  const times = [];
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const call = await inSandbox(stack);
    const now = Date.parse((await call('GET', '/v1/sandbox/clock')).now);
    const count = quick ? INVOICES / 5 : INVOICES;
    await issue(call, now, count);
    await settle();
    times.push(await advance(call, now, count));
  }
  const seconds = median(times);
  return [
    measured({
      id: 'clock-advance',
      name: `${DAYS} days of a sandbox with ${quick ? INVOICES / 5 : INVOICES} invoices that become overdue`,
      figure: `${seconds.toFixed(1)} s`,
      value: seconds,
      unit: 's',
      spread: between(times, 1, ' s'),
      goal: { text: `≤ ${MOST_S} s`, met: seconds <= MOST_S },
      next: 'count the statements of a step (`libs/installation/src/sandbox-clock`).',
    }),
  ];
}

/** An advance that moves many waiting deliveries, of which none becomes due, in one step. */
async function deliveriesRow({ stack, quick, settle }) {
  const count = quick ? DELIVERIES / 10 : DELIVERIES;
  const [times, waits] = [[], []];
  // One for all rounds: a company has at most five.
  const call = await inSandbox(stack);
  const { company } = await call('GET', '/v1/me');
  for (let round = 0; round < (quick ? 1 : 3); round++) {
    const endpointId = await waiting(stack, company.id, count);
    const [{ before }] = await stack.databases.query('SELECT clock_offset AS before FROM companies WHERE id = $1', [
      company.id,
    ]);
    await settle();
    const now = Date.parse((await call('GET', '/v1/sandbox/clock')).now);
    const watch = lockOften(stack, endpointId, count);
    const started = performance.now();
    await finished(call, now + DAY_MS);
    times.push((performance.now() - started) / 1_000);
    waits.push(await watch.longest());
    const [{ off }] = await stack.databases.query(
      `SELECT count(*) AS off FROM webhook_deliveries d JOIN companies c ON c.id = d.company_id WHERE d.endpoint_id = $1
        AND d.next_attempt_at + (c.clock_offset - $2) * interval '1 millisecond' <> d.created_at + interval '9600 hours'`,
      [endpointId, before],
    );
    if (off > 0) throw new Error(`${off} of ${count} deliveries were not moved as far as the clock`);
    await stack.databases.query('DELETE FROM webhook_deliveries WHERE endpoint_id = $1', [endpointId]);
  }
  const waitMs = median(waits);
  return [
    measured({
      id: 'clock-deliveries',
      name: `a day of a sandbox with ${count.toLocaleString('en')} waiting deliveries: longest wait of an action on one of them`,
      figure: `${waitMs.toFixed(0)} ms; the advance took ${median(times).toFixed(1)} s (${between(times, 1, ' s')})`,
      value: waitMs,
      unit: 'ms',
      spread: between(waits, 0, ' ms'),
      goal: { text: `≤ ${MOST_WAIT_MS} ms`, met: waitMs <= MOST_WAIT_MS },
      next: 'lower `MOST_MOVED` (`libs/webhooks/src/engine/company-timers.ts`), or find which index costs most.',
    }),
  ];
}

/** Creates deliveries that wait for 400 days. @returns the id of their endpoint */
async function waiting({ databases }, companyId, count) {
  const [{ id }] = await databases.query(
    `INSERT INTO webhook_endpoints (company_id, url, event_types, status, secrets, version, created_at, updated_at)
      VALUES ($1, 'http://127.0.0.1:9/', '{client.created}', 'Enabled', '[]', 1, now(), now()) RETURNING id`,
    [companyId],
  );
  await databases.query(
    `INSERT INTO webhook_deliveries (company_id, endpoint_id, event_position, event_type, resource, resource_id, sequence, status, trigger,
        attempt_count, schedule_step, next_attempt_at, created_at)
      SELECT $1, $2, -n, 'client.created', 'client', n, n, 'Waiting', 'Schedule', 1, 1, now() + interval '9600 hours', now()
      FROM generate_series(1, $3::integer) n`,
    [companyId, id, count],
  );
  await databases.query('VACUUM ANALYZE webhook_deliveries');
  return id;
}

/** Locks one delivery after the other, as actions of people do, until the longest wait is asked for. */
function lockOften({ databases }, endpointId, count) {
  let longest = 0;
  let isRunning = true;
  const text = 'SELECT id FROM webhook_deliveries WHERE endpoint_id = $1 AND event_position = -$2::bigint FOR UPDATE';
  const ended = (async () => {
    for (let n = 0; isRunning; n = (n + 9_973) % count) {
      const started = performance.now();
      await databases.query(text, [endpointId, n + 1]);
      longest = Math.max(longest, performance.now() - started);
    }
  })();
  return {
    longest: async () => {
      isRunning = false;
      await ended;
      return longest;
    },
  };
}

/** A new company for testing. Returns what calls the API with a key of it. */
async function inSandbox(stack) {
  const request = async (path, options) => {
    const response = await fetch(stack.baseUrl + path, options);
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${await response.text()}`);
    return response;
  };
  const signedIn = await stack.signIn();
  const { companies } = await (await request('/app/session', { headers: { cookie: signedIn } })).json();
  // After the first round, signing in opens the sandbox of that round.
  const { memberId } = companies.find(({ kind }) => kind === 'Production');
  const switched = await request('/app/session/company', json({ memberId }, { cookie: signedIn }));
  const [cookie] = (switched.headers.get('set-cookie') ?? signedIn).split(';');
  const { id } = await (await request('/app/sandboxes', json({}, { cookie }))).json();
  const opened = await request(`/app/sandboxes/${id}/open`, { method: 'POST', headers: { cookie } });
  const within = opened.headers.get('set-cookie').split(';')[0];
  const body = {
    name: 'bench',
    scopes: ['client.write', 'invoice.write', 'event.read', 'integration.write'],
    expiry: 'none',
  };
  const { secret } = await (await request('/app/api-keys', json(body, { cookie: within }))).json();
  const authorization = `Bearer ${secret}`;
  return async (method, path, sent) => {
    const options = sent === undefined ? { headers: { authorization } } : json(sent, { authorization });
    return (await request(path, { ...options, method })).json();
  };
}

async function issue(call, now, count) {
  const { id: clientId } = await call('POST', '/v1/clients', CLIENT);
  const days = Array.from({ length: count }, (_, n) => n % (DAYS - 1));
  const lane = async () => {
    for (let day = days.pop(); day !== undefined; day = days.pop()) {
      const dueDate = new Date(now + day * DAY_MS).toISOString().slice(0, 10);
      const draft = await call('POST', '/v1/invoices', { clientId, currency: 'EUR', lines: [LINE], dueDate });
      await call('POST', `/v1/invoices/${draft.id}/send`, SEND);
    }
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

async function advance(call, now, count) {
  const started = performance.now();
  const { done } = await finished(call, now + DAYS * DAY_MS);
  if (done.overdueInvoices !== count)
    throw new Error(`the advance marked ${done.overdueInvoices} of ${count} invoices`);
  return (performance.now() - started) / 1_000;
}

/** Advances the clock. @returns the advance when it has ended */
async function finished(call, time) {
  await call('POST', '/v1/sandbox/clock', { advanceTo: new Date(time).toISOString() });
  let state;
  await until(
    async () => {
      state = (await call('GET', '/v1/sandbox/clock')).advance;
      return state.status !== 'Running';
    },
    600_000,
    50,
  );
  return state;
}

import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { json, until } from '../base/stack.mjs';
import { CLIENT, LINE } from './read.mjs';
import { SEND } from './write-send.mjs';

const INVOICES = 500;
const DAYS = 90;
const DAY_MS = 86_400_000;
const MOST_S = 5;

/** An advance of the clock of a sandbox, whose invoices become overdue on its days. */
export async function clockRow({ stack, quick, settle }) {
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
  const advanceTo = new Date(now + DAYS * DAY_MS).toISOString();
  const started = performance.now();
  await call('POST', '/v1/sandbox/clock', { advanceTo });
  let state;
  await until(
    async () => {
      state = (await call('GET', '/v1/sandbox/clock')).advance;
      return state.status !== 'Running';
    },
    600_000,
    50,
  );
  if (state.done.overdueInvoices !== count)
    throw new Error(`the advance marked ${state.done.overdueInvoices} of ${count} invoices`);
  return (performance.now() - started) / 1_000;
}

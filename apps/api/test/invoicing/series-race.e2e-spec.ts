import type { SeriesAuditView, SeriesView } from '@billhook/contract/invoicing/series';
import { dateInZone } from '@billhook/domain/shared/calendar';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { WAITS_HERE, withCellOf } from '@billhook/testing/test-server';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET, TestApi, type Answer } from '../support/api.js';
import { Records } from '../support/records.js';
import { World, type KeyCaller, type SessionCaller } from '../support/world.js';

const NOW = '2026-11-21T10:30:00.000Z';
const TODAY = '2026-11-21';

let api: TestApi;
let beside: TestApi;
let world: World;
let key: KeyCaller;
let session: SessionCaller;
let records: Records;

beforeAll(async () => {
  api = await TestApi.start();
  beside = await TestApi.beside(api);
  world = new World(api);
});
afterAll(async () => {
  await beside.stop();
  await api.stop();
});
beforeEach(async () => {
  api.clock.set(NOW);
  const member = await world.member(await world.company());
  key = await world.key({ member });
  session = await world.session(member);
  records = new Records(key);
});

/** The result of a send: the number, or the error. */
type Sent = Answer<{ number?: string; code?: string }>;
interface Draft {
  readonly id: number;
  readonly what?: string;
}

/** Sends through one process or the other. */
const send = (id: number, process: TestApi, body?: object): Promise<Sent> =>
  process.call('POST', `/v1/invoices/${id}/send`, { body, headers: { authorization: `Bearer ${key.secret}` } });

const sendAll = (drafts: readonly Draft[]): Promise<Sent[]> =>
  Promise.all(drafts.map(({ id }, n) => send(id, n % 2 === 0 ? api : beside)));

type Body = { readonly clientId: number; readonly [member: string]: unknown };

async function drafts(count: number, body: Body, what?: string): Promise<Draft[]> {
  const made = await Promise.all(Array.from({ length: count }, () => records.draft(body)));
  return made.map(({ id }) => (what === undefined ? { id } : { id, what }));
}

/** In a shuffled order, the same in every run. */
const shuffled = <T>(list: readonly T[]): T[] =>
  list
    .map((entry, n) => ({ entry, place: (n * 7919) % 199 }))
    .sort((a, b) => a.place - b.place)
    .map(({ entry }) => entry);

const count = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n);
const yearly = (year: string, first: number, last: number): string[] =>
  count(first, last).map((n) => `INV-${year}-${String(n).padStart(5, '0')}`);

/** The numbers that invoices of the company hold, in order. */
async function held(): Promise<string[]> {
  const rows = await api.database.query<{ number: string }>({
    name: 'test_numbers',
    text: `SELECT number FROM invoices WHERE company_id = $1 AND number IS NOT NULL ORDER BY number COLLATE "C"`,
    values: [key.companyId],
  });
  return rows.map(({ number }) => number);
}

const seriesOf = async (code = 'default'): Promise<SeriesView> => {
  const { data } = await records.get<{ data: SeriesView[] }>('/v1/series');
  const found = data.find((series) => series.kind === 'Invoice' && series.code === code);
  if (!found) throw new Error(`there is no series ${code}`);
  return found;
};
const auditOf = async (code?: string): Promise<SeriesAuditView> =>
  records.get(`/v1/series/${(await seriesOf(code)).id}/audit`);

const given = (answers: readonly Sent[]): string[] => answers.flatMap(({ body }) => body.number ?? []).sort();

describe('numbers of parallel sends, over two processes', () => {
  it('200 sends on one series, of which many fail, some after taking a number: 1 to n, each once', async () => {
    const { id: clientId } = await records.client({ email: 'billing@client.example' });
    const unreachable = await records.client();
    const leaving = await records.client();
    expect((await records.sent({ clientId })).number).toBe('INV-2026-00001');
    const tried = shuffled([
      ...(await drafts(110, { clientId }, 'good')),
      ...(await drafts(15, { clientId, issueDate: '2026-11-22' }, 'future')),
      ...(await drafts(15, { clientId, lines: [] }, 'empty')),
      ...(await drafts(25, { clientId, issueDate: '2026-11-20' }, 'late')),
      ...(await drafts(20, { clientId: unreachable.id }, 'unreachable')),
      ...(await drafts(15, { clientId: leaving.id }, 'leaving')),
    ]);
    expect(tried).toHaveLength(200);
    const sends = tried.map(async ({ id, what = '' }, n) => {
      if (n === 60) await key.call('DELETE', `/v1/clients/${leaving.id}`);
      const answer = await send(id, n % 2 === 0 ? api : beside, { channel: what === 'unreachable' ? 'Email' : 'None' });
      return { id, what, answer };
    });
    const ended = await Promise.all(sends);

    const outcomes = (what: string) =>
      new Set(ended.filter((one) => one.what === what).map(({ answer: { status, body } }) => body.code ?? status));
    expect(outcomes('good')).toEqual(new Set([200]));
    for (const what of ['future', 'empty', 'late']) expect(outcomes(what)).toEqual(new Set(['invoice_not_sendable']));
    expect(outcomes('unreachable')).toEqual(new Set(['recipient_missing']));
    for (const outcome of outcomes('leaving')) expect([200, 'client_archived']).toContain(outcome);

    const answers = ended.map(({ answer }) => answer);
    const last = 1 + answers.filter(({ status }) => status === 200).length;
    expect(last).toBeGreaterThan(110);
    expect(given(answers)).toEqual(yearly('2026', 2, last));
    expect(await held()).toEqual(yearly('2026', 1, last));
    expect(await auditOf()).toMatchObject({
      continuous: true,
      periods: [{ period: '2026', count: last, expected: last, missing: [], outOfOrder: [], duplicated: [] }],
    });
  });

  it('a pattern changed in between: every count once, the old form before the new one', async () => {
    const { id: clientId } = await records.client();
    const tried = await drafts(60, { clientId });
    const { id } = await seriesOf();
    // Through the other process, whose connections are free.
    const change = () =>
      beside.call('PATCH', `/app/series/${id}`, {
        body: { pattern: 'NEW-{YYYY}-{#####}' },
        headers: { cookie: session.cookie },
      });
    let done = 0;
    let patched: ReturnType<typeof change> | undefined;
    const answers = await Promise.all(
      tried.map(async (draft) => {
        const answer = await send(draft.id, api);
        if (++done === 10) patched = change();
        return answer;
      }),
    );
    expect((await patched)?.status).toBe(200);
    const numbers = given(answers);
    const counts = (form: string) =>
      numbers.filter((number) => number.startsWith(form)).map((number) => Number(number.slice(-5)));
    const [before, after] = [counts('INV-'), counts('NEW-')];
    expect(before.length).toBeGreaterThanOrEqual(10);
    expect(after.length).toBeGreaterThan(0);
    expect([...before, ...after]).toEqual(count(1, 60));
    expect(await auditOf()).toMatchObject({ continuous: true, periods: [{ count: 60, expected: 60 }] });
  });

  it('months over two years, with another pattern and start; never a date before the last one', async () => {
    const own = { kind: 'Invoice', code: 'own', pattern: '{YY}{MM}/{###}', reset: 'Monthly', start: 500 };
    expect((await session.call('POST', '/app/series', { body: own })).status).toBe(201);
    const { id: clientId } = await records.client();
    const dates = ['2025-12-31', '2026-01-01', '2026-10-31', TODAY];
    const months = ['2512', '2601', '2610', '2611'];
    const numbers = months.flatMap((month) => count(500, 509).map((n) => `${month}/${n}`));
    const sent: string[] = [];
    for (const issueDate of dates) {
      sent.push(...given(await sendAll(await drafts(10, { clientId, issueDate, series: 'own' }))));
    }
    expect(sent).toEqual(numbers);
    const [late] = await sendAll(await drafts(1, { clientId, issueDate: '2026-10-30', series: 'own' }));
    expect(late?.body.code).toBe('invoice_not_sendable');
    expect(await held()).toEqual(numbers);
    expect(await auditOf('own')).toMatchObject({
      continuous: true,
      periods: ['2025-12', '2026-01', '2026-10', '2026-11'].map((period) => ({ period, count: 10, expected: 10 })),
    });
    expect(await seriesOf('own')).toMatchObject({ nextNumber: '2611/510', lastDate: TODAY });
    api.clock.set('2026-11-30T23:00:00.000Z');
    expect(await seriesOf('own')).toMatchObject({ nextNumber: '2612/500', lastDate: null });
  });

  it('two series with the same numbers: the second is rejected until its pattern changes, without a gap', async () => {
    const first = await seriesOf();
    const twin = { kind: 'Invoice', code: 'twin', pattern: '{YYYY}-{####}', start: 1001 };
    const { body: second } = await session.call<SeriesView>('POST', '/app/series', { body: twin });
    // As before patterns that produce the same numbers were rejected.
    await withCellOf(api.databaseUrl, key.companyId, (client) =>
      client.query(`UPDATE number_series SET pattern = '{YYYY}-1{###}' WHERE id = $1`, [first.id]),
    );
    const { id: clientId } = await records.client();
    expect((await records.sent({ clientId })).number).toBe('2026-1001');
    const tried = await drafts(20, { clientId, series: 'twin' });
    expect((await sendAll(tried)).map(({ body }) => body.code)).toEqual(Array(20).fill('number_taken'));
    await session.call('PATCH', `/app/series/${second.id}`, { body: { pattern: 'T-{YYYY}-{####}' } });
    expect(given(await sendAll(tried))).toEqual(count(1001, 1020).map((n) => `T-2026-${n}`));
    expect(await auditOf('twin')).toMatchObject({ continuous: true, periods: [{ count: 20, expected: 20 }] });
  });
});

describe('numbers of sends through a process that is killed', () => {
  let year: string;
  beforeEach(() => {
    // A real process uses the machine's clock.
    const now = new Date();
    api.clock.set(now);
    year = dateInZone(now, 'Europe/Paris').slice(0, 4);
  });

  /** A real API process on the same database. */
  async function spawnApi() {
    const port = await freePort();
    const child = await spawnProgram('apps/api/src/main.ts', 'listening on', {
      NODE_ENV: 'test',
      DATABASE_URL: api.databaseUrl,
      DATABASE_WAIT_SECONDS: '180',
      APP_SECRETS: SECRET,
      PORT: String(port),
    });
    const authorization = `Bearer ${key.secret}`;
    const sendThere = (id: number): Promise<number> =>
      fetch(`http://127.0.0.1:${port}/v1/invoices/${id}/send`, { method: 'POST', headers: { authorization } }).then(
        ({ status }) => status,
      );
    return { child, sendThere };
  }

  it('in the middle of 120: assigned numbers stay, others are reassigned, none is missing', async () => {
    const { id: clientId } = await records.client();
    const [there, here] = [await drafts(120, { clientId }), await drafts(60, { clientId })];
    const { child, sendThere } = await spawnApi();
    let done = 0;
    const thereEnded = there.map(({ id }) =>
      sendThere(id).then((status) => {
        done += status === 200 ? 1 : 0;
        if (done === 20) child.kill('SIGKILL');
        return status;
      }),
    );
    const [cut, answers] = await Promise.all([Promise.allSettled(thereEnded), sendAll(here)]);
    await end(child, 'SIGKILL');
    expect(child.signalCode).toBe('SIGKILL');
    const answered = cut.filter((one) => one.status === 'fulfilled');
    expect(answered.map(({ value }) => value)).toEqual(answered.map(() => 200));
    expect(answered.length).toBeGreaterThanOrEqual(20);
    expect(answered.length).toBeLessThan(120);
    expect(answers.map(({ status }) => status)).toEqual(Array(60).fill(200));

    const reached = (await held()).length;
    expect(await held()).toEqual(yearly(year, 1, reached));
    // A send committed during the kill has its number without a response: a second send returns it.
    const again = await sendAll(there);
    expect(again.filter(({ status }) => status === 200)).toHaveLength(180 - reached);
    expect(new Set(again.map(({ body }) => body.code))).toEqual(new Set([undefined, 'action_not_allowed']));
    expect(await held()).toEqual(yearly(year, 1, 180));
    expect(await auditOf()).toMatchObject({ continuous: true, periods: [{ count: 180, expected: 180, missing: [] }] });
  });

  it('with a number and no commit: the next send gets it', async () => {
    const { id: clientId } = await records.client();
    expect((await records.sent({ clientId })).number).toBe(`INV-${year}-00001`);
    const [lost, next] = [await records.draft({ clientId }), await records.draft({ clientId })];
    const { child, sendThere } = await spawnApi();
    const answer = await withCellOf(api.databaseUrl, key.companyId, async (client) => {
      // Behind the number, with the commit already sent: PostgreSQL notices that its client has ended before it reaches the commit.
      await client.query('BEGIN');
      await client.query('LOCK TABLE document_files IN SHARE MODE');
      const dead = expect(sendThere(lost.id)).rejects.toThrow();
      const waiting = `SELECT FROM pg_locks WHERE relation = 'document_files'::regclass AND ${WAITS_HERE}`;
      await eventually('it waits', async () => (await client.query(waiting)).rowCount !== 0 || undefined);
      await end(child, 'SIGKILL');
      await dead;
      const behind = send(next.id, api);
      // From pg_locks, because pg_stat_activity does not change within a transaction.
      const here = `SELECT l.pid FROM pg_locks l JOIN pg_database d ON d.oid = l.database AND d.datname = current_database()`;
      const blocked = `SELECT DISTINCT pid FROM pg_locks WHERE NOT granted AND pid IN (${here})`;
      await eventually('both wait', async () => (await client.query(blocked)).rowCount === 2 || undefined);
      await client.query('COMMIT');
      return behind;
    });
    expect(answer.body.number).toBe(`INV-${year}-00002`);
    expect(await records.invoice(lost.id)).toMatchObject({ status: 'Draft', number: null, version: 1 });
    expect((await records.send(lost)).number).toBe(`INV-${year}-00003`);
    expect(await auditOf()).toMatchObject({ continuous: true, periods: [{ count: 3, expected: 3 }] });
  });
});

import type { ChildProcess } from 'node:child_process';
import type { ImportView } from '@billhook/contract/installation/import';
import type { ListOf } from '@billhook/contract/shared/page';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { isFullRun } from '@billhook/testing/full-run';
import { CELL_SCHEMAS } from '@billhook/testing/own-tables';
import { eventually } from '@billhook/testing/patience';
import { end, spawnProgram } from '@billhook/testing/program';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SECRET } from '../support/api.js';
import { csv, CSV, HEADERS, importCaller } from '../support/import-caller.js';
import { expectLastEvent, itRequires } from '../support/route-cases.js';
import { startWorld } from '../support/start.js';
import type { KeyCaller } from '../support/world.js';

const { api, world } = await startWorld();
let key: KeyCaller;

beforeEach(async () => void (key = await world.key()));

const variables = { NODE_ENV: 'test', DATABASE_URL: api.databaseUrl, APP_SECRETS: SECRET };
const startWorker = () => spawnProgram('apps/worker/src/main.ts', '"ready;', variables);

const { post, find, begin, ended, run, download, results, names } = importCaller(() => key);
const rows = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  api.database.query<Row & Record<string, unknown>>({ name: '', text, values });
const own = async (text: string): Promise<number> =>
  Number((await rows<{ count: number }>(text, [key.companyId]))[0]?.count);

describe('POST /v1/imports', () => {
  itRequires('client.write', 'POST', '/v1/imports', () => ({ api, world }));

  it.each<[string, object, string, string]>([
    ['another resource', { ...csv(['a']), resource: 'invoices' }, '/resource', 'invalid_value'],
    ['no content', { ...CSV, content: '' }, '/content', 'too_small'],
    ['headers alone', csv([]), '/content', 'no_rows'],
    ['a member twice', csv(['a'], { unique: ['email', 'email'] }), '/unique', 'invalid_value'],
  ])('422 for %s', async (_, body, pointer, code) => {
    const answer = await post(body);
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid_body']);
    expect(answer.body.errors?.[0]).toMatchObject({ pointer, code });
  });

  it('422 for more than 100,000 rows, and 202 for as many; 413 beyond 4 MiB', async () => {
    const lines = (count: number) => ({ ...CSV, content: `name\n${'a\n'.repeat(count)}` });
    expect((await post(lines(100_001))).body.errors?.[0]?.message).toBe('has more than 100000 rows. Split the file');
    const most = await post(lines(100_000));
    expect([most.status, most.body.total]).toEqual([202, 100_000]);
    expect((await key.call('POST', `/v1/imports/${most.body.id}/cancel`)).body).toMatchObject({ status: 'Cancelled' });
    const large = await post({ ...CSV, content: 'a'.repeat(4_194_304) });
    expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    expect(large.body.detail).toContain('4 MiB');
  });

  it('is accepted once under an Idempotency-Key, and not at all with Prefer: dry-run', async () => {
    const body = csv(['Once;;;FR']);
    expect((await post(body, { Prefer: 'dry-run' })).body).toMatchObject({ status: 'Running', total: 1 });
    const [first, again] = [await post(body, { 'Idempotency-Key': 'f' }), await post(body, { 'Idempotency-Key': 'f' })];
    expect([again.text, again.headers.get('idempotent-replayed')]).toEqual([first.text, 'true']);
    const { data } = (await key.call<ListOf<ImportView>>('GET', '/v1/imports')).body;
    expect(data).toEqual([first.body]);
  });

  it('409 for an eleventh that has not ended', async () => {
    for (let n = 0; n < 10; n++) expect((await post(csv(['A;;;FR']))).status).toBe(202);
    // Before its content is read, which would be rejected.
    expect((await post(csv([]))).body.code).toBe('too_many_imports');
    await rows(`UPDATE imports SET status = 'Cancelled', completed_at = now() WHERE company_id = $1`, [key.companyId]);
  });
});

describe('an import', () => {
  it.each([
    ['GET', '', 'client.read'],
    ['POST', '/cancel', 'client.write'],
    ['GET', '/results', 'client.read'],
  ] as const)('%s /v1/imports/{id}%s requires a key with %s of its company', async (method, action, permission) => {
    const { id } = (await post(csv(['A;;;FR']))).body;
    const path = `/v1/imports/${id}${action}`;
    expect((await api.call(method, path)).status).toBe(401);
    const weak = await world.key({ scopes: GRANTABLE_PERMISSIONS.filter((one) => one !== permission) });
    expect((await weak.call(method, path)).status).toBe(403);
    expect((await (await world.key()).call(method, path)).status).toBe(404);
    if (action === '/results') expect((await key.call(method, path)).body).toMatchObject({ code: 'import_not_ready' });
    await key.call('POST', `/v1/imports/${id}/cancel`);
    if (action === '/cancel') expect((await key.call(method, path)).body).toMatchObject({ code: 'import_ended' });
  });
});

describe('a worker', () => {
  let worker: ChildProcess;

  beforeAll(async () => {
    worker = await startWorker();
  });
  afterAll(() => end(worker, 'SIGKILL'));

  it('writes each row with its event, and a result for each in their order', async () => {
    const body = { kind: 'Business', name: 'Z', externalId: 'z', billingAddress: { country: 'FR' } };
    const taken = await key.call<{ id: number }>('POST', '/v1/clients', { body });
    const row = await run(
      csv([
        'Atelier;a@example.com;a;FR',
        ';b@example.com;b;Frankreich',
        '"Semi;colon ""Ltd""";;c;DE',
        '',
        'Taken;;z;FR',
        'Atelier;a@example.com;a;FR',
        'Twice;;c;FR',
        'Wide;;;FR;more',
        'Short',
        '"Open;quote;;FR',
      ]),
    );
    expect(row).toMatchObject({ status: 'Completed', total: 9, done: 9, created: 2, existing: 1, rejected: 6 });
    const lines = await results(row.id);
    expect(lines.map(({ row: place, result, problem }) => [place, result, problem?.code])).toEqual([
      [1, 'Created', undefined],
      [2, 'Rejected', 'invalid_body'],
      [3, 'Created', undefined],
      [4, 'Rejected', 'external_id_taken'],
      [5, 'Existing', undefined],
      [6, 'Rejected', 'external_id_taken'],
      [7, 'Rejected', 'row_unreadable'],
      [8, 'Rejected', 'invalid_body'],
      [9, 'Rejected', 'row_unreadable'],
    ]);
    expect(lines[1]).toMatchObject({
      problem: {
        errors: [
          { pointer: '/name', column: 'name', code: 'required' },
          { pointer: '/billingAddress/country', column: 'billingAddress.country' },
        ],
      },
      values: { name: '', email: 'b@example.com', externalId: 'b', 'billingAddress.country': 'Frankreich' },
    });
    expect(lines[3]?.problem?.['existingId']).toBe(taken.body.id);
    expect(lines[5]?.problem?.['existingId']).toBe(lines[2]?.id);
    expect(lines[4]?.id).toBe(lines[0]?.id);
    expect(await names()).toEqual(['Z', 'Atelier', 'Semi;colon "Ltd"']);
    await expectLastEvent(api, key, 'client', Number(lines[0]?.id), 'client.created');
    const emitted = (await api.events()).filter(({ companyId }) => companyId === key.companyId);
    expect(emitted.map(({ data }) => data['name'])).toEqual(await names());
    const timeline = await key.call<{ data: object[] }>('GET', `/v1/clients/${lines[0]?.id}/timeline`);
    expect(timeline.body.data).toMatchObject([{ action: 'create', status: 'Active', by: row.requestedBy }]);
  });

  it('repeats no row of an earlier import, unless its record was deleted', async () => {
    const file = csv(['A;;;FR', 'B;;b;FR']);
    const first = await run(file);
    const [a, b] = await results(first.id);
    expect(await run(file)).toMatchObject({ created: 0, existing: 2, rejected: 0 });
    await key.call('DELETE', `/v1/clients/${a?.id}`);
    const third = await run(file);
    expect(third).toMatchObject({ created: 1, existing: 1 });
    expect((await results(third.id)).map(({ id }) => id === b?.id)).toEqual([false, true]);
    expect(await run(file)).toMatchObject({ created: 0, existing: 2 });
  });

  it('compares email addresses if asked, in the file and with clients', async () => {
    await run(csv(['Held;Held@example.com;;FR']));
    const lines = ['A;held@EXAMPLE.com;;FR', 'B;new@example.com;;FR', 'C;NEW@example.com;;DE', 'D;;;FR', 'E;;;FR'];
    for (const dryRun of [true, false]) {
      const row = await run(csv(lines, { unique: ['email'], dryRun }));
      expect(row).toMatchObject({ dryRun, created: 3, existing: 0, rejected: 2 });
      expect((await results(row.id)).map(({ problem }) => problem?.code)).toEqual([
        ...['row_repeated', undefined, 'row_repeated', undefined, undefined],
      ]);
      expect(await names()).toHaveLength(dryRun ? 1 : 4);
    }
  });

  it('finds repeated rows and values in a dry run beyond one part, and writes nothing', async () => {
    const lines = Array.from({ length: 450 }, (_, n) => `N${n};;${n % 400};FR`);
    const before = await api.events();
    const row = await run(csv([...lines, 'N1;;1;FR'], { dryRun: true }));
    expect(row).toMatchObject({ total: 451, created: 400, existing: 1, rejected: 50 });
    expect([await names(), (await api.events()).length]).toEqual([[], before.length]);
    expect(await run(csv(lines))).toMatchObject({ created: 400, rejected: 50 });
  });

  it('reads JSON lines, a byte order mark, line breaks of Windows and columns by their headers', async () => {
    const json = [
      { kind: 'Individual', name: 'J', billingAddress: { country: 'BE' }, contacts: [{ name: 'K' }] },
      { kind: 'Individual', name: 'J', colour: 'red', billingAddress: { country: 'BE' } },
    ];
    const reordered = Object.fromEntries(Object.entries(json[0] ?? {}).reverse());
    const content = `${json.map((body) => JSON.stringify(body)).join('\r\n')}\r\n\r\n{"name":\r\n[]\r\n${JSON.stringify(reordered)}`;
    const lines = await run({ resource: 'clients', format: 'ndjson', content });
    expect(lines).toMatchObject({ total: 5, created: 1, existing: 1, rejected: 3 });
    const [, unknown, broken] = await results(lines.id);
    expect(unknown?.problem?.errors?.[0]).toMatchObject({ pointer: '/colour', code: 'unknown_property' });
    expect([broken?.problem?.code, broken?.values]).toEqual(['row_unreadable', '{"name":']);
    const table = await run({
      ...{ resource: 'clients', format: 'csv', delimiter: 'tab' },
      content: '\ufeffFirma\tTage\tKst\tNotiz\r\n"A\n2"\t30\tA7\tx\r\n\r\nB\tbald\t\t\r\nC\t14\tB.1\t\r\n',
      columns: { Firma: 'tradingName', Tage: 'paymentTerms.days', Kst: 'customFields.cost.centre' },
      defaults: { kind: 'Business', name: 'T', 'billingAddress.country': 'FR', 'paymentTerms.endOfMonth': 'true' },
    });
    expect(table).toMatchObject({ total: 3, created: 2, rejected: 1 });
    const [first, second, third] = await results(table.id);
    expect((await key.call('GET', `/v1/clients/${first?.id}`)).body).toMatchObject({ tradingName: 'A 2' });
    expect(second?.problem?.errors).toMatchObject([{ pointer: '/paymentTerms/days', column: 'Tage' }]);
    expect((await key.call('GET', `/v1/clients/${third?.id}`)).body).toMatchObject({
      tradingName: 'C',
      paymentTerms: { days: 14, endOfMonth: true },
      customFields: { 'cost.centre': 'B.1' },
    });
  });

  it('reads quoted cells with line breaks of Windows, and quotes inside of cells, beyond one part', async () => {
    const quoted = Array.from({ length: 201 }, (_, n) => `"W${n}";;;"FR"`);
    const windows = await run({ ...CSV, content: `${[HEADERS, ...quoted].join('\r\n')}\r\n` });
    expect(windows).toMatchObject({ total: 201, done: 201, created: 201 });
    const inches = Array.from({ length: 600 }, (_, n) => (n % 299 === 1 ? `Pipe ${n}" A;;;FR` : `I${n};;;FR`));
    const row = await run(csv(inches));
    expect(row).toMatchObject({ total: 600, done: 600, created: 600 });
    expect((await results(row.id)).map((line) => line.row)).toEqual(Array.from({ length: 600 }, (_, n) => n + 1));
  });

  it('leaves a file of results, of which a range can be read', async () => {
    const { id } = await run(csv(Array.from({ length: 500 }, (_, n) => `R${n};;;FR`)));
    const whole = await download(id);
    const [size, tag] = [whole.text.length, String(whole.headers.get('etag'))];
    expect([whole.status, whole.headers.get('accept-ranges')]).toEqual([200, 'bytes']);
    const part = async (Range: string, more = {}) => {
      const { status, text, headers } = await download(id, { Range, ...more });
      return [status, text, headers.get('content-range')];
    };
    const middle = whole.text.slice(9_000, 9_500);
    expect(await part('bytes=9000-9499')).toEqual([206, middle, `bytes 9000-9499/${size}`]);
    expect(await part('bytes=9000-9499', { 'If-Range': tag })).toEqual([206, middle, `bytes 9000-9499/${size}`]);
    expect(await part('bytes=9000-9499', { 'If-Range': '"other"' })).toEqual([200, whole.text, null]);
    expect(await part('bytes=-10')).toEqual([206, whole.text.slice(-10), `bytes ${size - 10}-${size - 1}/${size}`]);
    for (const ignored of ['bytes=0-1,3-4', 'rows=1-2', 'bytes=5-4'])
      expect(await part(ignored)).toEqual([200, whole.text, null]);
    expect(await part(`bytes=${size}-`)).toEqual([416, expect.stringContaining('range_not'), `bytes */${size}`]);
    expect((await download(id, { 'If-None-Match': tag })).status).toBe(304);
    await rows(`UPDATE import_parts SET results = '' WHERE import_id = $1 AND part = 1`, [id]);
    expect(await results(id)).toHaveLength(300);
    const { completedAt, expiresAt } = await find(id);
    expect(Date.parse(String(expiresAt)) - Date.parse(String(completedAt))).toBe(7 * 86_400_000);
    await rows('UPDATE imports SET expires_at = created_at WHERE id = $1', [id]);
    expect((await download(id)).body).toMatchObject({ status: 409, code: 'import_not_ready' });
  });

  it('counts an attempt before it, pauses after a failed one, and ends after ten', async () => {
    const { id } = (await post(csv(['A;;;FR']))).body;
    await rows('UPDATE import_parts SET rows = 2 WHERE import_id = $1', [id]);
    const paused = `SELECT id FROM imports WHERE id = $1 AND status = 'Running' AND next_attempt_at > created_at`;
    await eventually('an attempt has failed', async () => (await rows(paused, [id]))[0]);
    // The second one is a worker that was killed during its tenth attempt.
    for (const failures of [9, 10]) {
      const text = `UPDATE imports SET failures = $2, next_attempt_at = NULL, status = 'Running' WHERE id = $1`;
      await rows(text, [id, failures]);
      expect(await ended(id)).toMatchObject({ status: 'Failed', failure: 'internal_error', done: 0 });
    }
  });

  it('does not count an attempt that a lock has ended', async () => {
    const trigger = (schema: string) =>
      `CREATE TRIGGER is_locked BEFORE UPDATE ON ${schema}.import_parts EXECUTE FUNCTION is_locked();`;
    await rows(`CREATE FUNCTION is_locked() RETURNS trigger LANGUAGE plpgsql AS
      $$BEGIN RAISE 'canceling statement due to lock timeout' USING ERRCODE = '55P03'; END$$; ${CELL_SCHEMAS.map(trigger).join('')}`);
    const { id } = (await post(csv(['A;;;FR']))).body;
    const ofEnded = 'SELECT id FROM imports WHERE id = $1 AND next_attempt_at IS NOT NULL AND failures = 0';
    await eventually('an attempt has ended', async () => (await rows(ofEnded, [id]))[0]);
    await rows('DROP FUNCTION is_locked CASCADE; UPDATE imports SET next_attempt_at = NULL');
    expect(await ended(id)).toMatchObject({ status: 'Completed', created: 1 });
  });

  it('stops when its creator loses the permission', async () => {
    const member = await world.member(await world.company());
    const weak = await world.key({ member });
    const by = importCaller(() => weak);
    const { body } = await by.post(csv(Array.from({ length: 20_000 }, (_, n) => `L${n};;;FR`)));
    await world.change(member, { permissions: ['client.read'] });
    const failed = await by.ended(body.id);
    expect(failed).toMatchObject({ status: 'Failed', failure: 'permission_lost' });
    expect(failed.done).toBeLessThan(20_000);
  });

  it('waits while its company is read-only, and is deleted with it', async () => {
    const id = await begin(20_000);
    await rows(
      `INSERT INTO company_deletions (company_id, status, requested_by, requested_at, deletes_at, deleted_rows)
        VALUES ($1, 'Requested', 'member', now(), now() + interval '1 day', 0)`,
      [key.companyId],
    );
    await rows(`UPDATE companies SET deletes_at = now() + interval '1 day' WHERE id = $1`, [key.companyId]);
    const other = await world.key();
    const by = importCaller(() => other);
    await by.run(csv(['A;;;FR']));
    const { done } = await find(id);
    await by.run(csv(['B;;;FR']));
    expect(await find(id)).toMatchObject({ status: 'Running', done });
    await rows('UPDATE company_deletions SET deletes_at = now() WHERE company_id = $1', [key.companyId]);
    const ofDeleted = `SELECT FROM company_deletions WHERE company_id = $1 AND status = 'Completed'`;
    await eventually('the company is deleted', async () => (await rows(ofDeleted, [key.companyId]))[0]);
    for (const table of ['imports', 'import_parts', 'import_row_keys', 'clients', 'events'])
      expect([table, await own(`SELECT count(*) FROM ${table} WHERE company_id = $1`)]).toEqual([table, 0]);
    expect(await by.run(csv(['C;;;FR']))).toMatchObject({ status: 'Completed', created: 1 });
  });

  it('that is killed leaves no row twice and none out', async () => {
    const count = isFullRun ? 20_000 : 3_000;
    const id = await begin(count, worker);
    await end(worker, 'SIGKILL');
    expect((await find(id)).status).toBe('Running');
    worker = await startWorker();
    expect(await ended(id)).toMatchObject({ status: 'Completed', created: count, existing: 0, rejected: 0 });
    expect(await own('SELECT count(*) FROM clients WHERE company_id = $1')).toBe(count);
    for (const what of ['*', 'DISTINCT resource_id'])
      expect(await own(`SELECT count(${what}) FROM events WHERE company_id = $1`)).toBe(count);
    expect((await results(id)).map(({ row }) => row)).toEqual(Array.from({ length: count }, (_, n) => n + 1));
  });

  it('does not keep the import of another company waiting', async () => {
    const [other, id] = [await world.key(), await begin(20_000)];
    expect(await importCaller(() => other).run(csv(['A;;;FR']))).toMatchObject({ status: 'Completed' });
    expect((await find(id)).status).toBe('Running');
    const cancelled = await key.call<ImportView>('POST', `/v1/imports/${id}/cancel`);
    expect(cancelled.body.status).toBe('Cancelled');
    expect(await own('SELECT count(*) FROM clients WHERE company_id = $1')).toBe(cancelled.body.created);
    expect(await results(id)).toHaveLength(cancelled.body.done);
  });
});

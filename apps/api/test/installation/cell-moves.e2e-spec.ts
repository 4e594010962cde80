import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '@billhook/db/migrate';
import { createCell } from '@billhook/installation/cells/create-cell';
import { forgetCopies } from '@billhook/installation/cells/manage-cells';
import { moveCell } from '@billhook/installation/cells/move-cell';
import { parseEnv } from '@billhook/platform/load-env';
import { isFullRun } from '@billhook/testing/full-run';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { SECRET, TestApi } from '../support/api.js';
import { clientBody } from '../support/bodies.js';
import { CellInstallation } from '../support/cell-installation.js';
import { CellWriters, HOLD_NUMBERS } from '../support/cell-writers.js';
import { linkChains } from '../support/document-chains.js';
import { DOCUMENT, Links, tokenOf } from '../support/document-link.js';
import { GlobalRows, WITH_MAIL } from '../support/global-rows.js';
import { Records } from '../support/records.js';
import { World } from '../support/world.js';

/** Rows of a large table. */
const ROWS = isFullRun ? 200_000 : 20_000;

/** Writes continue in the meantime: with many of them, the target is too far behind for an attempt. */
const BEHIND = /^The target (?:did not confirm the last changes in time|is .* behind)\./;

interface Found {
  readonly check: string;
  readonly level: string;
  readonly text: string;
  readonly advice?: string;
}

const NATURAL = `WHERE collname = 'natural_order'`;

let installation: CellInstallation;
let lines: string[] = [];

beforeAll(async () => {
  installation = await CellInstallation.create(ROWS);
});
afterAll(() => installation.close());

const report = (line: string): void => void lines.push(line);
const directoryUrl = (): string => installation.first.url;
const move = (toUrl: string) => {
  lines = [];
  return moveCell({ directoryUrl: directoryUrl(), cell: 1, toUrl, report, settleMs: 0 });
};

withOneCell(describe)('a move while the cell is in use', () => {
  let rows: GlobalRows;

  it('loses nothing', async () => {
    const { first, second } = installation;
    const before = await installation.shape(first);
    const writers = new CellWriters(installation.cell, 'used');
    writers.start();
    const invoices = installation.issueInvoices();
    const began = performance.now();
    const { heldMs, oldSchema } = await move(second.url);
    const seconds = ((performance.now() - began) / 1_000).toFixed(1);
    await sleep(500);
    await writers.stop();
    const issued = await invoices.stop();
    process.stderr.write(
      `${issued} invoices, ${writers.acknowledged.size} writes, ${writers.repeated} repeated, the longest ${Math.round(writers.longestMs)} ms; held for ${Math.round(heldMs ?? 0)} ms; ${/with \S+ MB/.exec(lines[0] ?? '')?.[0]} in ${seconds} s\n`,
    );
    expect(await installation.faults([writers])).toEqual([]);
    expect(writers.acknowledged.size).toBeGreaterThan(20);
    expect(issued).toBeGreaterThan(0);
    expect(await installation.leftovers()).toEqual([]);
    expect(await installation.schemas(first)).toEqual([oldSchema]);
    expect(await installation.schemas(second)).toEqual(['cell_1']);
    expect(lines).toContainEqual(expect.stringMatching(/^Compared \d{5,} rows of \d+ tables: the copy is equal\.$/));
    expect(await installation.shape(second)).toEqual(before);
    expect(before.length).toBeGreaterThan(500);
  });

  it('is found by programs that start then, and by links of its documents', async () => {
    const other = await TestApi.beside(installation.api);
    const headers = { authorization: `Bearer ${installation.key.secret}` };
    const created = await other.call('POST', '/v1/clients', { headers, body: clientBody });
    const listed = await other.call('GET', '/v1/invoices?limit=1', { headers });
    const link = { headers: { authorization: `Bearer ${installation.token}` } };
    const shown = [await other.call('GET', DOCUMENT, link), await installation.api.call('GET', DOCUMENT, link)];
    await other.stop();
    expect([created, listed, ...shown].map(({ status }) => status)).toEqual([201, 200, 200, 200]);
  });

  it('leaves nothing to the schema step, and the installation check finds no problem', async () => {
    await migrate(directoryUrl());
    // With Redis, the queue needs no schema.
    const settings = { APP_SECRETS: SECRET, PUBLIC_URL: installation.api.url, REDIS_URL: 'redis://127.0.0.1:1' };
    const { env } = parseEnv({ DATABASE_URL: directoryUrl(), ...settings });
    if (!env) throw new Error('the settings are wrong');
    const check = async (): Promise<readonly Found[]> => {
      const { output } = await runDoctor(env, ['--json']);
      return (JSON.parse(output) as { findings: Found[] }).findings;
    };
    const checks = [
      'database',
      'permissions',
      'migrations',
      'stored data',
      'document chains',
      'PDFs',
      'cells',
      'moves',
    ];
    const found = (await check()).filter((each) => checks.includes(each.check));
    expect(found).toHaveLength(checks.length);
    expect(found.filter(({ level }) => level !== 'ok')).toEqual([]);
    // The rules of sorting are those of each server.
    const { url } = installation.second;
    await withClient(url, (client) => client.query(`UPDATE pg_collation SET collversion = '0' ${NATURAL}`));
    const cells = (await check()).find((each) => each.check === 'cells');
    const refresh = String(cells?.advice?.match(/ALTER COLLATION [^;]+/)?.[0]);
    await withClient(url, (client) => client.query(refresh));
    expect(cells).toMatchObject({
      level: 'problem',
      text: expect.stringMatching(/^Cell 1 \(.*\): The indexes of names and numbers were sorted by version 0/),
      advice: expect.stringContaining(' cell_1.clients_name_order;'),
    });
    expect((await check()).find((each) => each.check === 'cells')).toMatchObject({ level: 'ok' });
  });

  it('is not mistaken for tables of the global side by a program that does not know of the move', async () => {
    const path = '-c search_path=cell_1,public';
    const late = new pg.Client({ connectionString: directoryUrl(), options: path });
    await late.connect();
    for (const text of ['SELECT FROM audit_log', 'DELETE FROM mails', 'INSERT INTO idempotency_records DEFAULT VALUES'])
      await expect(late.query(text)).rejects.toMatchObject({ code: '42809' });
    await late.end();
  });

  it('is at its target already when it is started again', async () => {
    expect(await move(installation.second.url)).toMatchObject({ at: expect.stringContaining('/billhook') });
    expect(lines).toEqual([]);
  });

  it('lets the global side have its own rows', async () => {
    const withMail = await TestApi.beside(installation.api, WITH_MAIL);
    rows = await GlobalRows.create(withMail);
    expect(await rows.write(withMail)).toEqual({ entries: 1, mails: 1, responses: 1 });
    await withMail.stop();
  });

  it('leaves none on the first server from which another cell could be created', async () => {
    await expect(createCell(directoryUrl())).rejects.toThrow('No cell is on the server of DATABASE_URL');
  });

  it('lets writes continue while a table is locked or the target does not follow, on the way back to the directory', async () => {
    const { first, second } = installation;
    const writers = new CellWriters(installation.cell, 'back');
    writers.start();
    // On two servers, the address of the cell follows a moment after its schema is renamed.
    const invoices = installation.issueInvoices();
    await withClient(second.url, async (busy) => {
      await busy.query('BEGIN; LOCK TABLE tax_rates IN ROW EXCLUSIVE MODE');
      await withClient(first.url, async (late) => {
        lines = [];
        await moveCell({
          ...{ directoryUrl: first.url, cell: 1, toUrl: first.url, settleMs: 0 },
          report: (line) => {
            report(line);
            if (line.startsWith('A table is locked.')) void busy.query('ROLLBACK');
            // The target cannot apply the next number.
            if (line.startsWith('Writes waited')) void late.query(`BEGIN; ${HOLD_NUMBERS}`);
            if (BEHIND.test(line)) void late.query('ROLLBACK');
          },
        });
      });
    });
    await writers.stop();
    expect(await invoices.stop()).toBeGreaterThan(0);
    expect(lines).toContainEqual(
      expect.stringMatching(/^A table is locked\. Writes continue, .* The oldest transaction is /),
    );
    expect(lines).toContainEqual(expect.stringMatching(BEHIND));
    const { cells, leftovers } = await installation.state();
    expect(cells).toMatchObject([{ number: 1, url: null }]);
    expect(leftovers).toEqual([]);
    expect(await installation.faults([writers])).toEqual([]);
  });

  it('loses no row of the global side on the way back', async () => {
    const found = { listed: 1, faults: [], isReplayed: true };
    expect(await rows.found(installation.api)).toEqual(found);
    const late = await TestApi.beside(installation.api, WITH_MAIL);
    expect([late.cells.areOne, await rows.found(late)]).toEqual([false, found]);
    await late.stop();
    expect(await rows.sendAndDelete()).toEqual([]);
  });

  it('leaves former copies, which a command deletes', async () => {
    const { first, second } = installation;
    const options = { directoryUrl: directoryUrl(), cell: 1 };
    expect(await forgetCopies(options)).toEqual([expect.stringMatching(/^cell_1_moved_\d{8}t\d{6}$/)]);
    expect(await forgetCopies({ ...options, url: second.url })).toHaveLength(1);
    expect([await installation.schemas(first), await installation.schemas(second)]).toEqual([['cell_1'], []]);
  });
});

withOneCell(describe)('a cell beside another one', () => {
  it('moves alone, and no daily table of it is created in the meantime', async () => {
    const { api, first, second } = installation;
    const { number } = await createCell(directoryUrl());
    const world = new World(api);
    const key = await world.key();
    const records = new Records(key);
    const { record } = await new Links(world, key, records).invoice();
    expect(tokenOf(record)).toMatch(/2$/);
    await linkChains(api);
    const free: Promise<unknown>[] = [];
    await moveCell({
      ...{ directoryUrl: directoryUrl(), cell: number, toUrl: second.url, settleMs: 0 },
      report: (line) => {
        if (line.startsWith('Copying'))
          free.push(installation.rows(first, 'SELECT pg_try_advisory_lock(7302947) AS "isFree"'));
      },
    });
    expect(await Promise.all(free)).toEqual([[{ isFree: false }]]);
    expect([await installation.schemas(first), await installation.schemas(second)]).toEqual([
      ['cell_1', expect.stringMatching(/^cell_2_moved_/)],
      ['cell_2'],
    ]);
    for (const each of [key, installation.key]) {
      expect((await each.call('POST', '/v1/clients', { body: clientBody })).status).toBe(201);
      await new Records(each).sent();
    }
    expect((await world.bearer(tokenOf(record)).call('GET', DOCUMENT)).status).toBe(200);
    expect(await installation.leftovers()).toEqual([]);
    expect(await installation.faults([])).toEqual([]);
  });
});

import { setTimeout as sleep } from 'node:timers/promises';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { insertCreating } from '@billhook/identity/companies/creating-companies.sql';
import { createCell, listCells } from '@billhook/installation/cells/create-cell';
import { changeCellState, removeCell } from '@billhook/installation/cells/manage-cells';
import { isFullRun } from '@billhook/testing/full-run';
import { eventually } from '@billhook/testing/patience';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CompanyCreationsService } from '../../src/installation/company-creations/company-creations.service.js';
import { bareCompany } from '../../src/installation/set-up/set-up.service.js';
import { TestApi } from '../support/api.js';
import { GlobalRows, WITH_MAIL } from '../support/global-rows.js';
import { startWorld } from '../support/start.js';

const ROUNDS = isFullRun ? 20 : 3;
/** Some cells get a company before they are removed, and some do not. */
const PAUSE_MS = 40;

const { api, world } = await startWorld();
const directoryUrl = api.databaseUrl;
const at = (cell: number) => ({ directoryUrl, cell });

const sql = <T extends object>(text: string): Promise<T[]> =>
  withClient(directoryUrl, async (client) => (await client.query<T>(text)).rows);

/** Until a removal waits for a lock. */
const untilRemovalWaits = () =>
  eventually('the removal waits', async () => {
    const [row] = await sql(
      `SELECT FROM pg_stat_activity WHERE application_name = 'billhook-cells' AND wait_event_type = 'Lock' AND datname = current_database()`,
    );
    return row;
  });

/** The cells with their states and numbers of companies. */
const cells = async () =>
  (await listCells(directoryUrl)).map(({ number, state, companies }) => [number, state, companies]);

const company = () =>
  bareCompany({
    ...{ name: 'Bare', plan: 'Pro', currency: 'EUR', timeZone: 'UTC', country: 'FR', locale: 'fr' },
    createdAt: api.clock.now(),
  });

withOneCell(describe)('a cell that is drained and removed', () => {
  it('is not the last one that is open', async () => {
    await expect(changeCellState(at(1), 'draining')).rejects.toThrow(
      /^No other cell is open, so new companies need cell 1\./,
    );
    await world.company();
    await createCell(directoryUrl);
    await changeCellState(at(1), 'draining');
    await expect(changeCellState(at(2), 'draining')).rejects.toThrow(
      /^No other cell is open, so new companies need cell 2\./,
    );
    expect(await cells()).toEqual([
      [1, 'draining', 1],
      [2, 'open', 0],
    ]);
  });

  it('gets no new companies, except for sandboxes of its companies', async () => {
    const [first] = await sql<{ id: number }>('SELECT id::float8 AS id FROM tenants');
    for (const count of [1, 2]) {
      await world.company();
      expect(await cells()).toEqual([
        [1, 'draining', 1],
        [2, 'open', count],
      ]);
    }
    await world.company({ sandboxOf: first?.id ?? 0 });
    expect((await cells())[0]).toEqual([1, 'draining', 2]);
    await changeCellState(at(1), 'open');
  });

  it('is not removed while it has companies, is open, or is the first one', async () => {
    await expect(removeCell(at(2))).rejects.toThrow(/^Cell 2 has 2 companies\./);
    await createCell(directoryUrl);
    await expect(removeCell(at(3))).rejects.toThrow('First run: cells drain 3');
    await expect(removeCell(at(1))).rejects.toThrow(/^Cell 1 cannot be removed/);
    await expect(removeCell(at(9))).rejects.toThrow('There is no cell 9.');
    expect(await cells()).toHaveLength(3);
  });

  it('is not removed while a company is being created in it', async () => {
    await changeCellState(at(3), 'draining');
    const id = 2 * 2 ** 40 + 7;
    const removed = await api.app.get(UnitOfWork).run(async (tx) => {
      await insertCreating(tx, id, 3, company());
      // It finds no card yet, and waits for the key of this one.
      const waiting = removeCell(at(3)).catch(String);
      await untilRemovalWaits();
      return { waiting };
    }, 'global');
    expect(await removed.waiting).toContain('A company is being created in cell 3.');
    expect(await cells()).toContainEqual([3, 'draining', 1]);
    await sql(`DELETE FROM tenants WHERE id = ${id}`);
  });

  it('is not removed if a company is created in it after the first check', async () => {
    const id = 2 * 2 ** 40 + 8;
    await withClient(directoryUrl, async (creating) => {
      await creating.query('BEGIN');
      // The removal has found no card, and waits for the table in which it looks for rows.
      await creating.query('LOCK TABLE cell_3.companies');
      const removed = removeCell(at(3)).catch(String);
      await untilRemovalWaits();
      await api.app.get(UnitOfWork).run((tx) => insertCreating(tx, id, 3, company()), 'global');
      await creating.query(
        `INSERT INTO cell_3.companies SELECT (jsonb_populate_record(c, jsonb_build_object('id', $1::bigint))).*
          FROM cell_1.companies c LIMIT 1`,
        [id],
      );
      await creating.query('COMMIT');
      expect(await removed).toContain('Cell 3 has 1 company. A cell can be removed once they are deleted.');
    });
    await sql(`DELETE FROM tenants WHERE id = ${id}`);
    await expect(removeCell(at(3))).rejects.toThrow(/^Cell 3 has companies without a card\./);
    expect(await cells()).toContainEqual([3, 'draining', 0]);
    await sql(`DELETE FROM cell_3.companies WHERE id = ${id}`);
  });

  it('goes with its schema, and its number is given again only if it never had a company', async () => {
    await removeCell(at(3));
    expect(await sql(`SELECT FROM pg_namespace WHERE nspname = 'cell_3'`)).toEqual([]);
    expect((await createCell(directoryUrl)).number).toBe(3);
    await changeCellState(at(3), 'draining');
    await removeCell(at(3));
    await sql(`INSERT INTO company_deletions (company_id, status, requested_at, deletes_at, deleted_rows)
      VALUES (${2 * 2 ** 40 + 7}, 'Completed', now(), now(), 0)`);
    expect((await createCell(directoryUrl)).number).toBe(4);
    expect((await cells()).map(([number]) => number)).toEqual([1, 2, 4]);
  });

  it('is left by a creation of a company that has chosen it', async () => {
    const { number } = await createCell(directoryUrl);
    await changeCellState(at(4), 'draining');
    let attempts = 0;
    const { id } = await api.app.get(CompanyCreationsService).create({
      async describe() {
        attempts += 1;
        if (attempts > 1) return company();
        await changeCellState(at(number), 'draining');
        await removeCell(at(number));
        return company();
      },
      global: () => Promise.resolve(),
    });
    expect([attempts, Math.ceil(id / 2 ** 40)]).toEqual([2, 1]);
    expect((await cells())[0]).toEqual([1, 'open', 3]);
    await changeCellState(at(4), 'open');
  });

  it('fails no creation of a company that could choose it', async () => {
    await changeCellState(at(1), 'draining');
    await changeCellState(at(2), 'draining');
    let isRunning = true;
    const lane = async (): Promise<number> => {
      let count = 0;
      for (; isRunning; count += 1) {
        await world.company();
        await sleep(PAUSE_MS);
      }
      return count;
    };
    const running = lane();
    // Each round removes the emptiest cell, while companies go there.
    const outcomes: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const { number } = await createCell(directoryUrl);
      await changeCellState(at(number), 'draining');
      outcomes.push(await removeCell(at(number)).then(() => 'removed', String));
    }
    isRunning = false;
    const created = await running;
    process.stderr.write(
      `${created} companies created, ${outcomes.filter((each) => each === 'removed').length} of ${ROUNDS} cells removed\n`,
    );
    for (const outcome of outcomes) expect(outcome).toMatch(/^removed$|has \d+ compan|is being created/);
    // Each company is in the cell of its card.
    for (const [number, , companies] of await cells()) {
      const [row] = await sql<{ count: number }>(`SELECT count(*)::int AS count FROM cell_${number}.companies`);
      expect([number, row?.count]).toEqual([number, companies]);
    }
    expect(created).toBeGreaterThan(0);
  });
});

withOneCell(describe)('an installation whose second cell was removed', () => {
  let installed: TestApi;
  beforeAll(async () => {
    installed = await TestApi.start(WITH_MAIL);
  });
  afterAll(() => installed.stop());

  it('finds the rows that the global side had in the meantime', async () => {
    const rows = await GlobalRows.create(installed);
    expect([installed.cells.areOne, installed.cells.numbers]).toEqual([true, [1]]);
    const second = { directoryUrl: installed.databaseUrl, cell: 2 };
    await createCell(installed.databaseUrl);
    await installed.cells.read();
    expect(await rows.write(installed)).toEqual({ entries: 1, mails: 1, responses: 1 });
    await changeCellState(second, 'draining');
    await removeCell(second);
    await installed.cells.read();
    const found = { listed: 1, faults: [], isReplayed: true };
    expect(await rows.found(installed)).toEqual(found);
    const late = await TestApi.beside(installed, WITH_MAIL);
    expect(await rows.found(late)).toEqual(found);
    await late.stop();
    expect(await rows.sendAndDelete()).toEqual([]);
    expect([installed.cells.areOne, installed.cells.places]).toEqual([false, [undefined, 1]]);
  });

  it('gets a second cell again', async () => {
    expect((await createCell(installed.databaseUrl)).number).toBe(2);
    await installed.cells.read();
    expect(installed.cells.places).toEqual([undefined, 1, 2]);
  });
});

import { moveCell } from '@billhook/installation/cells/move-cell';
import { proxyOf, type LogicalServer } from '@billhook/testing/logical-server';
import { eventually } from '@billhook/testing/patience';
import { inFullRun, withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CellInstallation } from '../support/cell-installation.js';

/* Moves that meet slow and lost servers, locks and errors, and end all the same. */

// PostgreSQL ends a vacuum after a second, in the fifth attempt.
const inFull = inFullRun(it);

const on = (server: LogicalServer, text: string): Promise<unknown> =>
  withClient(server.url, (client) => client.query(text));

/** A wait for a lock that is longer than those for the locks of all tables. */
const LONG_WAIT = `SELECT FROM pg_stat_activity WHERE application_name = 'billhook-cells' AND wait_event_type = 'Lock'
  AND clock_timestamp() - query_start > interval '700 ms'`;

withOneCell(describe)('a move beside faults', () => {
  let installation: CellInstallation;
  let lines: string[] = [];
  let proxy: Awaited<ReturnType<typeof proxyOf>> | undefined;
  beforeAll(async () => {
    installation = await CellInstallation.create(1_000);
  });
  afterAll(() => installation.close());

  const options = () => ({ directoryUrl: installation.first.url, cell: 1, settleMs: 0 });
  const report = (line: string): void => void lines.push(line);
  const hasCompared = (): boolean => lines.some((line) => line.startsWith('Compared'));
  beforeEach(() => {
    lines = [];
  });
  afterEach(() => proxy?.close());
  const expectMoved = async (to: LogicalServer): Promise<void> => {
    expect(await installation.home()).toBe(to);
    expect(await installation.leftovers()).toEqual([]);
    expect(await installation.faults([])).toEqual([]);
  };

  it('lets writes continue if the last comparison takes too long, and compares again', async () => {
    const { first, second } = installation;
    const events: string[] = [];
    let written: Promise<unknown> | undefined;
    proxy = await proxyOf(
      second,
      () => true,
      (sent) => {
        if (!hasCompared() || written || !sent.includes('FROM ONLY')) return 0;
        written = on(first, 'UPDATE cell_1.record_tombstones SET version = version').then(() => events.push('written'));
        setTimeout(() => events.push('compared'), 3_000);
        return 3_000;
      },
    );
    const { heldMs } = await moveCell({ ...options(), report, toUrl: second.url, targetUrl: proxy.url });
    await written;
    expect(events).toEqual(['written', 'compared']);
    expect(lines).toContain('The last step took too long. Writes continue, and the next attempt follows.');
    expect(heldMs).toBeLessThan(2_000);
    await expectMoved(second);
  });

  it('takes its time before an attempt to switch, in which writes do not wait', async () => {
    const { first, second } = installation;
    let slow: Promise<unknown> | undefined;
    await withClient(second.url, async (busy) => {
      await moveCell({
        ...{ ...options(), toUrl: first.url },
        report: (line) => {
          report(line);
          if (line.startsWith('Writes waited'))
            void busy.query('BEGIN; LOCK TABLE cell_1.tax_rates IN ROW EXCLUSIVE MODE');
          if (!line.startsWith('A table is locked.')) return;
          // The target cannot say how far it is.
          slow ??= on(first, 'BEGIN; LOCK TABLE pg_subscription_rel; SELECT pg_sleep(2); COMMIT');
          void busy.query('ROLLBACK');
        },
      });
    });
    expect(slow).toBeDefined();
    await slow;
    await expectMoved(first);
  });

  it('continues after a server was away for longer than a few attempts to connect', async () => {
    const { second } = installation;
    let refused = 0;
    proxy = await proxyOf(second, () => !hasCompared() || (refused += 1) > 30);
    await moveCell({
      ...{ ...options(), toUrl: second.url, targetUrl: proxy.url, pauseMs: 10 },
      report: (line) => {
        report(line);
        if (line.startsWith('Compared') && refused === 0) proxy?.cut();
      },
    });
    expect(refused).toBeGreaterThan(30);
    await expectMoved(second);
  });

  inFull('waits for a vacuum, which PostgreSQL ends for it', async () => {
    const { first, second } = installation;
    await withClient(first.url, async (vacuum) => {
      let ended: Promise<unknown> | undefined;
      await moveCell({
        ...{ ...options(), toUrl: second.url },
        report: (line) => {
          report(line);
          if (!line.startsWith('Writes waited')) return;
          ended = vacuum
            .query('BEGIN; LOCK TABLE cell_1.tax_rates IN SHARE UPDATE EXCLUSIVE MODE')
            .then(() => eventually('a longer wait', async () => (await installation.rows(first, LONG_WAIT))[0]))
            .then(() => vacuum.query('ROLLBACK'));
        },
      });
      await ended;
    });
    expect(lines.filter((line) => line.startsWith('A table is locked.'))).toHaveLength(4);
    await expectMoved(second);
  });
});

import { insertMoveOf } from '@billhook/db/cell-moves.sql';
import { cancelMove } from '@billhook/installation/cells/cancel-move';
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

/** Rejects what ends a publication, the first time. */
const REJECT_ONCE = `CREATE SEQUENCE public.probe;
  CREATE FUNCTION public.probe() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
    IF nextval('public.probe') = 1 THEN RAISE 'probe'; END IF; END $$;
  CREATE EVENT TRIGGER probe ON ddl_command_start WHEN TAG IN ('DROP PUBLICATION') EXECUTE FUNCTION public.probe()`;
const DROP_PROBE = 'DROP EVENT TRIGGER probe; DROP FUNCTION public.probe(); DROP SEQUENCE public.probe';

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

  it('says that the cell has moved if an error follows, and ends when programs know that', async () => {
    const { first, second } = installation;
    await on(second, REJECT_ONCE);
    const unended: Promise<string[]>[] = [];
    const moving = moveCell({
      ...{ ...options(), toUrl: first.url, settleMs: 500 },
      report: (line) => {
        report(line);
        if (line.startsWith('Waiting')) unended.push(installation.leftovers());
      },
    });
    await expect(moving).rejects.toThrow('Cell 1 has moved, but an error followed. probe');
    await on(second, DROP_PROBE);
    expect(lines.slice(-3)).toEqual([
      expect.stringMatching(/^Programs use \S+ from now on\./),
      'Waiting 0.5 s, until every program has read the new address.',
      expect.stringMatching(/^Cell 1 has moved to \S+\. Removed the replication\.$/),
    ]);
    expect(await Promise.all(unended)).toEqual([['move of 1']]);
    await expectMoved(first);
  });

  it('ends without the former server, and says how to drop the slot that it may still have', async () => {
    const { first, second } = installation;
    const moved = { fromUrl: second.url, toUrl: null, oldSchema: 'cell_1_moved_before', targetSystem: '0' };
    await withClient(first.url, (client) => client.query(insertMoveOf(1, moved)));
    const silent = new URL(second.url);
    silent.port = '1';
    const done = await cancelMove({ ...options(), report, sourceUrl: silent.href });
    const [, statement] = /does not respond\. If it returns, run there: (SELECT .*)$/.exec(done?.text ?? '') ?? [];
    expect(done?.isMoved).toBe(true);
    const slot = `SELECT pg_create_logical_replication_slot('billhook_move_' || oid || '_cell_1', 'pgoutput')
      FROM pg_database WHERE datname = current_database()`;
    await on(second, slot);
    await on(second, statement ?? '');
    await expectMoved(first);
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

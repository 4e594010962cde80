import { setTimeout as sleep } from 'node:timers/promises';
import { insertMoveOf } from '@billhook/db/cell-moves.sql';
import { cancelMove, type CancelOptions } from '@billhook/installation/cells/cancel-move';
import { forgetCopies } from '@billhook/installation/cells/manage-cells';
import { moveCell } from '@billhook/installation/cells/move-cell';
import { isFullRun } from '@billhook/testing/full-run';
import type { LogicalServer } from '@billhook/testing/logical-server';
import { eventually } from '@billhook/testing/patience';
import { withOneCell } from '@billhook/testing/skipped';
import { withClient } from '@billhook/testing/test-server';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CellInstallation } from '../support/cell-installation.js';
import { CellWriters } from '../support/cell-writers.js';
import { Mover } from '../support/mover.js';
import { SeveredDatabase } from '../support/severed-database.js';

/* Moves of a cell that are killed at any moment, or whose servers are. */

/** Rows of a large table. */
const ROWS = isFullRun ? 200_000 : 20_000;
const KILLS = isFullRun ? 20 : 3;
const VICTIMS = ['mover', 'target', 'source'] as const;
/** What a move says at the beginning of each phase. */
const PHASES = ['Copying', 'Writes waited', 'Compared'] as const;

let installation: CellInstallation;
let lines: string[] = [];

beforeAll(async () => {
  installation = await CellInstallation.create(ROWS);
});
afterAll(() => installation.close());

/** Ends the session that has the lock of commands. */
const LOSE_LOCKS = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND objid = 7301955`;

interface MoveRow {
  readonly from_url: string | null;
  readonly to_url: string | null;
  readonly old_schema: string;
  readonly target_system: string;
}

const report = (line: string): void => void lines.push(line);
const options = () => ({ directoryUrl: installation.first.url, cell: 1, settleMs: 0 });
const other = (server: LogicalServer): LogicalServer =>
  server === installation.first ? installation.second : installation.first;

const move = (toUrl: string) => {
  lines = [];
  return moveCell({ ...options(), toUrl, report });
};

/** What the command says. */
const cancel = async (more: Partial<CancelOptions> = {}): Promise<string | undefined> =>
  (await cancelMove({ ...options(), report, ...more }))?.text;

async function forgetEverywhere(): Promise<void> {
  for (const { url } of [installation.first, installation.second]) await forgetCopies({ ...options(), url });
}

/** A move that was killed while the target copies. Until then, another one is rejected. */
async function killedMove(target: LogicalServer): Promise<void> {
  const mover = new Mover({ directoryUrl: installation.first.url, toUrl: target.url });
  await eventually('the target subscribes', async () => {
    mover.requireRunning();
    return (await installation.rows(target, 'SELECT FROM pg_subscription')).length > 0 || undefined;
  });
  mover.pause();
  await expect(move(target.url)).rejects.toThrow('Another command changes the cells.');
  await mover.kill();
}

withOneCell(describe)('a move that is interrupted', () => {
  it('is undone where the servers respond, and at the others when they do', async () => {
    const { first, second } = installation;
    const before = await installation.state();
    await killedMove(second);
    await second.stop();
    expect(await cancel()).toMatch(
      /^Cell 1 stays at \S+\. Removed what the move had created, except at \S+, which does not respond\. When it does, run: cells cancel-move 1$/,
    );
    // Otherwise the present server keeps its write-ahead log until its disk is full.
    expect(await installation.rows(first, 'SELECT FROM pg_replication_slots')).toEqual([]);
    await second.start();
    expect(await cancel()).toMatch(/^Cell 1 stays at \S+\. Removed what the move had created\.$/);
    expect(await installation.state()).toEqual(before);
  });

  it('is continued by the same command, and not by one to another address', async () => {
    await killedMove(installation.second);
    const elsewhere = new URL(installation.second.url);
    elsewhere.searchParams.set('application_name', 'other');
    await expect(move(elsewhere.href)).rejects.toThrow(/^A move of cell 1 to \S+ has not ended\./);
    await move(installation.second.url);
    expect(lines[0]).toBe('Continuing the copy of an earlier command.');
    expect(await installation.faults([])).toEqual([]);
    expect(await installation.leftovers()).toEqual([]);
  });

  it('is undone by a command', async () => {
    const home = await installation.home();
    const away = other(home);
    const before = await installation.state();
    await killedMove(away);
    expect(await cancel()).toMatch(/^Cell 1 stays at \S+\. Removed what the move had created\.$/);
    expect(await installation.state()).toEqual(before);
    expect(await installation.home()).toBe(home);
    expect(await cancel()).toBeUndefined();
  });

  it('keeps the copy while the present server does not respond, or has lost the cell', async () => {
    await forgetEverywhere();
    const away = other(await installation.home());
    await killedMove(away);
    const [silent, empty] = [new URL(away.url), new URL((await installation.home()).url)];
    [silent.port, empty.pathname] = ['1', '/postgres'];
    for (const [{ href }, what] of [
      [silent, 'does not respond'],
      [empty, 'has no schema cell_1'],
    ] as const)
      await expect(cancel({ sourceUrl: href })).rejects.toThrow(
        new RegExp(`^The present server of cell 1 at \\S+ ${what}, so the copy at \\S+ may be the only current one`),
      );
    expect(await installation.schemas(away)).toEqual(['cell_1']);
    expect(await cancel({ sourceUrl: silent.href, dropCopy: true })).toMatch(
      /^Cell 1 stays at \S+\. Removed what the move had created, except at 127\.0\.0\.1:1\//,
    );
    expect(await installation.schemas(away)).toEqual([]);
    expect(await cancel()).toMatch(/^Cell 1 stays at \S+\. Removed what the move had created\.$/);
    expect(await installation.leftovers()).toEqual([]);
  });

  it('excludes other commands also after it has lost the locks of the directory, and takes them again before the switch', async () => {
    await forgetEverywhere();
    const { first, second } = installation;
    // On one database, nothing else uses this connection before the switch.
    if ((await installation.home()) === second) await move(first.url);
    await forgetEverywhere();
    let isPaused = false;
    const mover = new Mover({ directoryUrl: first.url, toUrl: second.url }, (text) => {
      if (isPaused || !text.includes('Writes waited')) return;
      isPaused = true;
      mover.pause();
    });
    await mover.says('Writes waited');
    await installation.rows(first, LOSE_LOCKS);
    await expect(cancel({ lockMs: 0 })).rejects.toThrow('or another command moves it');
    mover.resume();
    await mover.says('A connection was lost');
    await mover.says('Continuing the copy of an earlier command.');
    await mover.ended();
    expect(await installation.home()).toBe(second);
    expect(await installation.faults([])).toEqual([]);
    expect(await installation.leftovers()).toEqual([]);
  });

  it('does not switch after another command has ended it', async () => {
    await forgetEverywhere();
    const { first } = installation;
    const home = await installation.home();
    const before = await installation.state();
    let ended: Promise<MoveRow[]> | undefined;
    lines = [];
    const moving = moveCell({
      ...{ ...options(), toUrl: other(home).url },
      report: (line) => {
        if (line.startsWith('Writes waited'))
          ended ??= installation.rows<MoveRow>(first, 'DELETE FROM public.cell_moves RETURNING *');
      },
    });
    await expect(moving).rejects.toThrow('Cell 1 has not moved. Another command has ended this move of cell 1.');
    expect(await installation.home()).toBe(home);
    const [row] = (await ended) ?? [];
    if (!row) throw new Error('unreachable: the move had a row');
    const [fromUrl, toUrl, oldSchema, targetSystem] = [row.from_url, row.to_url, row.old_schema, row.target_system];
    await withClient(first.url, (client) => client.query(insertMoveOf(1, { fromUrl, toUrl, oldSchema, targetSystem })));
    await cancel();
    expect(await installation.state()).toEqual(before);
  });

  it('has moved if only the confirmation of the switch is lost', async () => {
    await forgetEverywhere();
    const away = other(await installation.home());
    const proxy = await SeveredDatabase.before((await installation.home()).url);
    lines = [];
    await moveCell({
      ...{ ...options(), toUrl: away.url, sourceUrl: proxy.url },
      report: (line) => {
        report(line);
        // The next commit of the present server is the one of the switch.
        if (line.startsWith('Compared')) proxy.onCommit = () => undefined;
      },
    });
    await proxy.close();
    expect(lines).toContainEqual(expect.stringMatching(/^A connection was lost /));
    expect(await installation.home()).toBe(away);
    expect(await installation.leftovers()).toEqual([]);
    expect(await installation.faults([])).toEqual([]);
  });

  it.each(['continued', 'undone'])(
    'after the commit of the present server, and before the directory, is %s',
    async (how) => {
      const { first, second } = installation;
      await forgetEverywhere();
      // The cell is not on the server of the directory, so two commits follow each other.
      if ((await installation.home()) === first) await move(second.url);
      await forgetEverywhere();
      const proxy = await SeveredDatabase.before(second.url);
      const mover = new Mover({ directoryUrl: first.url, toUrl: first.url, sourceUrl: proxy.url }, (text) => {
        if (text.includes('Compared')) proxy.onCommit = () => void mover.kill();
      });
      await mover.ended();
      await proxy.close();
      expect(await installation.schemas(second)).toEqual([expect.stringMatching(/^cell_1_moved_/)]);
      expect(await installation.home()).toBe(second);
      if (how === 'undone') await cancel();
      else await move(first.url);
      expect(await installation.home()).toBe(how === 'undone' ? second : first);
      expect(await installation.leftovers()).toEqual([]);
      expect(await installation.faults([])).toEqual([]);
    },
  );
});

withOneCell(describe)('a move beside kills', () => {
  const all: CellWriters[] = [];

  // Another phase for each victim, and another moment of it with each round.
  const kills = Array.from({ length: KILLS }, (_, n) => ({
    n,
    victim: VICTIMS[n % VICTIMS.length],
    phase: PHASES[(n + Math.floor(n / VICTIMS.length)) % PHASES.length] ?? PHASES[0],
    ms: (n * 37) % 400,
  }));

  it.each(kills)('loses nothing if the $victim is killed $ms ms after "$phase"', async ({ n, victim, phase, ms }) => {
    await forgetEverywhere();
    const source = await installation.home();
    const target = other(source);
    const writers = new CellWriters(installation.cell, `kill${n}`);
    all.push(writers);
    writers.start();
    const mover = new Mover({ directoryUrl: installation.first.url, toUrl: target.url });
    await mover.says(phase);
    await sleep(ms);
    if (victim === 'mover') await mover.kill();
    else await (victim === 'source' ? source : target).killAndRestart();
    await mover.ended();
    // What the killed move, or the one that survived, has left to do.
    let heldMs: number | undefined;
    if ((await installation.home()) === source || (await installation.leftovers()).length > 0)
      ({ heldMs } = await move(target.url));
    await writers.stop();
    expect(await installation.home()).toBe(target);
    expect(await installation.faults(all)).toEqual([]);
    expect(await installation.leftovers()).toEqual([]);
    const held = mover.heldMs ?? heldMs;
    process.stderr.write(
      `${victim} killed, ${phase}: held for ${Math.round(held ?? 0)} ms, the longest write ${Math.round(writers.longestMs)} ms\n`,
    );
  });
});

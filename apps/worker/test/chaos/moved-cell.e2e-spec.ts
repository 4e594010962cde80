import { setTimeout as sleep } from 'node:timers/promises';
import { connectClient } from '@billhook/db/database-client';
import { forgetCopies } from '@billhook/installation/cells/manage-cells';
import { moveCell } from '@billhook/installation/cells/move-cell';
import { loadRunEnv } from '@billhook/platform/spec-env';
import { inFullRun, withOneCell } from '@billhook/testing/skipped';
import { HAS_TWO_CELLS } from '@billhook/testing/spec-path';
import { withClient } from '@billhook/testing/test-server';
import { afterEach, describe, expect, it } from '@jest/globals';
import { judge } from './check-guarantees.js';
import { Dice } from './dice.js';
import { KILLS, only, struck, type Fault, type Strike } from './fault.js';
import { ChaosStack } from './stack.js';
import { Writers } from './writers.js';

/*
 * A cell moves between two servers while integrators write and receive. Moves whose command or servers are killed: cell-move-kills.e2e-spec.ts.
 */

const { TEST_PROGRAMS: origin } = loadRunEnv();

/** What a move says at the beginning of each phase. */
const PHASES = ['Copying', 'Writes waited', 'Compared'] as const;
const DRAIN_MS = 120_000;

const long = HAS_TWO_CELLS ? withOneCell(describe) : inFullRun(describe);

const APART_MS = 10_000;
/** One worker is fast, and one is slow. */
const APART = { clocks: [APART_MS, -APART_MS], settings: { WEBHOOK_SWEEP_MS: '200' } };

/** Lets the statements of programs on this server have the time of a fast clock: their path finds these functions first. */
const setClock = (url: string): Promise<unknown> =>
  withClient(url, async (client) => {
    for (const name of ['now', 'clock_timestamp', 'statement_timestamp', 'transaction_timestamp'])
      await client.query(`CREATE FUNCTION public.${name}() RETURNS timestamptz LANGUAGE sql ${name === 'clock_timestamp' ? 'VOLATILE' : 'STABLE'}
        AS $$ SELECT pg_catalog.${name}() + interval '${APART_MS} ms' $$`);
    await client.query('ALTER DATABASE billhook SET search_path = "$user", public, pg_catalog');
  });

/** By how much statements of programs are ahead of the server. */
async function aheadMs(url: string): Promise<number> {
  const client = await connectClient({ connectionString: url });
  try {
    const text = 'SELECT extract(epoch FROM now() - pg_catalog.now())::integer * 1000 AS ahead';
    return (await client.query<{ ahead: number }>(text)).rows[0]?.ahead ?? 0;
  } finally {
    await client.end();
  }
}

let stack: ChaosStack | undefined;
afterEach(async () => {
  await stack?.stop();
  stack = undefined;
});

/** Moves the cell to the server where it is not, and strikes when the move says something. */
async function moveUnder(on: ChaosStack, dice: Dice, fault?: Fault, phase?: string): Promise<Strike | undefined> {
  const { databaseUrl: directoryUrl } = on;
  const target = on.second?.url ?? '';
  const [cell] = await on.read<{ isHere: boolean }>(`SELECT to_regclass('public.cells') IS NOT NULL AS "isHere"`);
  let striking: Promise<Strike> | undefined;
  const { heldMs = 0 } = await moveCell({
    ...{ directoryUrl, cell: 1, toUrl: cell?.isHere ? target : directoryUrl, settleMs: 0 },
    report: (line) => {
      if (fault && phase !== undefined && line.startsWith(phase)) striking ??= struck(on, fault, dice);
    },
  });
  const strike = await striking;
  process.stderr.write(`${fault?.name ?? 'nothing'} killed (${phase ?? ''}): held for ${Math.round(heldMs)} ms\n`);
  for (const url of [directoryUrl, target]) await forgetCopies({ directoryUrl, cell: 1, url });
  return strike;
}

long('a cell that moves while integrators write', () => {
  it('loses and doubles no event if API or worker are killed in any phase, and fails no request otherwise', async () => {
    stack = await ChaosStack.start({ origin, second: true });
    const dice = new Dice(1);
    for (const path of ['/ok', '/slow', '/flaky']) await stack.addEndpoint(path, ['client.created', 'client.updated']);
    await stack.addClients(500, 'before');
    const writers = new Writers(stack, new Dice(2), { least: 10, most: 90 });
    writers.start(4);
    const strikes: Strike[] = [];
    try {
      for (let n = 0; n < 2; n += 1) await moveUnder(stack, dice);
      expect([writers.written.refused, writers.written.cut]).toEqual([0, 0]);
      for (const fault of only(KILLS, 'API', 'worker'))
        for (const phase of PHASES) {
          const strike = await moveUnder(stack, dice, fault, phase);
          if (strike) strikes.push(strike);
        }
    } finally {
      await writers.stop();
    }
    await stack.drain(DRAIN_MS);
    const verdict = await judge(stack, writers.written, strikes);
    const { promised, replayed, refused } = writers.written;
    process.stderr.write(
      `${promised.length} confirmed writes, ${replayed} repeats, ${refused} responses of 5xx; ${verdict.events} events, ${verdict.receipts} messages, ${verdict.duplicates} duplicates\n`,
    );
    expect(verdict.faults).toEqual([]);
    expect(strikes).toHaveLength(2 * PHASES.length);
    expect(promised.length).toBeGreaterThan(20);
    expect(replayed).toBeGreaterThan(0);
    expect(verdict.duplicates).toBeLessThanOrEqual(verdict.interrupted);
  });

  it('loses and doubles no event if the clocks of programs and servers are 10 s apart', async () => {
    stack = await ChaosStack.start({ origin, second: true, ...APART });
    await setClock(stack.second?.url ?? '');
    expect([await aheadMs(stack.databaseUrl), await aheadMs(stack.second?.url ?? '')]).toEqual([0, APART_MS]);
    for (const path of ['/ok', '/flaky']) await stack.addEndpoint(path, ['client.created', 'client.updated']);
    const writers = new Writers(stack, new Dice(3), { least: 10, most: 90 });
    writers.start(4);
    try {
      // There, where times are later, and back.
      for (let n = 0; n < 2; n += 1) {
        await moveUnder(stack, new Dice(4));
        await sleep(APART_MS);
      }
    } finally {
      await writers.stop();
    }
    await stack.drain(DRAIN_MS);
    const verdict = await judge(stack, writers.written, []);
    expect([writers.written.refused, writers.written.cut]).toEqual([0, 0]);
    expect(writers.written.promised.length).toBeGreaterThan(100);
    expect(verdict).toMatchObject({ faults: [], duplicates: 0, interrupted: 0 });
  });
});

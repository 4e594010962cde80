import { node, runLoudly } from '../../tools/lib/run.mjs';
import { copyLoadTable, copyTable } from './copy-tables.mjs';
import { failoverTable, restoreTable } from './recovery-tables.mjs';
import { deadTable, endsTable, skewTable, strikesTable } from './tables.mjs';

/* The long forms. Each returns its findings and its section of docs/reliability.md; `rounds` is the default. */

const harness = new URL('../../apps/worker/test/chaos/', import.meta.url);
const load = (name) => import(new URL(name, harness).href);

/** Runs a callback on a new stack and removes the stack, even after Ctrl-C. Keeps its data if a guarantee was broken. */
async function onStack(options, work) {
  const { ChaosStack } = await load('stack.ts');
  const stack = await ChaosStack.start({ origin: 'dist', ...options });
  const interrupt = () => void stack.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let isBroken = true;
  try {
    const outcome = await work(stack);
    isBroken = (outcome.verdict?.faults.length ?? outcome.missing ?? 0) > 0;
    return outcome;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
    if (isBroken) process.stdout.write(`  Logs, requests and database are kept in ${stack.folder}\n`);
    await stack.stop(isBroken);
  }
}

const differences = (outcomes) => outcomes.flatMap(({ faults }) => faults);

const QUIET = { least: 300, most: 1_500 };

/** Faults in sequence while integrators write. */
const whileWriting = (file, faultsOf, options) => async (run) => {
  const [module, { underFaults }] = await Promise.all([load(file), load('under-faults.ts')]);
  const faults = faultsOf(module);
  const { rounds, seed, say } = run;
  const onProgress = (round, { fault, at, endedAt }) => say(`${round} of ${rounds}: ${fault.name}, ${endedAt - at} ms`);
  const outcome = await onStack(options, (stack) =>
    underFaults(stack, { faults, rounds, seed, quietMs: QUIET, onProgress }),
  );
  return { faults: outcome.verdict.faults, text: strikesTable(faults, outcome) };
};

export const scenarios = {
  kill: { rounds: 100, run: whileWriting('fault.ts', ({ KILLS }) => KILLS, {}) },

  redis: {
    rounds: 25,
    run: async (run) => {
      const { isInstalled } = await import('../../libs/testing/src/installed-programs.ts');
      if (isInstalled('Redis'))
        return whileWriting('redis-faults.ts', ({ redisFaults }) => redisFaults(5_000), { redis: true })(run);
      run.say('There is no redis-server on this machine: its faults were not tried.');
      return undefined;
    },
  },

  postgres: {
    rounds: 30,
    run: whileWriting('postgres-faults.ts', ({ postgresFaults }) => postgresFaults(4_000), { linked: true }),
  },

  disk: {
    rounds: 10,
    run: async (run) => {
      const { canMount } = await import('../../libs/testing/src/small-disk.ts');
      if (canMount())
        return whileWriting('postgres-faults.ts', ({ fullDisk }) => [fullDisk(4_000)], { smallDisk: true })(run);
      run.say('This user cannot mount a file system: a full disk was not tried.');
      return undefined;
    },
  },

  'slow-disk': {
    rounds: 10,
    run: async (run) => {
      const { canDelayWrites, slowDisk } = await load('machine-faults.ts');
      if (canDelayWrites()) return whileWriting('machine-faults.ts', () => [slowDisk(4_000)], {})(run);
      run.say('Only root can delay writes, with strace: a slow disk was not tried.');
      return undefined;
    },
  },

  memory: {
    rounds: 30,
    run: async (run) => {
      const { canLimitMemory } = await load('memory-limit.ts');
      if (canLimitMemory()) return whileWriting('machine-faults.ts', ({ OUT_OF_MEMORY }) => OUT_OF_MEMORY, {})(run);
      run.say('This user cannot limit the memory of a process: its end was not tried.');
      return undefined;
    },
  },

  skew: {
    rounds: 20,
    run: async ({ rounds, seed }) => {
      const [{ skewed, SKEWED }, { Dice }] = await Promise.all([load('clock-skew.ts'), load('dice.ts')]);
      // A worker is killed in every fifth round, while it holds deliveries.
      const options = { rounds, kills: (round) => round % 5 === 0, late: true, dice: new Dice(seed) };
      const outcome = await onStack(SKEWED, (stack) => skewed(stack, options));
      return { faults: outcome.verdict.faults, text: skewTable(outcome, rounds) };
    },
  },

  dead: {
    rounds: 3,
    run: async ({ rounds }) => {
      const { besideDead } = await load('dead-endpoint.ts');
      const options = { rounds, backlog: 10_000, changes: 300, perSecond: 30 };
      const outcome = await onStack({}, (stack) => besideDead(stack, options));
      const faults = outcome.missing > 0 ? [`${outcome.missing} messages did not arrive`] : [];
      return { faults, text: deadTable(outcome, options) };
    },
  },

  stop: {
    rounds: 5,
    run: async ({ rounds }) => {
      const { shutDown } = await load('shut-down.ts');
      const outcome = await onStack({}, (stack) => shutDown(stack, rounds));
      const unclean = outcome.rounds.filter(({ exitCode, tookMs }) => exitCode !== 0 || tookMs > 20_000);
      const faults = unclean.map(({ exitCode, tookMs }) => `ended with ${exitCode} after ${Math.round(tookMs)} ms`);
      return { faults: [...outcome.verdict.faults, ...faults], text: endsTable(outcome) };
    },
  },

  restore: {
    rounds: 2,
    run: async ({ rounds, seed, say }) => {
      const { restoreDrill } = await load('restore-drill.ts');
      const drills = [];
      for (let round = 1; round <= rounds; round += 1) {
        const drill = await onStack({}, (stack) => restoreDrill(stack, seed + round));
        say(`${round} of ${rounds}: ${drill.kept} writes kept, ${drill.lost} after the moment`);
        drills.push(drill);
      }
      const faults = drills.flatMap(({ runs }) => runs.flatMap((each) => each.faults));
      return { faults, text: restoreTable(drills) };
    },
  },

  failover: {
    rounds: 3,
    run: async ({ rounds, seed, say }) => {
      const { failOver } = await load('failover.ts');
      const kinds = [
        { synchronous: true, behindMs: 1_000 },
        { synchronous: false, behindMs: 0 },
        { synchronous: false, behindMs: 1_000 },
      ];
      const outcomes = [];
      for (const kind of kinds) {
        const name = `${kind.synchronous ? 'synchronous' : 'asynchronous'}, ${kind.behindMs} ms behind`;
        const onProgress = (round, { promotedMs }) =>
          say(`${name}: ${round} of ${rounds}, ${Math.round(promotedMs)} ms`);
        const outcome = await onStack({ linked: true }, (stack) =>
          failOver(stack, { ...kind, rounds, seed, onProgress }).then((result) =>
            // The loss of an asynchronous standby is measured, and does not count as a finding.
            kind.synchronous ? result : { ...result, verdict: { ...result.verdict, faults: [] } },
          ),
        );
        outcomes.push({ ...kind, ...outcome });
      }
      return { faults: outcomes.flatMap(({ verdict }) => verdict.faults), text: failoverTable(outcomes) };
    },
  },

  copy: {
    rounds: 50,
    run: async ({ rounds, seed, say }) => {
      const { copyUnderKills } = await load('exact-copy.ts');
      const outcomes = [];
      await onStack({}, async (stack) => {
        for (let round = 1; round <= rounds; round += 1) {
          const outcome = await copyUnderKills(stack, { seed: seed + round, records: 5_000 });
          outcomes.push(outcome);
          say(`${round} of ${rounds}: ${outcome.records} records, ${outcome.faults.length} differences`);
        }
        return { missing: differences(outcomes).length };
      });
      return { faults: differences(outcomes), text: copyTable(outcomes) };
    },
  },

  // A round is 1,000 records.
  'copy-load': {
    rounds: 200,
    run: async ({ rounds, say }) => {
      const { copyUnderLoad, MOST_GROWTH_MB } = await load('exact-copy.ts');
      const options = { records: rounds * 1_000, perSecond: 100, followMs: 60_000, say };
      const outcome = await onStack({}, (stack) =>
        copyUnderLoad(stack, options).then((result) => ({ ...result, missing: result.faults.length })),
      );
      const grown = Object.entries(outcome.growth).filter(([, by]) => by >= MOST_GROWTH_MB);
      const faults = grown.map(([program, by]) => `the memory of the ${program} grew by ${by.toFixed(0)} MB`);
      if (outcome.changesPerSecond < options.perSecond)
        faults.push(`only ${outcome.changesPerSecond.toFixed(1)} changes per second were written`);
      return { faults: [...outcome.faults, ...faults], text: copyLoadTable(outcome, options) };
    },
  },

  egress: {
    rounds: 200,
    run: async ({ rounds }) => {
      const specs = ['apps/worker/test/webhooks/egress.e2e-spec', 'apps/api/test/webhooks/webhook-egress.e2e-spec'];
      const code = await runLoudly(...node('tools/test.mjs', ...specs), { CHAOS_ROUNDS: String(rounds) });
      const text =
        "The tests' own name server returns a public address when an endpoint is created and an internal one when it is called, and " +
        `the reverse: ${rounds} rounds each of create, test, send, resend and change, through the product's own resolver. ` +
        'Nothing ever connected to the internal listener.\n';
      return { faults: code === 0 ? [] : ['the specs of the egress guard fail; see above'], text };
    },
  },
};

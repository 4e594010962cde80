import { execFileSync } from 'node:child_process';
import { Fault, said, seconds, step, styled } from '../../../tools/lib/say.mjs';
import { total } from '../base/meter.mjs';
import { watchOthers } from '../base/quiet.mjs';
import { median } from '../base/report.mjs';
import { between, perSecond } from '../base/rounds.mjs';
import { Stack } from '../base/stack.mjs';
import { GROUPS } from '../rows/groups.mjs';

/**
 * Measures the same rows with the programs of this tree and with those of another commit, in alternating rounds of one run. The laboratory of
 * this tree measures both. Prints the CPU time per operation of both, and its ratio.
 * @param commit its name, as git accepts it
 * @param asked the parts, as `{ group, part }`; without `part` all of the group
 * @param rounds how often each part runs with each of the two
 * @param isQuick short rounds
 */
export async function compare(commit, asked, rounds, isQuick) {
  const id = commitOf(commit);
  const { builtRelease } = await import('../../../libs/testing/src/previous-release.ts');
  const folder = await step(`Building ${commit}`, `${commit} (${id.slice(0, 8)}) is built`, () => builtRelease(id));
  const stacks = {};
  try {
    stacks.before = await Stack.start(folder);
    stacks.now = await Stack.start();
    // The rows of both are compared with each other, so they start no floors.
    for (const stack of Object.values(stacks)) stack.isAgainst = true;
    process.stdout.write(`\nMeasured on ${stacks.now.machine}.\n`);
    const others = watchOthers(() => Object.values(stacks).map((stack) => stack.postgresPid));
    for (const { group, part } of asked)
      for (const each of part ? [part] : Object.keys(GROUPS[group].parts))
        await comparePart(stacks, group, each, rounds, isQuick).catch((error) => {
          // The other parts of a long run are measured nevertheless.
          process.exitCode = 1;
          process.stderr.write(`\n${group}:${each} was not measured: ${said(error)}\n`);
        });
    process.stdout.write(`\nDuring the measurement, ${others()}.\n`);
  } finally {
    await Promise.all(Object.values(stacks).map((stack) => stack.stop()));
  }
}

function commitOf(name) {
  try {
    return execFileSync('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], { encoding: 'utf8' }).trim();
  } catch {
    throw new Fault(`There is no commit "${name}" in this clone.`);
  }
}

async function comparePart(stacks, group, part, rounds, isQuick) {
  const { parts, open } = GROUPS[group];
  const start = performance.now();
  /** The rows of each round, by their ids. */
  const found = { before: [], now: [] };
  for (let round = 0; round < rounds; round++) {
    // Each begins every second round, because the second finds warmer caches.
    const order = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    for (const name of order) {
      const stack = stacks[name];
      await stack.databases.query('VACUUM ANALYZE');
      const run = await parts[part]({ stack, quick: isQuick, explain: async () => {}, ...(await open?.(stack)) });
      found[name].push(new Map((run.rows ?? run).map((row) => [row.id, row])));
    }
  }
  const lines = [...found.now[0].values()].map((row) => line(row, found)).filter(Boolean);
  process.stdout.write(`\n${group}:${part} (${rounds} rounds, ${seconds(performance.now() - start)})\n`);
  process.stdout.write(`${lines.join('\n') || '  It has no row with CPU time.'}\n`);
}

/** `  POST /v1/clients   1.21 -> 1.02 ms CPU   0.84 (0.80 – 0.91)` */
function line({ id, name, cpu, unit }, found) {
  if (!cpu) return undefined;
  const spent = (which) => found[which].map((rows) => total(rows.get(id)?.cpu ?? {}));
  const [before, now] = [spent('before'), spent('now')];
  const ratios = now.map((ms, round) => ms / before[round]);
  const parts = Object.keys(cpu).map((program) => {
    const of = (which) => median(found[which].map((rows) => rows.get(id).cpu[program])).toFixed(2);
    return `${program} ${of('before')} → ${of('now')}`;
  });
  const ratio = styled('bold', median(ratios).toFixed(2));
  const rates = unit === '/s' ? `\n    ${ratesOf(id, found)}` : '';
  return `  ${name}\n    ${median(before).toFixed(3)} → ${median(now).toFixed(3)} ms CPU, ratio ${ratio} (${between(ratios, 2)}; ${parts.join(', ')})${rates}`;
}

/** `812 → 1,040/s, ratio 1.28 (1.22 – 1.31)` */
function ratesOf(id, found) {
  const [before, now] = ['before', 'now'].map((which) => found[which].map((rows) => rows.get(id)?.value ?? NaN));
  const ratios = now.map((rate, round) => rate / before[round]);
  return `${Math.round(median(before)).toLocaleString('en')} → ${perSecond(median(now))}, ratio ${median(ratios).toFixed(2)} (${between(ratios, 2)})`;
}

import { Fault } from '../../../tools/lib/say.mjs';
import { perOperation, readMeter, total } from './meter.mjs';
import { median } from './report.mjs';

/**
 * Runs loads in alternating rounds, so that all of them have the noise of the same moments. The first round warms up the compiler and does
 * not count.
 * @param cases by name `{ load, prepare, pids, settle, rest }`: the load; what adds to it before each round; the measured processes (default:
 * those of the stack); a wait for work that a round leaves behind, whose CPU time belongs to it; and by program, what it uses at rest in ms for
 * each ms, which is subtracted
 * @param rounds `{ count, ms, warmUpMs }`
 * @returns the results of each case
 */
export const alternate = async (stack, cases, rounds) => summarise(await runRounds(stack, cases, rounds));

/** The rounds of `alternate`. @returns by name the results of each round, for `summarise` */
export async function runRounds(stack, cases, { count, ms, warmUpMs = ms }) {
  const results = Object.fromEntries(Object.keys(cases).map((name) => [name, []]));
  for (let round = 0; round <= count; round++) {
    for (const [name, { prepare, load, pids, settle, rest = {} }] of Object.entries(cases)) {
      const prepared = await prepare?.();
      const measured = pids ?? stack.pids;
      const began = performance.now();
      const before = await readMeter(stack, measured);
      const result = await stack.load({ ms: round === 0 ? warmUpMs : ms, ...load, ...prepared });
      if (result.wrong > 0)
        throw new Fault(`${name}: ${result.wrong} of ${result.count} responses had another status:\n${result.example}`);
      await settle?.();
      const used = perOperation(before, await readMeter(stack, measured), result.count);
      const waited = (performance.now() - began) / result.count;
      for (const program of Object.keys(rest)) used.cpu[program] -= rest[program] * waited;
      if (round > 0) results[name].push({ ...result, ...used });
    }
  }
  return results;
}

/**
 * The results of rounds by name, as medians and as ratios of the results of the same round. A case without results, such as a floor while two
 * commits are compared, has no ratio.
 */
export function summarise(results) {
  const ran = (name) => results[name]?.length > 0;
  const all = (name, figure) => results[name].map((result) => result[figure]);
  const of = (name, figure) => median(all(name, figure));
  const cpu = (name) => {
    const programs = Object.keys(results[name][0].cpu);
    return Object.fromEntries(programs.map((program) => [program, median(all(name, 'cpu').map((ms) => ms[program]))]));
  };
  /** The ratio of one figure: its median, and the least and the greatest of the rounds. */
  const ratio = (ours, floor, figure = 'rate') => {
    if (!ran(floor)) return {};
    const ratios = all(ours, figure).map((value, round) => value / results[floor][round][figure]);
    return { ratio: median(ratios), spread: between(ratios, 2) };
  };
  /** The members of a row about the CPU time of the other case, and the ratio of both. */
  const cpuRatio = (ours, floor) => {
    if (!ran(floor)) return {};
    const ratios = all(ours, 'cpu').map((spent, round) => total(spent) / total(results[floor][round].cpu));
    return { floorCpu: cpu(floor), cpuRatio: median(ratios), cpuSpread: between(ratios, 2) };
  };
  const show = (name) => `${perSecond(of(name, 'rate'))}, p99 ${of(name, 'p99').toFixed(1)} ms`;
  /** With the CPU time of all its programs. */
  const showFloor = (name) => `${show(name)}, CPU ${total(cpu(name)).toFixed(2)} ms`;
  const floorFigures = (name) => (ran(name) ? { floorFigure: showFloor(name), floorValue: of(name, 'rate') } : {});
  const used = (name) => ({ value: of(name, 'rate'), unit: '/s', cpu: cpu(name), commits: of(name, 'commits') });
  return {
    /** Whether the case has results. */
    ran,
    of,
    all,
    cpu,
    ratio,
    show,
    showFloor,
    /** The members of a row that every load has. */
    used,
    cpuRatio,
    /** The members of a row that compares a load with another one. */
    compared: (ours, floor) => ({
      ...floorFigures(floor),
      figure: show(ours),
      ...ratio(ours, floor),
      ...used(ours),
      ...cpuRatio(ours, floor),
    }),
  };
}

export const perSecond = (rate) => `${Math.round(rate).toLocaleString('en')}/s`;

/** The least and the greatest of several values. */
export function between(values, digits = 0, unit = '') {
  return `${Math.min(...values).toFixed(digits)} – ${Math.max(...values).toFixed(digits)}${unit}`;
}

import { total } from '../base/meter.mjs';
import { measured } from '../base/report.mjs';
import { alternate } from '../base/rounds.mjs';

const CONNECTIONS = 32;

/**
 * The same request at an API that logs it, and at one that does not.
 * @param most the goal, as a ratio of CPU time
 * @param settle waits for the work that a round leaves behind
 */
export const loggedRow =
  ({ id, name, most, loadOf, settle }) =>
  async ({ stack, quick }) => {
    // Both are new: the compiler knows the code of an older process better.
    const without = await stack.startApi({ REQUEST_LOG_DAYS: '0' });
    const logging = await stack.startApi();
    const load = {
      connections: CONNECTIONS,
      authorizations: [`Bearer ${stack.key}`],
      ...(await loadOf(stack)),
    };
    const beside = (pid) => ({ api: pid, postgres: stack.postgresPid });
    const cases = {
      off: { load: { ...load, port: without.port }, pids: beside(without.pid), settle: () => settle?.(stack) },
      on: { load: { ...load, port: logging.port }, pids: beside(logging.pid), settle: () => settle?.(stack) },
    };
    const results = await alternate(stack, cases, { count: quick ? 3 : 9, ms: quick ? 1_500 : 4_000, warmUpMs: 6_000 });
    await Promise.all([without.end(), logging.end()]);
    const ratios = results
      .all('on', 'cpu')
      .map((cpu, round) => total(cpu) / total(results.all('off', 'cpu')[round]))
      .sort((a, b) => a - b);
    const ratio = ratios[Math.floor(ratios.length / 2)];
    return [
      measured({
        id,
        name,
        floor: 'the same with `REQUEST_LOG_DAYS=0`',
        floorFigure: `${results.showFloor('off')}, p50 ${results.of('off', 'p50').toFixed(2)} ms`,
        floorValue: total(results.cpu('off')),
        figure: `${results.show('on')}, p50 ${results.of('on', 'p50').toFixed(2)} ms`,
        ...results.used('on'),
        value: total(results.cpu('on')),
        unit: 'ms',
        ratio,
        spread: `${ratios[0].toFixed(2)} – ${ratios.at(-1).toFixed(2)}`,
        goal: { text: `CPU ≤ ${most} ×`, met: ratio <= most },
        next: 'store fewer columns for a read, or write the rows with COPY.',
      }),
    ];
  };

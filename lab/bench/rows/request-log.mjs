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
    const results = await alternate(stack, cases, {
      count: quick ? 1 : 3,
      ms: quick ? 1_500 : 2_500,
      warmUpMs: quick ? 3_000 : 5_000,
    });
    await Promise.all([without.end(), logging.end()]);
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
        ...results.cpuRatio('on', 'off'),
        goal: { mostCpu: most },
        next: 'store fewer columns for a read, or write the rows with COPY.',
      }),
    ];
  };

import { API_TIME, profiled } from '../base/profile.mjs';
import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { anInvoice } from './read.mjs';

const MOST_MS = 50;
const RATE = 50;
const BUSY = 2;
const LONG = 100_000;
/** More than the API caches (16 MiB), so that each request renders its PDF. */
const DRAFTS = 600;

/** How long a request waits while the API renders PDFs and rejects long bodies. */
export async function unblockedRow({ stack, quick }) {
  const paths = await drafts(stack);
  const ms = quick ? 2_000 : 3_000;
  const unknown = Object.fromEntries(Array.from({ length: LONG / 12 }, (_, n) => [`nmae${n}`, 1]));
  const asked = { connections: BUSY, authorizations: [`Bearer ${stack.key}`], ms };
  const keepBusy = (port) => [
    stack.load({ ...asked, port, paths }),
    stack.load({ ...asked, port, path: '/v1/invoices/preview', body: JSON.stringify(unknown), status: 4 }),
  ];
  const alone = [];
  const beside = [];
  let rendered = 0;
  for (let round = 0; round <= (quick ? 1 : 3); round++) {
    const probe = () => stack.load({ port: stack.port, connections: 4, path: '/health/live', rate: RATE, ms });
    const quiet = await probe();
    const [busy, pdfs] = await Promise.all([probe(), ...keepBusy(stack.port)]);
    // The first round warms up the compiler and the threads.
    if (round === 0) continue;
    alone.push(quiet);
    beside.push(busy);
    rendered += pdfs.rate;
  }
  const worst = beside.map(({ max }) => max);
  const of = (rounds, figure) => median(rounds.map((round) => round[figure])).toFixed(1);
  const latencies = (rounds) =>
    `p50 ${of(rounds, 'p50')} ms, p99 ${of(rounds, 'p99')} ms, longest ${of(rounds, 'max')} ms`;
  return [
    measured({
      id: 'unblocked',
      name: `\`GET /health/live\` while the API renders PDFs and rejects bodies of ${LONG / 1_000} kB, ${BUSY} of each at a time: longest wait`,
      floor: 'the same without them',
      floorFigure: latencies(alone),
      floorValue: median(alone.map(({ max }) => max)),
      figure: `${latencies(beside)}; ${Math.round(rendered / beside.length)} PDFs/s`,
      value: median(worst),
      unit: 'ms',
      spread: between(worst, 1, ' ms'),
      goal: { text: `≤ ${MOST_MS} ms`, met: median(worst) <= MOST_MS },
      next: 'find the longest pause of the event loop: the validation of a long body, or a collection of garbage.',
      profile: { of: `${API_TIME}, main thread`, run: () => profileWhileBusy(stack, keepBusy) },
    }),
  ];
}

const profileWhileBusy = (stack, keepBusy) =>
  profiled(
    (options) => stack.startApi({}, options),
    async ({ port }, warm) => {
      await Promise.all(keepBusy(port));
      warm();
      await Promise.all(keepBusy(port));
    },
  );

/** The paths of the PDFs of new drafts. */
async function drafts(stack) {
  const items = Array(100).fill(await anInvoice(stack));
  const paths = [];
  while (paths.length < DRAFTS) {
    const { results } = await stack.call('POST', '/v1/invoices/batch', { mode: 'atomic', items });
    paths.push(...results.map(({ record }) => `/v1/invoices/${record.id}/pdf`));
  }
  return paths;
}

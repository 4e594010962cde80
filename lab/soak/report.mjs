import { median, quantile } from '../bench/base/report.mjs';

const PARTS = 12;
const BAR = 30;
/** The growth from the second quarter to the last that still counts as flat. The first quarter fills caches and pools. */
const FLAT_SHARE = 0.1;
const FLAT_MB = 15;
/** The same for the p95 of the requests. */
const FLAT_P95 = 1.2;

const PROGRAMS = { api: 'API', worker: 'worker' };

/**
 * The growth of each program: the median of the last quarter compared with the median of the second.
 * @returns for each program `{ program, from, to }` in MB, and `problem` if it is not flat
 */
export function flatness(readings) {
  const quarter = (n) =>
    readings.slice(Math.floor((readings.length * n) / 4), Math.floor((readings.length * (n + 1)) / 4));
  return Object.entries(PROGRAMS).map(([name, program]) => {
    const [from, to] = [1, 3].map((n) => median(quarter(n).map((reading) => reading[name].memory)));
    const isFlat = to - from <= Math.max(FLAT_MB, from * FLAT_SHARE);
    return {
      program,
      from,
      to,
      ...(!isFlat && {
        problem: `The memory of the ${program} grew from ${Math.round(from)} to ${Math.round(to)} MB.`,
      }),
    };
  });
}

/** The growth of the p95 of the requests, from the second quarter to the last. @returns the same as `flatness` */
export function latencyGrowth(latencies) {
  const quarter = (n) =>
    latencies.slice(Math.floor((latencies.length * n) / 4), Math.floor((latencies.length * (n + 1)) / 4));
  const [from, to] = [1, 3].map((n) => p95Of(quarter(n)));
  const isFlat = to <= from * FLAT_P95;
  return { from, to, ...(!isFlat && { problem: `The p95 of the requests grew from ${from} to ${to} ms.` }) };
}

const p95Of = (latencies) =>
  quantile(
    latencies.map(([, ms]) => ms),
    0.95,
  );

/** The unexpected responses, by request and status. */
function unexpectedOf({ unexpected }) {
  const kinds = Object.entries(unexpected).map(([what, count]) => `${count} × ${what}`);
  return kinds.length === 0
    ? 'each with the expected response'
    : `some with an unexpected response (${kinds.join(', ')})`;
}

/** The result as Markdown: what was sent, the memory over time, and for a share of the highest rate the p95 of the requests. */
export function renderSoak({
  minutes,
  endpoints,
  keys,
  share,
  rate,
  load: { totals: load, latencies },
  readings,
  books,
}) {
  const many = (number) => number.toLocaleString('en');
  const [first, last] = [readings[0], readings.at(-1)];
  const kinds = Object.entries(load.byName).map(([name, count]) => `${name} ${many(count)}`);
  const growth = flatness(readings).map(
    ({ program, from, to }) => `${program} ${Math.round(from)} → ${Math.round(to)} MB`,
  );
  const size = Math.ceil(readings.length / PARTS);
  const parts = Array.from({ length: PARTS }, (_, n) => readings.slice(n * size, (n + 1) * size)).filter(
    (part) => part.length > 0,
  );
  const most = Math.max(...readings.map(({ api, worker }) => Math.max(api.memory, worker.memory)));
  const rows = parts.map((part, n) => {
    const cells = Object.keys(PROGRAMS).flatMap((name) => {
      const memory = median(part.map((reading) => reading[name].memory));
      const heap = Math.min(...part.map((reading) => reading[name].heap));
      return [
        `${Math.round(memory)} MB`,
        `${Math.round(heap)} MB`,
        `\`${'█'.repeat(Math.round((memory / most) * BAR))}\``,
      ];
    });
    const end = parts[n + 1]?.[0].at ?? Infinity;
    const sent = latencies.filter(([at]) => at >= part[0].at && at < end);
    const p95 = share ? ` ${p95Of(sent)} ms |` : '';
    return `| ${Math.round((part.at(-1).at - first.at) / 60_000)} | ${cells.join(' | ')} |${p95}`;
  });
  const slow = share ? '' : '; one of the endpoints never responds, and one takes a second';
  const at = share
    ? `at ${rate} requests a second, ${share} % of the highest rate that the programs sustained,`
    : 'at a fixed rate';
  const { from, to } = latencyGrowth(latencies);
  const p95Growth = share ? ` The p95 of the requests: ${from} → ${to} ms.` : '';
  return `${many(load.requests)} requests in ${minutes} minutes ${at} with ${many(keys)} ${keys === 1 ? 'key' : 'keys'} and ${endpoints} endpoints, ${unexpectedOf(load)}: ${kinds.join(', ')}. The worker numbered ${many(last.events - first.events)} events and made ${many(last.attempts - first.attempts)} attempts, ${many(last.succeeded - first.succeeded)} of them successful${slow}. Afterwards, \`npm run admin -- verify-books\` found that all ${books.trim().split('\n').length} conditions hold.

Memory from the second quarter of the time to the last: ${growth.join(', ')}.${p95Growth} The memory is the median of the resident memory, the heap is the least that was in use, both for each period.

| minutes | API | heap | | worker | heap | |${share ? ' p95 |' : ''}
|---|---|---|---|---|---|---|${share ? '---|' : ''}
${rows.join('\n')}`;
}

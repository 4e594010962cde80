import { median } from '../bench/base/report.mjs';

const PARTS = 12;
const BAR = 30;
/** The growth from the second quarter to the last that still counts as flat. The first quarter fills caches and pools. */
const FLAT_SHARE = 0.1;
const FLAT_MB = 15;

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

/** The unexpected responses, by request and status. */
function unexpectedOf({ unexpected }) {
  const kinds = Object.entries(unexpected).map(([what, count]) => `${count} × ${what}`);
  return kinds.length === 0
    ? 'each with the expected response'
    : `some with an unexpected response (${kinds.join(', ')})`;
}

/** The result as Markdown: what was sent, and the memory over time. */
export function renderSoak({ minutes, endpoints, keys, load, readings, books }) {
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
  const rows = parts.map((part) => {
    const cells = Object.keys(PROGRAMS).flatMap((name) => {
      const memory = median(part.map((reading) => reading[name].memory));
      const heap = Math.min(...part.map((reading) => reading[name].heap));
      return [
        `${Math.round(memory)} MB`,
        `${Math.round(heap)} MB`,
        `\`${'█'.repeat(Math.round((memory / most) * BAR))}\``,
      ];
    });
    return `| ${Math.round((part.at(-1).at - first.at) / 60_000)} | ${cells.join(' | ')} |`;
  });
  return `${many(load.requests)} requests in ${minutes} minutes at a fixed rate with ${many(keys)} ${keys === 1 ? 'key' : 'keys'} and ${endpoints} endpoints, ${unexpectedOf(load)}: ${kinds.join(', ')}. The worker numbered ${many(last.events - first.events)} events and made ${many(last.attempts - first.attempts)} attempts, ${many(last.succeeded - first.succeeded)} of them successful; one of the endpoints never responds, and one takes a second. Afterwards, \`npm run admin -- verify-books\` found that all ${books.trim().split('\n').length} conditions hold.

Memory from the second quarter of the time to the last: ${growth.join(', ')}. The memory is the median of the resident memory, the heap is the least that was in use, both for each period.

| minutes | API | heap | | worker | heap | |
|---|---|---|---|---|---|---|
${rows.join('\n')}`;
}

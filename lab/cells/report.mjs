import { total } from '../bench/base/meter.mjs';
import { median } from '../bench/base/report.mjs';
import { between } from '../bench/base/rounds.mjs';

const MANY = 100_000_000;
const DAYS = 30;
const SERVERS = 4;

/** The goals. */
const MOST_IDLE_PERCENT = 3;
const MOST_CPU_RATIO = 1.05;
const MOST_HELD_MS = 2_000;

const whole = (number) => Math.round(number).toLocaleString('en');
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const gigabytes = (bytes) => `${whole(bytes / 1e9)} GB`;
const percent = (share) => `${share.toFixed(2)} %`;
const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
const met = (isMet) => (isMet ? 'met' : '**missed**');

/** What a cell costs. @param created the times in ms of each, and the CPU time of PostgreSQL in ms and the bytes of all */
export function renderCreation({ times, cpu, bytes }) {
  const each = bytes / times.length;
  const took = `Creating a cell took ${whole(median(times))} ms (${between(times)} ms): median and spread of ${times.length}.`;
  return `${took} PostgreSQL used ${whole(cpu / times.length)} ms of CPU time and ${megabytes(each)} of disk for each, on average.`;
}

/** What programs without work use. @param readings each `{ cells, filled, shares, rate, connections }` */
export function renderIdle(readings) {
  const names = Object.keys(readings[0].shares);
  const rows = readings.map(({ cells, what, shares, rate, connections }) => [
    `${cells}, ${what}`,
    ...names.map((name) => percent(shares[name])),
    `**${percent(sum(Object.values(shares)))}**`,
    whole(rate),
    Object.entries(connections)
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
  ]);
  const [one, ...others] = readings.map(({ shares }) => sum(Object.values(shares)));
  const most = Math.max(...others);
  const goal = `Goal: ${readings.at(-1).cells} idle cells use at most ${MOST_IDLE_PERCENT} % of a core: ${met(most <= MOST_IDLE_PERCENT)}, ${percent(most)} in all, of it ${percent(most - one)} more than with one cell.`;
  const head = ['cells', 'API', 'worker', 'PostgreSQL', 'together', 'transactions/s', 'connections'];
  return `${table(head, rows)}\n\n${goal}`;
}

/** Bytes on disk. */
export function renderSizes({ rows, perCompany, filled, cells }) {
  const perEvent = sum(rows.map(({ bytes }) => bytes));
  const lines = rows.map(({ table: name, rows: count, bytes }) => [
    `a row of \`${name}\`, with its indexes`,
    whole(count),
    `${whole(bytes)} B`,
  ]);
  return table(
    ['on disk', 'measured on', 'size'],
    [
      ...lines,
      ['an event with one delivery and one attempt', whole(rows[0].rows), `**${whole(perEvent)} B**`],
      [
        'a company with its series, tax rates and an endpoint, without its events',
        whole(filled.companies * cells),
        `${whole(perCompany)} B`,
      ],
    ],
  );
}

/** The CPU time of operations. @param measured as `measureOperations` returns it @param sides their names */
export function renderOperations({ found, rest }, [one, two]) {
  const rows = Object.entries(found).map(([name, results]) => {
    const { cpuRatio, cpuSpread } = results.cpuRatio(two, one);
    const shown = (side) => {
      const totals = results.all(side, 'cpu').map(total);
      return `${median(totals).toFixed(3)} (${between(totals, 3)})`;
    };
    return [
      `\`${name}\``,
      shown(one),
      partsOf(results, one),
      shown(two),
      partsOf(results, two),
      `**${cpuRatio.toFixed(3)}** (${cpuSpread})`,
      met(cpuRatio <= MOST_CPU_RATIO),
    ];
  });
  const text = table(
    [
      'operation',
      'one cell, one server: ms',
      'of it',
      'two cells, two servers: ms',
      'of it',
      'ratio',
      `goal ≤ ${MOST_CPU_RATIO}`,
    ],
    rows,
  );
  const rounds = Object.values(found)[0].all(one, 'cpu').length;
  return `${text}\n\nMedian, lowest and highest of ${rounds} rounds. Each has two halves, in which the sides take turns to be first, and before which the programs start again and warm up. What they use at rest in the same time is subtracted: ${percent(100 * rest[one])} and ${percent(100 * rest[two])} of a core.`;
}

/** The CPU time of operations with many cells on one server, beside what they took before. */
export function renderMany({ found }, before, cells) {
  const rows = Object.entries(found).map(([name, results]) => {
    const totals = results.all('many', 'cpu').map(total);
    const one = median(before[name].all('one', 'cpu').map(total));
    return [
      `\`${name}\``,
      one.toFixed(3),
      `${median(totals).toFixed(3)} (${between(totals, 3)})`,
      partsOf(results, 'many'),
      (median(totals) / one).toFixed(2),
    ];
  });
  const head = ['operation', 'one cell, before: ms', `${cells} cells with rows, one server: ms`, 'of it', 'ratio'];
  return table(head, rows);
}

const TITLES = { api: 'API', worker: 'worker', postgres: 'PostgreSQL', second: 'second server' };
const partsOf = (results, side) =>
  Object.entries(results.cpu(side))
    // What is subtracted may be more than a program has used.
    .map(([name, ms]) => `${TITLES[name]} ${Math.max(ms, 0).toFixed(2)}`)
    .join(', ');

/** What 100 million events would need by these figures. */
export function renderExtrapolation({ rows, perCompany, created, companies }, live) {
  const perEvent = sum(rows.map(({ bytes }) => bytes));
  const events = MANY * perEvent;
  const others = companies * perCompany;
  const catalogs = created.bytes;
  const all = events + others + catalogs;
  const rate = MANY / (DAYS * 86_400);
  const cpu = Object.values(live).reduce((most, ms) => most + ms, 0);
  return [
    `**100 million events, calculated and not measured:**`,
    '',
    `- Disk: 100,000,000 × ${whole(perEvent)} B = ${gigabytes(events)}; ${whole(companies)} companies × ${whole(perCompany)} B = ${megabytes(others)}; tables and catalogues of ${created.times.length} empty cells, ${megabytes(catalogs)}. Together ${gigabytes(all)}, on ${SERVERS} servers ${gigabytes(all / SERVERS)} each. Without the space of changed and deleted rows, the log of PostgreSQL and a standby.`,
    `- CPU: in ${DAYS} days, ${rate.toFixed(1)} events/s × ${cpu.toFixed(1)} ms for a client that is created and delivered live = ${whole((rate * cpu) / 10)} % of a core of API, worker and PostgreSQL together, if they arrive evenly. Peaks need a multiple.`,
    `- Indexes grow by about one level for a hundred times as many rows. Reads of a company do not depend on the number of companies, because each index of these reads begins with the company.`,
  ].join('\n');
}

/** How long writes wait while a cell moves. @param moves as `measureMoves` returns them */
export function renderMoves(moves) {
  const of = (name, unit, digits = 0) => {
    const all = moves.map((move) => move[name]);
    return `${median(all).toFixed(digits)} (${between(all, digits)}) ${unit}`;
  };
  const held = Math.max(...moves.map(({ heldMs }) => heldMs));
  const took = moves.map(({ ms }) => ms / 1_000);
  const rows = [
    ['size of the cell', `${moves.map(({ bytes }) => megabytes(bytes)).join(', ')}`],
    ['the move', `${median(took).toFixed(1)} (${between(took, 1)}) s`],
    ['writes were held at the switch', of('heldMs', 'ms')],
    ['the longest invoice in the meantime', of('longestMs', 'ms')],
    [
      'invoices in the meantime, and of these repeated',
      moves.map(({ writes, repeated }) => `${writes}, ${repeated}`).join('; '),
    ],
  ];
  const text = table([`${moves.length} moves between two servers`, 'median, lowest and highest'], rows);
  return `${text}\n\nGoal: writes are held for less than ${MOST_HELD_MS} ms: ${met(held < MOST_HELD_MS)}.`;
}

/** Connections while both companies send requests, by server. */
export const renderBusy = (busy) =>
  `Connections after the rounds, with 32 requests at a time and \`DATABASE_POOL_SIZE\` of 10: ${busy
    .map(
      ({ server, connections }) =>
        `${server} ${Object.entries(connections)
          .map(([name, count]) => `${name} ${count}`)
          .join(', ')}`,
    )
    .join('; ')}.`;

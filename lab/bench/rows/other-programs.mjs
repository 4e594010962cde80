/**
 * Other programs for webhooks, measured beside an earlier commit with another load generator. They need their own servers, so this run does not
 * repeat them. Figures: Billhook on Node 20, Svix, Outpost.
 */
const RUN = `28 November 2026 on 2 × AMD EPYC (family 26, model 2), Node 20.20.2, PostgreSQL 15.18 and Redis 7.0, two rounds of fresh processes in turn, other programs below a tenth of a processor; Billhook cde88f36, Svix 4fc0cfb8b, Outpost f67ae011, all built from source`;

const FIGURES = [
  ['CPU of an event, 20 events/s', 'ms', [12.3, 4.6, 5.6]],
  ['CPU of an event, 100 events/s', 'ms', [7.5, 2.7, 3.0]],
  ['CPU of an event, 200 events/s', 'ms', [5.1, 2.2, 2.0]],
  ['p95 from the request, 20 events/s', 'ms', [12.2, 3.7, 51.8]],
  ['p95 from the request, 100 events/s', 'ms', [12.0, 2.9, 52.0]],
  ['1 event × 50 endpoints, the last of them, p50', 'ms', [17.1, 7.4, 64.0]],
  ['accepted, 32 callers', '/s', [933, 1_041, 1_889]],
  ['CPU of an accepted and delivered event, 32 callers', 'ms', [1.8, 1.53, 1.06]],
  ['deliveries of a drain', '/s', [3_540, 2_380, 2_863]],
  ['CPU of a delivery of a drain', 'ms', [0.43, 0.63, 0.58]],
];

const shown = (value, unit) => (unit === '/s' ? `${value.toLocaleString('en')}/s` : `${value} ms`);

/** Their figures, and Billhook's in that run as a ratio to theirs. */
export function otherProgramsText() {
  const rows = FIGURES.map(([name, unit, [ours, ...theirs]]) => {
    const ratios = theirs.map((value) => `${shown(value, unit)}, **${(ours / value).toFixed(2)}**`);
    return `| ${[name, shown(ours, unit), ...ratios].join(' | ')} |`;
  });
  return `### Other programs, in another run

Measured on ${RUN}. The **ratio** is that of Billhook to the other program in that run. It cannot be compared with the tables of this page: the same work took 2.5 times the CPU time on another machine. The events differ as well: Billhook creates a record with its history in the same transaction, the others accept a message that the caller has committed elsewhere. The floor of a live event took 1.1 ms at 100 events/s on that machine, which puts Svix at 2.4 times and Outpost at 2.6 times the floor.

| in that run | Billhook | Svix | Outpost |
|---|---|---|---|
${rows.join('\n')}`;
}

/** What the sections of docs/reliability.md say of a run: figures alone, no verdict, for a run that broke a promise is not written. */

const many = (n) => Math.round(n).toLocaleString('en');
const inSeconds = (ms) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Of faults that struck while integrators wrote: a row a fault, and what became of all that was written. */
export function strikesTable(faults, { strikes, worst, meanwhile, verdict, written }) {
  const rows = faults.map((fault) => {
    const own = strikes.flatMap((strike, n) => (strike.fault === fault ? [n] : []));
    const waits = own.map((n) => worst[n]);
    const inFlight = own.reduce((sum, n) => sum + strikes[n].inFlight.length, 0);
    const noted = [
      ...(inFlight > 0 ? [`${many(inFlight)} attempts under way at the kills`] : []),
      ...(fault.outlived
        ? [`${many(own.reduce((sum, n) => sum + meanwhile[n], 0))} events were committed and received while it lasted`]
        : []),
    ];
    const wait = own.length === 0 ? '-' : `${inSeconds(quantile(waits, 0.5))}, ${inSeconds(Math.max(...waits))}`;
    return `| ${fault.name} | ${fault.did} | ${own.length} | ${wait} | ${noted.join('; ')} |`;
  });
  const { dry, rejected, abandoned, promised, cut, refused, replayed } = written;
  return `| fault | what was done | times | longest wait of an event: median, most | |
|---|---|---|---|---|
${rows.join('\n')}

- ${many(verdict.changes)} changes were committed, and ${many(verdict.events)} events tell of them. ${many(verdict.receipts)} requests came to three endpoints: no event was missing at any, and none told of what was rolled back (${many(dry)} dry runs, ${many(rejected)} refused batches, ${many(abandoned)} requests whose caller hung up).
- ${many(promised.length)} writes were answered, and all are there, once. ${many(cut)} requests were cut off, ${many(refused)} refused with a 5xx and a problem; ${many(replayed)} were repeated under their \`Idempotency-Key\`, and each got the one answer.
- ${second(verdict)} Sequences had no gap and no repeat, every signature held, no delivery failed.
`;
}

/** What came twice, and why. */
function second({ interrupted, duplicates }) {
  if (interrupted === 0) return 'No attempt was interrupted, and no message came twice.';
  return `${many(interrupted)} attempts were interrupted. ${many(duplicates)} messages came again for that, each under the same id, with the same bytes; no other did.`;
}

/** Of two workers with wrong clocks. */
export function skewTable({ verdict, attempts, strikes }, rounds) {
  const inFlight = strikes.reduce((sum, strike) => sum + strike.inFlight.length, 0);
  return `| fault | what was done | rounds | result |
|---|---|---|---|
| skewed clocks | two workers, one 15 s fast, one 15 s slow, both sweeping five times a second; 100 messages a round to four receivers, of which two fail one attempt of five and one answers some messages after 12 s, longer than a silent worker is waited for | ${rounds} | ${many(verdict.receipts)} attempts (${many(attempts.fast)} by the fast one, ${many(attempts.slow)} by the slow one), no number of an attempt twice |
| one of them killed | kill -9 with attempts under way, every fifth round | ${strikes.length} | ${many(inFlight)} attempts under way at the kills, in both; ${many(verdict.interrupted)} interrupted, ${many(verdict.duplicates)} messages came a second time |
`;
}

/** Of an endpoint that never answers. */
export function deadTable({ without, with: beside, ratio, waiting, open }, { rounds, backlog, changes, perSecond }) {
  const figures = ({ p50, p95 }) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  return `| | request to receiver, five endpoints |
|---|---|
| without it | ${figures(without)} |
| beside it, ${many(backlog)} events due to it | ${figures(beside)} |
| ratio of the p95 | **${ratio.toFixed(2)}**; goal < 1.20: ${ratio < 1.2 ? 'met' : 'not met'} |

${rounds} rounds of each kind in turns, medians; ${many(changes)} changes a round, ${perSecond} a second, to each of five endpoints. ${many(waiting.before)} events waited for the dead endpoint at the least when a round began, ${many(waiting.after)} when it
ended, and it never had more than ${open} requests open. All messages to the others arrived.
`;
}

/** Of workers told to end. */
export function endsTable({ rounds, verdict }) {
  const sum = (of) => rounds.reduce((total, round) => total + of(round), 0);
  const slowest = Math.max(...rounds.map(({ tookMs }) => tookMs));
  return `| fault | what was done | rounds | result |
|---|---|---|---|
| SIGTERM | with 50 attempts under way, of which about half are answered within 4 s, the others never | ${rounds.length} | ${many(sum(({ inFlight }) => inFlight))} attempts under way, ${many(sum(({ handedBack }) => handedBack))} handed back to be sent again at once, the others finished; at most ${inSeconds(slowest)}, each with exit code 0; ${many(verdict.duplicates)} messages came a second time, none was marked failed |
`;
}

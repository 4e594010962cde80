/** The sections of docs/reliability.md about a run: only figures, because a run that broke a guarantee is not written. */

export const many = (n) => Math.round(n).toLocaleString('en');
export const inSeconds = (ms) => (ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`);

export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** Faults while integrations write: one row per fault, and the totals of everything that was written. */
export function strikesTable(faults, { strikes, worst, meanwhile, verdict, written, delays }) {
  const rows = faults.map((fault) => {
    const own = strikes.flatMap((strike, n) => (strike.fault === fault ? [n] : []));
    const waits = own.map((n) => worst[n]);
    const inFlight = own.reduce((sum, n) => sum + strikes[n].inFlight.length, 0);
    const noted = [
      ...(inFlight > 0 ? [`${many(inFlight)} attempts in progress at the kills`] : []),
      ...(fault.outlived
        ? [`${many(own.reduce((sum, n) => sum + meanwhile[n], 0))} events committed and received during the fault`]
        : []),
    ];
    const wait = own.length === 0 ? '-' : `${inSeconds(quantile(waits, 0.5))}, ${inSeconds(Math.max(...waits))}`;
    return `| ${fault.name} | ${fault.did} | ${own.length} | ${wait} | ${noted.join('; ')} |`;
  });
  const { dry, rejected, abandoned, promised, cut, refused, replayed } = written;
  return `| fault | action | times | longest delay of an event: median, maximum | |
|---|---|---|---|---|
${rows.join('\n')}

- ${many(verdict.changes)} changes were committed, with ${many(verdict.events)} events. Three endpoints received ${many(verdict.receipts)} requests. No endpoint missed an event, and none received an event of a change that was rolled back (${many(dry)} dry runs, ${many(rejected)} rejected batches, ${many(abandoned)} requests whose caller disconnected).
- ${many(promised.length)} writes received a response, and each was stored exactly once. ${many(cut)} requests were cut off, and ${many(refused)} received a 5xx with a problem document. ${many(replayed)} were retried with their \`Idempotency-Key\`, and each received the response of the original request.
- ${second(verdict)} Sequences had no gap and no repeat, every signature was valid, and no delivery failed.
- ${lateness(delays)}
`;
}

/** The events that took long, and what they waited for. */
export function lateness(delays) {
  if (delays.length === 0) return 'No event took longer than 5 s.';
  const longest = (of) => inSeconds(Math.max(...delays.map(of)));
  const kinds = [...new Set(delays.flatMap(({ waits }) => waits.map((wait) => wait.for)))];
  const most = kinds
    .map((kind) => [
      kind,
      Math.max(...delays.flatMap(({ waits }) => waits.filter((wait) => wait.for === kind).map(({ ms }) => ms))),
    ])
    .filter(([, ms]) => ms >= 1_000)
    .sort(([, a], [, b]) => b - a)
    .map(([kind, ms]) => `${kind} ${inSeconds(ms)}`);
  return `${many(delays.length)} events took longer than 5 s, at most ${longest(({ took }) => took)}, and at most ${longest(({ took, outage }) => took - outage)} without the time in which a killed worker or PostgreSQL was starting again. The longest waits: for ${most.join(', for ')}.`;
}

/** The messages that were received twice, and why. */
export function second({ interrupted, duplicates }) {
  if (interrupted === 0) return 'No attempt was interrupted, and no message was received twice.';
  return `${many(interrupted)} attempts were interrupted. For this reason ${many(duplicates)} messages were received again, each with the same id and the same bytes. No other message was received twice.`;
}

/** Two workers with wrong clocks. */
export function skewTable({ verdict, attempts, strikes }, rounds) {
  const inFlight = strikes.reduce((sum, strike) => sum + strike.inFlight.length, 0);
  return `| fault | action | rounds | result |
|---|---|---|---|
| skewed clocks | two workers, one 15 s fast, one 15 s slow, both sweeping five times a second; 100 messages per round to four receivers, of which two fail one attempt in five and one responds to some messages after 12 s, longer than the time after which a silent worker counts as dead | ${rounds} | ${many(verdict.receipts)} attempts (${many(attempts.fast)} by the fast one, ${many(attempts.slow)} by the slow one), no attempt number was used twice |
| one of them killed | kill -9 with attempts in progress, every fifth round | ${strikes.length} | ${many(inFlight)} attempts in progress at the kills, in both; ${many(verdict.interrupted)} interrupted, ${many(verdict.duplicates)} messages received a second time |
`;
}

/** An endpoint that never responds. */
export function deadTable({ without, with: beside, ratio, waiting, open }, { rounds, backlog, changes, perSecond }) {
  const figures = ({ p50, p95 }) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
  return `| | request to receiver, five endpoints |
|---|---|
| without it | ${figures(without)} |
| beside it, ${many(backlog)} events due to it | ${figures(beside)} |
| ratio of the p95 | **${ratio.toFixed(2)}**; goal < 1.20: ${ratio < 1.2 ? 'met' : 'not met'} |

Medians of ${rounds} alternating rounds of each kind, with ${many(changes)} changes per round, ${perSecond} per second, to each of five endpoints. At least ${many(waiting.before)} events waited for the dead endpoint when a round began, and ${many(waiting.after)} when it
ended. It never had more than ${open} open requests. All messages to the others arrived.
`;
}

/** Workers that receive SIGTERM. */
export function endsTable({ rounds, verdict }) {
  const sum = (of) => rounds.reduce((total, round) => total + of(round), 0);
  const slowest = Math.max(...rounds.map(({ tookMs }) => tookMs));
  return `| fault | action | rounds | result |
|---|---|---|---|
| SIGTERM | with 50 attempts in progress, of which about half receive a response within 4 s and the others never do | ${rounds.length} | ${many(sum(({ inFlight }) => inFlight))} attempts in progress, ${many(sum(({ handedBack }) => handedBack))} returned to the queue to be sent again immediately, the others finished; at most ${inSeconds(slowest)}, each with exit code 0; ${many(verdict.duplicates)} messages received a second time, none marked as failed |
`;
}

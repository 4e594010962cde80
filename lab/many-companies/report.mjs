const MANY = 100_000_000;

const whole = (number) => Math.round(number).toLocaleString('en');
const gigabytes = (bytes) => `${Math.round(bytes / 1e9).toLocaleString('en')} GB`;

/** How fast relays numbered events. */
export function renderRelays(rates) {
  const lines = rates.map(
    ({ count, events, ms }) =>
      `| ${count} | ${whole(events)} | ${(ms / 1000).toFixed(1)} s | ${whole((events / ms) * 1000)} |`,
  );
  return ['| relays | events | time | events/s |', '|---|---|---|---|', ...lines].join('\n');
}

/** Bytes per row, and what 100 million rows would need by these figures. */
export function renderSizes(tables) {
  const lines = tables.flatMap(({ table, parts }) => {
    const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
    const detail = parts.filter(({ bytes }) => bytes >= 0.5).map(({ part, bytes }) => `${part} ${whole(bytes)}`);
    return `| \`${table}\` | ${whole(parts[0].rows)} | **${whole(total)}** | ${detail.join(', ')} | ${gigabytes(total * MANY)} |`;
  });
  return [
    '| table | rows | bytes per row | of which | 100 million rows, extrapolated |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

/** The times of reads. */
export function renderReads(reads) {
  const at = (times, share) => `${times[Math.floor(times.length * share)].toFixed(1)} ms`;
  const lines = reads.map(({ name, times }) => `| ${name} | ${at(times, 0.5)} | ${at(times, 0.99)} |`);
  return ['| read | p50 | p99 |', '|---|---|---|', ...lines].join('\n');
}

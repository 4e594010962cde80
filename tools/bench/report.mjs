const BAR = 24;

/** The percentile of the numbers. */
export function quantile(numbers, share) {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (numbers) => quantile(numbers, 0.5);

/** A summary of results by name, each a list of `{ rate, p50, p99 }`, one per round: medians. */
export function medians(results) {
  const of = (figure) => (name) => median(results[name].map((result) => result[figure]));
  const [rate, p50, p99] = [of('rate'), of('p50'), of('p99')];
  const show = (name) => `${Math.round(rate(name)).toLocaleString('en')}/s, p99 ${p99(name).toFixed(1)} ms`;
  return { rate, p50, p99, show };
}

/**
 * A row of the table.
 * @param row `goal` is `{ least }`, a required ratio, or `{ text, met }`; a row without a floor has no `ratio`, and if the floor
 * could not be measured, the goal is not met
 */
export function measured(row) {
  const { goal, ratio } = row;
  return {
    ...row,
    goalText: goal.text ?? `≥ ${goal.least.toFixed(2)}`,
    met: goal.met ?? (ratio === undefined ? undefined : ratio >= goal.least),
  };
}

/** The ratio as a bar; the full width is the floor. */
function bar(ratio) {
  const filled = Math.max(1, Math.round(Math.min(ratio, 1) * BAR));
  return ratio <= 1 ? '█'.repeat(filled) + '░'.repeat(BAR - filled) : `${'█'.repeat(BAR)} ×${ratio.toFixed(1)}`;
}

const said = (met) => (met === undefined ? 'not known' : met ? 'met' : 'not met');

/** For the terminal. */
export function renderTable(rows) {
  return rows
    .map(
      (row) =>
        `${row.name}\n${row.floor === undefined ? '' : `  floor  ${row.floorFigure}   (${row.floor.replaceAll('`', '')})\n`}  ours   ${row.figure}\n` +
        `  ${row.ratio === undefined ? '' : `ratio  ${row.ratio.toFixed(2)}  ${bar(row.ratio)}  `}goal ${row.goalText}: ${said(row.met)}\n`,
    )
    .join('\n');
}

/** The section of docs/performance.md about the rows of a group. @param measuredOn the machine, and its load at that time */
export function renderRows(rows, measuredOn) {
  const table = rows.map(
    (row) =>
      `| ${row.name} | ${row.floor ?? '–'} | ${row.floorFigure ?? '–'} | ${row.figure} | ${row.ratio === undefined ? '–' : `**${row.ratio.toFixed(2)}**`} | ${row.goalText} | ${row.met === undefined ? '–' : row.met ? 'yes' : 'no'} |`,
  );
  const plot = rows
    .filter(({ ratio }) => ratio !== undefined)
    .map((row) => `${row.ratio.toFixed(2).padStart(6)}  ${bar(row.ratio)}  ${row.name.replaceAll('`', '')}`);
  return `Measured on ${measuredOn}.

| measurement | floor | result of the floor | result of Billhook | ratio | goal | met |
|---|---|---|---|---|---|---|
${table.join('\n')}

\`\`\`
${plot.join('\n')}
\`\`\`
`;
}

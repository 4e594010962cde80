import { fail, Fault, said, seconds } from '../tools/lib/say.mjs';
import { compare } from './bench/against/compare.mjs';
import { waitForQuiet, watchOthers } from './bench/base/quiet.mjs';
import { renderRows, renderTable } from './bench/base/report.mjs';
import { Stack } from './bench/base/stack.mjs';
import { record } from './bench/document.mjs';
import { historySection, keepHistory } from './bench/history.mjs';
import { GROUPS } from './bench/rows/groups.mjs';
import { prepareLab } from './lib/prepare.mjs';

/*
 * `npm run bench`: every figure is a ratio to a floor of the same run, in alternating rounds, because absolute figures of a shared machine
 * mean little.
 * `npm run bench -- read` runs one group and writes its section, `npm run bench -- delivery:drain` runs one part and writes nothing.
 * `--quick` is short and writes nothing. `--profile` profiles every row; otherwise only rows that miss their goal are profiled.
 * `--wait 600` waits for a quiet machine for up to 600 s before each group.
 * `--against HEAD~1` compares with the programs of another commit, in `--rounds` (5) rounds of each part, and writes nothing.
 */

const WAIT_S = 180;
const ROUNDS = 5;

async function main() {
  await prepareLab();
  const { quick, profile, waitMs, asked, isWhole, against, rounds } = parse(process.argv.slice(2));
  if (against !== undefined) return compare(against, asked, rounds, quick);
  const stack = await Stack.start();
  const rows = [];
  const faults = [];
  try {
    for (const { group, part } of asked) {
      const section = await measure({ stack, quick, profile, waitMs }, group, part);
      rows.push(...section.rows);
      faults.push(...section.faults);
      // A quick run is not recorded, nor is a part of a section.
      if (!quick && section.isWhole) record([section]);
    }
  } finally {
    await stack.stop();
  }
  if (!quick && isWhole) {
    keepHistory(rows, stack.machine);
    record([historySection()]);
  }
  if (faults.length > 0) throw new Fault(faults.join('\n'));
}

function parse(args) {
  /** Removes an option from the words, and returns its value. */
  const valueOf = (option) => {
    const at = args.indexOf(option);
    if (at < 0) return undefined;
    const [, value] = args.splice(at, 2);
    if (value === undefined || value.startsWith('--')) throw new Fault(`Write a value after ${option}.`);
    return value;
  };
  const wait = valueOf('--wait');
  const against = valueOf('--against');
  const rounds = Number(valueOf('--rounds') ?? ROUNDS);
  if (!Number.isInteger(rounds) || rounds < 1) throw new Fault('Write a number from 1 after --rounds.');
  const quick = args.includes('--quick');
  const words = args.filter((word) => !word.startsWith('-'));
  const names = Object.keys(GROUPS);
  const parts = names.flatMap((name) => Object.keys(GROUPS[name].parts).map((part) => `${name}:${part}`));
  const unknown = words.find((word) => ![...names, ...parts].includes(word));
  if (unknown) throw new Fault(`There is no group "${unknown}". Use one of ${[...names, ...parts].join(', ')}.`);
  const asked = (words.length > 0 ? words : names).map((word) => {
    const [group, part] = word.split(':');
    return { group, part };
  });
  return {
    quick,
    profile: args.includes('--profile'),
    waitMs: quick ? 0 : Number(wait ?? WAIT_S) * 1000,
    asked,
    isWhole: words.length === 0,
    against,
    rounds,
  };
}

/** Measures a group, or one part of it. Returns its section of the page. */
async function measure({ stack, quick, profile, waitMs }, name, part) {
  const { parts, open } = GROUPS[name];
  const pids = () => [stack.postgresPid];
  // Otherwise, PostgreSQL would clean up after the previous group during this one.
  await stack.databases.query('VACUUM ANALYZE');
  const quiet = await waitForQuiet(waitMs, pids());
  process.stdout.write(`\n${name}: ${quiet.replaceAll('*', '')}\n`);
  const others = watchOthers(pids);
  /** Profiles rows. A part calls it if its programs end with it. */
  const explain = async (found) => {
    for (const row of found.filter((row) => row.profile && (profile || (row.met === false && !quick))))
      row.shares = row.profile.shares ??= await row.profile.run();
  };
  let bench;
  const rows = [];
  const texts = [];
  const faults = [];
  for (const [each, run] of Object.entries(parts)) {
    if (part !== undefined && part !== each) continue;
    const start = performance.now();
    try {
      bench ??= { stack, quick, explain, ...(await open?.(stack)) };
      const { rows: found, text, faults: wrong = [] } = withText(await run(bench));
      await explain(found);
      const took = `${name}:${each} took ${seconds(performance.now() - start)}`;
      process.stdout.write(`\n${[...(found.length > 0 ? [renderTable(found)] : []), took].join('\n\n')}\n`);
      rows.push(...found);
      if (text) texts.push(text);
      faults.push(...wrong);
    } catch (error) {
      // The other parts of a long run are measured nevertheless.
      faults.push(`${name}:${each} was not measured: ${said(error)}`);
      texts.push(`**Not measured:** \`${name}:${each}\`.`);
      process.stderr.write(`${faults.at(-1)}\n`);
    }
  }
  const circumstances = `Measured on ${stack.machine}. The machine was ${quiet}; during the measurement, ${others()}.`;
  const table = rows.length > 0 ? [renderRows(rows, circumstances)] : [circumstances];
  const text = [...table, ...texts].join('\n\n');
  return { name, rows, text, faults, isWhole: part === undefined };
}

/** A part returns rows, or rows and a text that follows them. */
const withText = (found) => (Array.isArray(found) ? { rows: found } : found);

main().catch(fail);

import { fail, Fault, seconds, styled } from '../tools/lib/say.mjs';
import { record } from './chaos/document.mjs';
import { watchLoad } from './chaos/load.mjs';
import { scenarios } from './chaos/scenarios.mjs';
import { prepareLab } from './lib/prepare.mjs';

/*
 * `npm run chaos`: injects faults into real processes, and compares all committed events with the received messages. `npm run chaos --
 * kill` runs one kind and writes only its section of docs/reliability.md; `--seed 42` repeats the moments of an earlier run; `--rounds 10`
 * changes the length and writes nothing.
 * The specs in apps/worker/test/chaos run the same code once.
 */

const option = (name) => {
  const at = process.argv.findIndex((word) => word === `--${name}` || word.startsWith(`--${name}=`));
  if (at < 0) return undefined;
  const value = Number(process.argv[at].split('=')[1] ?? process.argv[at + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Fault(`--${name} must be a whole number of at least 1.`);
  return value;
};

async function main() {
  const names = Object.keys(scenarios);
  const words = process.argv
    .slice(2)
    .filter((word, n, all) => !word.startsWith('-') && !/^--\w+$/.test(all[n - 1] ?? ''));
  const unknown = words.find((word) => !names.includes(word));
  if (unknown) throw new Fault(`There is no fault "${unknown}". Use one of ${names.join(', ')}.`);
  const rounds = option('rounds');
  const seed = option('seed') ?? Math.floor(Math.random() * 1e9) + 1;
  // The programs run from their builds, as in production; the harness from the sources, as the specs do.
  await prepareLab();
  await import('../tools/lib/register-sources.mjs');

  let broken = 0;
  for (const name of words.length > 0 ? words : names) {
    const scenario = scenarios[name];
    const start = Date.now();
    const load = watchLoad();
    process.stdout.write(`${name}: ${rounds ?? scenario.rounds} rounds, seed ${seed}\n`);
    const result = await scenario.run({
      rounds: rounds ?? scenario.rounds,
      seed,
      say: (line) => process.stdout.write(`  ${line}\n`),
    });
    if (!result) continue;
    const { faults, text } = result;
    broken += faults.length;
    for (const fault of faults) process.stdout.write(`${styled('red', '✗')} ${fault}\n`);
    const verdict =
      faults.length === 0 ? styled('green', '✓ all guarantees held') : styled('red', '✗ guarantees were violated');
    process.stdout.write(`\n${text}\n${verdict} (${seconds(Date.now() - start)})\n\n`);
    // A quick run is not recorded, nor is one that needs to be inspected first.
    if (faults.length === 0 && rounds === undefined)
      record(name, text, `seed ${seed}, load ${load().toFixed(1)} on average`);
  }
  if (broken > 0) process.exitCode = 1;
}

main()
  .catch(fail)
  // Connections that a fault broke may still be closing.
  .finally(() => process.exit());

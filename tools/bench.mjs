import { loadavg } from 'node:os';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { fail, Fault } from './lib/say.mjs';
import { record } from './bench/document.mjs';
import { installBetterAuth } from './bench/floors/better-auth/install.mjs';
import { deliveryLogSection, measureDeliveryLog } from './bench/delivery-log.mjs';
import { demandGoodPlans, listsSection, measureLists, renderLists } from './bench/lists.mjs';
import { renderRows, renderTable } from './bench/report.mjs';
import { deliveryRows, PARTS } from './bench/rows/delivery.mjs';
import { keyRows } from './bench/rows/keys.mjs';
import { readRows } from './bench/rows/read.mjs';
import { writeRows } from './bench/rows/write.mjs';
import { Stack } from './bench/stack.mjs';

/*
 * `npm run bench`: every figure is a ratio to a floor of the same run, in alternating rounds, because absolute figures of a shared machine
 * mean little.
 * `npm run bench -- read` runs one group, `--quick` takes a few minutes, `npm run bench -- delivery:drain` runs one part and writes
 * nothing.
 */

const groups = { read: readRows, write: writeRows, delivery: deliveryRows, keys: keyRows };

const parts = { delivery: Object.keys(PARTS) };

const LOAD_EVERY_MS = 5_000;

async function main() {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const quick = process.argv.includes('--quick');
  const names = [...Object.keys(groups), 'lists', 'deliveryLog'];
  const ofParts = Object.entries(parts).flatMap(([group, list]) => list.map((part) => `${group}:${part}`));
  const unknown = words.find((word) => !names.includes(word) && !ofParts.includes(word));
  if (unknown) throw new Fault(`There is no group "${unknown}". Use one of ${[...names, ...ofParts].join(', ')}.`);
  const asked = words.length > 0 ? words : names;
  const measured = asked.filter((name) => groups[name.split(':')[0]]);
  if (measured.includes('keys')) await installBetterAuth();

  const sections = [];
  if (asked.includes('lists')) {
    const lists = await measureLists(quick);
    process.stdout.write(`\n${renderLists(lists)}\n`);
    demandGoodPlans(lists);
    sections.push(listsSection(lists));
  }
  if (asked.includes('deliveryLog')) {
    const log = await measureDeliveryLog(quick);
    process.stdout.write(`\n${renderLists(log.results)}\n`);
    demandGoodPlans(log.results);
    sections.push(deliveryLogSection(log));
  }
  if (measured.length > 0) sections.push(...(await measureOnStack(measured, quick)));
  // A quick run is not recorded, nor is a part of a section.
  const whole = sections.filter(({ name }) => names.includes(name));
  if (!quick && whole.length > 0) record(whole);
}

/** Measures groups on one stack, prints them, and returns the section of each. */
async function measureOnStack(measured, quick) {
  const stack = await Stack.start();
  try {
    const sections = [];
    for (const name of measured) {
      const load = watchLoad();
      const [group, part] = name.split(':');
      const tell = (rows) => process.stdout.write(`\n${renderTable(rows)}\n`);
      const rows = await groups[group](stack, quick, tell, part);
      // A group with parts has printed them one by one, because it takes long.
      if (!parts[group]) tell(rows);
      sections.push({ name, text: renderRows(rows, `${stack.machine}, ${load()}`) });
    }
    return sections;
  } finally {
    await stack.stop();
  }
}

/**
 * Other load slows the API, which is one thread, more than PostgreSQL: without the load a ratio means little.
 * @returns a function that stops the measurement and reports the load
 */
function watchLoad() {
  const loads = [loadavg()[0]];
  const timer = setInterval(() => loads.push(loadavg()[0]), LOAD_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    const average = loads.reduce((sum, load) => sum + load, 0) / loads.length;
    return `load ${loads[0].toFixed(1)} at the start, ${average.toFixed(1)} on average`;
  };
}

main().catch(fail);

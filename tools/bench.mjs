import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkNode, ensureBuilt, ensureInstalled } from './lib/prepare.mjs';
import { root } from './lib/root.mjs';
import { fail, Fault } from './lib/say.mjs';
import { renderDocument, renderTable } from './bench/report.mjs';
import { demandGoodPlans, measureLists, renderLists, withListsSection } from './bench/lists.mjs';
import { deliveryRow } from './bench/rows/delivery.mjs';
import { readRows } from './bench/rows/read.mjs';
import { writeRows } from './bench/rows/write.mjs';
import { Stack } from './bench/stack.mjs';

/*
 * `npm run bench`: every figure as a ratio to a floor that was measured in the same run, in alternating rounds, because a
 * machine that others use too makes absolute figures worth little. `npm run bench -- read` runs one group, `--quick` takes a minute.
 */

const groups = { read: readRows, write: writeRows, delivery: deliveryRow };

async function main() {
  checkNode();
  await ensureInstalled();
  await ensureBuilt();
  const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
  const quick = process.argv.includes('--quick');
  const names = [...Object.keys(groups), 'lists'];
  const unknown = words.find((word) => !names.includes(word));
  if (unknown) throw new Fault(`There is no group "${unknown}": ${names.join(', ')}.`);
  const asked = words.length > 0 ? words : names;
  const lists = asked.includes('lists') ? await measureLists(quick) : [];
  if (lists.length > 0) process.stdout.write(`\n${renderLists(lists)}\n`);
  demandGoodPlans(lists);
  const measured = asked.filter((name) => groups[name]);
  if (measured.length === 0) return;

  const stack = await Stack.start();
  try {
    const rows = [];
    for (const name of measured) rows.push(...(await groups[name](stack, quick)));
    process.stdout.write(`\n${renderTable(rows)}\n`);
    // A part of the rows, or a hasty run, is not for the record.
    if (words.length === 0 && !quick)
      writeFileSync(join(root, 'docs/performance.md'), withListsSection(renderDocument(rows, stack.machine), lists));
  } finally {
    await stack.stop();
  }
}

main().catch(fail);

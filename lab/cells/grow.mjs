import { createCell } from '../../libs/installation/dist/cells/create-cell.js';
import { step } from '../../tools/lib/say.mjs';
import { cpuSeconds } from '../bench/base/process-figures.mjs';
import { fillCells } from './fill.mjs';
import { databaseBytes, rowSizes, usedBy } from './sizes.mjs';

/**
 * Creates cells on the server of a stack, fills them, and measures both.
 * @param rest called with the number of cells and what they have, to measure idle programs
 * @returns what the cells cost, the bytes of each row, and those of a company
 */
export async function growCells(stack, { cells, companies, events }, rest) {
  const { databases } = stack;
  const created = await step('Creating cells', `Created ${cells - 1} cells`, () => createCells(stack, cells - 1));
  await stack.restart();
  // Otherwise autovacuum works off what the creation has left in the catalogue, once, during the measurement.
  const cleanUp = () => step('Cleaning up', 'Cleaned up', () => databases.query('VACUUM ANALYZE'));
  await cleanUp();
  await rest(cells, 'empty');
  const all = await databases.query('SELECT number, schema FROM cells ORDER BY number');
  // The first one has rows of the demo.
  const schemas = all.slice(1).map(({ schema }) => schema);
  const before = await bytesOf(databases, schemas);
  let shown = 0;
  const progress = (share) => {
    if (share - shown < 0.25 && share < 1) return;
    shown = share;
    process.stdout.write(`  filled ${Math.round(share * 100)} %\n`);
  };
  const filled = await step('', `Filled ${cells} cells`, () =>
    fillCells(stack.env.DATABASE_URL, all, { companies, events }, progress),
  );
  await cleanUp();
  const after = await bytesOf(databases, schemas);
  const rows = await rowSizes(databases, schemas);
  const perCompany = (after - before) / (filled.companies * schemas.length);
  await rest(cells, 'filled');
  return { created, rows, perCompany, filled, cells: schemas.length };
}

async function createCells({ env, databases, postgresPid }, count) {
  const [bytes, cpu] = [await databaseBytes(databases), cpuSeconds(postgresPid)];
  const times = [];
  while (times.length < count) {
    const start = performance.now();
    await createCell(env.DATABASE_URL);
    times.push(performance.now() - start);
  }
  await databases.query('CHECKPOINT');
  return {
    times,
    cpu: (cpuSeconds(postgresPid) - cpu) * 1000,
    bytes: (await databaseBytes(databases)) - bytes,
  };
}

/** Of all tables without a row for each event. */
async function bytesOf(databases, schemas) {
  let sum = 0;
  for (const schema of schemas) {
    const { bytes, events } = await usedBy(databases, schema);
    sum += bytes - events;
  }
  return sum;
}

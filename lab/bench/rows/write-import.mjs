import { perOperation, readMeter, total } from '../base/meter.mjs';
import { measured, median } from '../base/report.mjs';
import { between } from '../base/rounds.mjs';
import { until } from '../base/stack.mjs';

/** The rows of the guarantee: 20,000 clients in one import. */
const ROWS = 20_000;
const QUICK_ROWS = 4_000;

/** CPU of an imported client, as a share of that of a client that a request creates. */
const MOST = 0.5;

const ADDRESS = { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' };

const clientOf = (n, run) => ({
  kind: 'Business',
  name: `Atelier ${n}`,
  email: `${run}-${n}@example.com`,
  externalId: `${run}-${n}`,
  billingAddress: ADDRESS,
});

/** CSV, because 20,000 rows of NDJSON are more than an import accepts. */
const HEADERS = ['name', 'email', 'externalId', ...Object.keys(ADDRESS).map((part) => `billingAddress.${part}`)];

const rowOf = ({ name, email, externalId, billingAddress }) =>
  [name, email, externalId, ...Object.values(billingAddress)].join(',');

/** Clients of one import compared with the same clients in single requests, both until all events are numbered. */
export async function importRow({ stack, quick, settle }) {
  const rows = quick ? QUICK_ROWS : ROWS;
  const [shares, imported, single] = [[], [], []];
  for (let round = 0; round < (quick ? 1 : 2); round++) {
    single.push(await cpuOf(stack, settle, () => oneByOne(stack, quick ? 1_000 : 2_000, `s${Date.now()}`)));
    imported.push(await cpuOf(stack, settle, () => inOneImport(stack, rows, `i${Date.now()}`)));
    shares.push(total(imported.at(-1).cpu) / total(single.at(-1).cpu));
  }
  const share = median(shares);
  return [
    measured({
      id: 'import-cpu',
      name: `CPU of a client in an import of ${rows}, as a share of that of a single request`,
      figure: `${(share * 100).toFixed(0)} %`,
      value: share * 100,
      unit: '%',
      spread: between(
        shares.map((one) => one * 100),
        0,
        ' %',
      ),
      cpu: imported.at(-1).cpu,
      commits: imported.at(-1).commits,
      goal: { text: `≤ ${MOST * 100} %`, met: share <= MOST },
      next: 'profile the worker and count the statements of a part (`apps/worker/src/installation/imports`).',
    }),
  ];
}

async function cpuOf(stack, settle, work) {
  await settle();
  const before = await readMeter(stack, stack.pids);
  const count = await work();
  await settle();
  return perOperation(before, await readMeter(stack, stack.pids), count);
}

async function oneByOne(stack, count, run) {
  const queue = Array.from({ length: count }, (_, n) => clientOf(n, run));
  const lane = async () => {
    for (let body = queue.pop(); body; body = queue.pop()) await stack.call('POST', '/v1/clients', body);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
  return count;
}

async function inOneImport(stack, count, run) {
  const rows = Array.from({ length: count }, (_, n) => rowOf(clientOf(n, run)));
  const content = [HEADERS.join(','), ...rows].join('\n');
  const defaults = { kind: 'Business' };
  const { id } = await stack.call('POST', '/v1/imports', { resource: 'clients', format: 'csv', defaults, content });
  let row;
  await until(async () => {
    row = await stack.call('GET', `/v1/imports/${id}`);
    return row.status !== 'Running';
  }, 600_000);
  if (row.created !== count) throw new Error(`the import created ${row.created} of ${count} clients`);
  return count;
}

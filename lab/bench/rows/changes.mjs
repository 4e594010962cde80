import { once } from 'node:events';
import { startFloor } from '../base/floor-server.mjs';
import { perOperation, readMeter, total } from '../base/meter.mjs';
import { profileOfApi } from '../base/profile.mjs';
import { measured, median } from '../base/report.mjs';
import { RoundTrips } from '../base/round-trips.mjs';
import { alternate, between } from '../base/rounds.mjs';
import { until } from '../base/stack.mjs';

const CLIENT = {
  kind: 'Business',
  name: 'Bench',
  billingAddress: { line1: '8 rue des Tilleuls', postalCode: '69003', city: 'Lyon', country: 'FR' },
};

const CONNECTIONS = 16;
const ENTRIES = 100;

const RECORDS = 100_000;
const QUICK_RECORDS = 10_000;

/** Entries of the log of changes with their records, compared with their floor. */
export async function changesRow({ stack, quick }) {
  const { page } = await stack.call('GET', '/v1/changes?after=latest');
  const [{ last }] = await stack.databases.query(
    'SELECT coalesce(max(sequence), 0) AS last FROM record_changes WHERE company_id = $1',
    [(await stack.call('GET', '/v1/me')).company.id],
  );
  await stack.call('POST', '/v1/clients/batch', { mode: 'atomic', items: Array(ENTRIES).fill(CLIENT) });
  const path = `/v1/changes?after=${encodeURIComponent(page.nextCursor)}&limit=${ENTRIES}`;
  const { data } = await stack.call('GET', path);
  if (data.length !== ENTRIES) throw new Error(`the log has ${data.length} entries`);
  const headers = { authorization: `Bearer ${stack.key}` };
  const floor = await startFloor(stack, 'lab/bench/floors/changes.mjs', [last], { headers });
  const asked = { connections: CONNECTIONS, authorizations: [headers.authorization] };
  const cases = {
    ...floor.cases('floor', asked),
    changes: { load: { ...asked, port: stack.port, path } },
  };
  const results = await alternate(stack, cases, { count: quick ? 1 : 4, ms: quick ? 1_000 : 2_000 });
  await floor.end();
  const trips = await RoundTrips.start(stack);
  const waits = await trips.of(() => [path, { headers }]);
  await trips.stop();
  return [
    measured({
      id: 'read-changes',
      name: `\`GET /v1/changes\`, ${ENTRIES} entries with their clients`,
      floor: 'bare `node:http` and `pg`, the key, the entries and the clients by three prepared queries',
      ...results.compared('changes', 'floor'),
      waits,
      goal: { mostCpu: 3 },
      next: 'present the records with fewer objects, and read them in one query.',
      profile: profileOfApi(stack, { ...asked, path }),
    }),
  ];
}

/** A snapshot of many clients by the worker, compared with its floor. */
export async function snapshotRow({ stack, quick }) {
  const records = quick ? QUICK_RECORDS : RECORDS;
  const { company } = await stack.call('GET', '/v1/me');
  const [{ before }] = await stack.databases.query('SELECT max(id) AS before FROM clients');
  await copyClient(stack, records, company.id);
  const floor = stack.fork('lab/bench/floors/snapshot.mjs', String(company.id), String(before));
  await once(floor, 'message');
  const [floors, snapshots, ratios, seconds] = [[], [], [], []];
  try {
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      const pids = { floor: floor.pid, postgres: stack.postgresPid };
      floors.push(await cpuOf(stack, pids, () => floorOnce(floor)));
      const start = performance.now();
      snapshots.push(await cpuOf(stack, stack.pids, () => snapshotOnce(stack)));
      seconds.push((performance.now() - start) / 1_000);
      ratios.push(total(snapshots.at(-1).cpu) / total(floors.at(-1).cpu));
    }
  } finally {
    floor.kill();
    await stack.databases.query('DELETE FROM clients WHERE id > $1 AND company_id = $2', [before, company.id]);
    await stack.databases.query('VACUUM ANALYZE clients');
  }
  const [own, least] = [median(snapshots.map(({ cpu }) => total(cpu))), median(floors.map(({ cpu }) => total(cpu)))];
  return [
    measured({
      id: 'write-snapshot',
      name: `A snapshot of ${records.toLocaleString('en')} clients, for each 1,000`,
      floor: '`pg` and `zlib`, the same pages and parts in the same transaction',
      floorFigure: `${least.toFixed(1)} ms CPU`,
      floorValue: least,
      figure: `${own.toFixed(1)} ms CPU, ${median(seconds).toFixed(1)} s in all`,
      value: own,
      unit: 'ms',
      cpu: snapshots.at(-1).cpu,
      floorCpu: floors.at(-1).cpu,
      cpuRatio: median(ratios),
      cpuSpread: between(ratios, 2),
      goal: { mostCpu: 4 },
      next: 'read larger pages, and present the records with fewer objects.',
    }),
  ];
}

/** Copies of the newest client of the company. */
async function copyClient({ databases }, count, companyId) {
  const columns = await databases.query(
    `SELECT column_name AS name FROM information_schema.columns
      WHERE table_name = 'clients' AND is_identity = 'NO' AND is_generated = 'NEVER'`,
  );
  const names = columns.map(({ name }) => name).filter((name) => name !== 'external_id');
  await databases.query(
    `INSERT INTO clients (${names.join(', ')}) SELECT ${names.map((name) => `c.${name}`).join(', ')}
      FROM (SELECT * FROM clients WHERE company_id = $2 ORDER BY id DESC LIMIT 1) c, generate_series(1, $1)`,
    [count, companyId],
  );
}

async function cpuOf(stack, pids, work) {
  const before = await readMeter(stack, pids);
  const count = await work();
  return perOperation(before, await readMeter(stack, pids), count / 1_000);
}

async function floorOnce(floor) {
  floor.send('begin');
  const [{ records }] = await once(floor, 'message');
  return records;
}

async function snapshotOnce(stack) {
  const { id } = await stack.call('POST', '/v1/snapshots', { resources: ['client'] });
  let snapshot;
  await until(async () => {
    snapshot = await stack.call('GET', `/v1/snapshots/${id}`);
    return snapshot.status !== 'Running';
  }, 600_000);
  if (snapshot.status !== 'Completed') throw new Error(`the snapshot is ${snapshot.status}`);
  return snapshot.done;
}

import { Fault, step } from '../../../tools/lib/say.mjs';
import { Databases } from '../base/databases.mjs';
import { startFloor } from '../base/floor-server.mjs';
import { profiled, API_TIME } from '../base/profile.mjs';
import { measured } from '../base/report.mjs';
import { alternate } from '../base/rounds.mjs';
import { measureDeliveryLog, deliveryLogText } from '../delivery-log.mjs';
import { explainAll, listsText, renderLists, ROWS, QUICK_ROWS, wrongPlans } from '../lists.mjs';
import { fill } from '../lists/fill.mjs';
import { library, onDatabase, onFreshDatabase } from '../lists/filled-database.mjs';
import { peerCases, peerRows, READ_GOALS, startPeers } from './peers.mjs';

const CONNECTIONS = 32;
const FEW = 10_000;
const STATUS = 'Paid';
const PATH = `/v1/invoices?limit=25&status=${STATUS}`;

/** The parts of the groups. */
export const LISTS = { invoices: listRows };
export const DELIVERY_LOG = { deliveries: logText };

/** The plans of all lists, and the rate of one from its middle, compared with its floor and with a short table. */
function listRows({ stack, quick, explain }) {
  return onFreshDatabase('lists', async (client, url, postgres) => {
    const many = await openLists(stack, { client, url, rows: quick ? QUICK_ROWS : ROWS });
    const shortUrl = url.replace(/\/[^/]*$/, '/short');
    await client.query('CREATE DATABASE short');
    const { migrate } = await library('db/src/migrate');
    await migrate(shortUrl);
    const few = await onDatabase(shortUrl, (short) => openLists(stack, { client: short, url: shortUrl, rows: FEW }));
    const results = await explainAll(url, client);
    process.stdout.write(`\n${renderLists(results)}\n`);
    const rows = await rateRows({ stack, quick, postgres }, many, few);
    // The database ends with this function.
    await explain(rows);
    return { rows, text: listsText(results), faults: wrongPlans(results) };
  });
}

/** Fills a database, and opens an API on it. @returns the API, and the path of a page in the middle */
async function openLists(stack, { client, url, rows }) {
  const count = rows.toLocaleString('en');
  const settings = { DATABASE_URL: url };
  const [parties] = await stack.databases.query('SELECT seller, client FROM invoices WHERE seller IS NOT NULL LIMIT 1');
  let opened;
  await step(`Filling in ${count} invoices`, `${count} invoices are there`, () =>
    fill(client, rows, {
      parties,
      halfway: async () => {
        await copyKey(stack, url);
        await client.query('ANALYZE invoices');
        const api = await stack.startApi(settings);
        // After the second half, the end of the newest page is in the middle.
        const response = await fetch(`http://127.0.0.1:${api.port}${PATH}`, {
          headers: { authorization: `Bearer ${stack.key}` },
        });
        if (!response.ok) throw new Fault(`The list responded with ${response.status}: ${await response.text()}`);
        const { page } = await response.json();
        opened = { settings, api, path: `${PATH}&cursor=${page.nextCursor}`, before: Math.floor(rows / 2) };
      },
    }),
  );
  return opened;
}

/** Copies the key of the load, with its member and account, to the first company of a filled database. */
async function copyKey(stack, url) {
  const databases = new Databases(url);
  const find = async (text, value) => (await stack.databases.query(text, [value]))[0].row;
  const key = await find('SELECT to_jsonb(k) AS row FROM api_keys k WHERE name = $1 ORDER BY id LIMIT 1', 'bench 0');
  const member = await find('SELECT to_jsonb(m) AS row FROM members m WHERE id = $1', key.member_id);
  // Other rows that these refer to are not read.
  await databases.query('SET session_replication_role = replica');
  await databases.insertLike('members', { ...member, company_id: 1 }, { id: String(member.id) }, 1);
  await databases.insertLike('api_keys', { ...key, company_id: 1 }, { id: String(key.id) }, 1);
  if (member.account_id) {
    const account = await find('SELECT to_jsonb(a) AS row FROM accounts a WHERE id = $1', member.account_id);
    await databases.insertLike('accounts', account, { id: String(account.id) }, 1);
  }
  await databases.close();
}

async function rateRows({ stack, quick, postgres }, many, few) {
  const headers = { authorization: `Bearer ${stack.key}` };
  const on = { settings: many.settings, postgres };
  const floor = await startFloor(stack, 'lab/bench/floors/list.mjs', [STATUS, many.before], { ...on, headers });
  const peers = await startPeers(stack, [], on);
  const asked = { connections: CONNECTIONS, authorizations: [headers.authorization] };
  const ours = ({ api, path }) => ({ load: { ...asked, port: api.port, path }, pids: { api: api.pid, postgres } });
  const cases = {
    ...floor.cases('floor', asked),
    many: ours(many),
    few: ours(few),
    ...peerCases(peers, 'many', { ...asked, path: `/v1/invoices?status=${STATUS}&before=${many.before}` }),
  };
  const results = await alternate(stack, cases, { count: quick ? 1 : 3, ms: quick ? 1_000 : 2_500 });
  for (const program of [floor, many.api, few.api, ...Object.values(peers)]) await program.end();
  const profile = { of: API_TIME, run: () => profileOfList(stack, asked, many) };
  const row = {
    id: 'list-invoices',
    name: `\`GET /v1/invoices?status=${STATUS}\`, 25 of ${(quick ? QUICK_ROWS : ROWS).toLocaleString('en')}, cursor in the middle`,
    next: NEXT,
    profile,
  };
  return [
    measured({
      ...row,
      floor: 'bare `node:http` and `pg`, the same page by two prepared queries',
      ...results.compared('many', 'floor'),
      goal: { mostCpu: 2 },
    }),
    ...peerRows(results, 'many', READ_GOALS, row),
    measured({
      id: 'list-invoices-growth',
      name: 'the same, compared with a short table',
      floor: `25 of ${FEW.toLocaleString('en')}`,
      ...results.compared('many', 'few'),
      next: NEXT,
      goal: { mostCpu: 1.1 },
      profile,
    }),
  ];
}

const NEXT = 'present and serialize the 25 invoices with fewer copies.';

const profileOfList = (stack, asked, { settings, path }) =>
  profiled(
    (options) => stack.startApi(settings, options),
    async ({ port }, warm) => {
      const load = { ...asked, port, path, ms: 4_000 };
      await stack.load(load);
      warm();
      await stack.load(load);
    },
  );

/** The plans of the log of deliveries. */
async function logText({ quick }) {
  const log = await measureDeliveryLog(quick);
  process.stdout.write(`\n${renderLists(log.results)}\n`);
  return { rows: [], text: deliveryLogText(log), faults: wrongPlans(log.results) };
}

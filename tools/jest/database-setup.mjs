import { root } from '../lib/root.mjs';
import { storeServers } from './real-servers.mjs';
import { keepUntilTearDown } from './resources.mjs';
import { prepareSides } from './side-watch.mjs';

/** One database server and one migrated template for the whole run. The specs find both in the environment. */
export default async function setUpDatabase() {
  const { startTestServer, withClient, withDatabase } = await import('../../libs/testing/src/test-server.ts');
  const server = await startTestServer({ root, serverUrl: process.env.TEST_DATABASE_URL });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_TEMPLATE = server.template;
  keepUntilTearDown(server);
  const template = withDatabase(server.url, server.template);
  await withClient(template, (client) => prepareSides(async (text) => (await client.query(text)).rows[0]));
  const { rows } = await withClient(server.url, (client) => client.query('SHOW server_version'));
  await storeServers({ Node: process.versions.node, PostgreSQL: rows[0].server_version });
}

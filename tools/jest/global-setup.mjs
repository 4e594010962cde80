import { register } from 'node:module';
import { root } from '../lib/root.mjs';

// Jest imports this file as it is and does not transform what it imports.
register('../lib/source-loader.mjs', import.meta.url);

/** One database server and one migrated template for the whole run. The specs find both in the environment. */
export default async function setUp() {
  const { startTestServer } = await import('../../libs/testing/src/test-server.ts');
  const server = await startTestServer({ root, serverUrl: process.env.TEST_DATABASE_URL });
  process.env.TEST_SERVER_URL = server.url;
  process.env.TEST_TEMPLATE = server.template;
  // The tear-down is another module, and a run of several projects has several servers to let go of.
  const servers = (globalThis.billhookTestServers ??= []);
  servers.push(server);
  // Jest tears nothing down when it is interrupted.
  if (servers.length > 1) return;
  for (const signal of ['SIGINT', 'SIGTERM']) {
    process.once(signal, () => {
      void Promise.allSettled(servers.map((each) => each.stop())).finally(() => process.exit(130));
    });
  }
}

import { createDataSource } from '../../libs/db/dist/data-source.js';
import { UnitOfWork } from '../../libs/db/dist/unit-of-work.js';
import { Relay } from '../../libs/webhooks/dist/engine/relay.js';

/* A relay in its own process: node relay.mjs URL. Starts on a message, and ends when it finds no more events. */

const source = await createDataSource({ url: process.argv[2], poolSize: 1 }, []).initialize();
const relay = new Relay(new UnitOfWork(source), { fanOut: true, firstWaitMs: 0 });
process.once('message', async () => {
  while ((await relay.run()).more);
  await source.destroy();
  process.disconnect();
});
process.send('ready');

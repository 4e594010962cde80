import { DrainWake } from '@billhook/delivery/wake';
import { DELIVERY_QUEUE, openQueue, openQueueBackend } from '@billhook/delivery/queue';
import { systemClock } from '@billhook/platform/clock';
import { loadEnv } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { createApp } from './create-app.js';

const env = loadEnv();
const logger = createLogger('api', env);
const queue = await openQueueBackend(env);
const drain = new DrainWake(openQueue(DELIVERY_QUEUE, queue), logger);
const app = await createApp({ env, clock: systemClock, logger }, drain.wake);

let stopping = false;
async function stop(): Promise<void> {
  if (stopping) return;
  stopping = true;
  queue.leave();
  await app.close();
  await drain.close();
  process.exit(0);
}
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());

await app.listen(env.PORT, env.HOST);
logger.info(`listening on ${env.PUBLIC_URL}`);

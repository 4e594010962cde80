import { migrate } from '@billhook/db/migrate';
import { openQueueBackend } from '@billhook/webhooks/engine/queue';
import { loadEnv } from '@billhook/platform/load-env';

const env = loadEnv();
await migrate(env.DATABASE_URL);
await openQueueBackend(env);

import cluster from 'node:cluster';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './root.mjs';

/*
 * Preloaded into the API and the worker by `npm start`: loads the program while PostgreSQL starts, and then waits for the settings.
 * `?bundle=` is the path of its `load.cjs`. A process that the API starts inherits this preload and has the settings already.
 */

if (cluster.isPrimary) {
  const settings = once(process, 'message');
  // Without it, nothing would keep the process alive until the message.
  process.channel?.ref();
  const bundle = new URL(import.meta.url).searchParams.get('bundle');
  await createRequire(import.meta.url)(join(root, bundle)).load?.();
  const [{ env }] = await settings;
  process.channel?.unref();
  Object.assign(process.env, env);
}

import cluster from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { root } from './root.mjs';

/*
 * Preloaded into the API and the worker by `npm start`: loads the program while PostgreSQL starts, and then waits for the settings.
 * `?bundle=` is the path of its `load.js`. A process that the API starts, and a thread, inherit this preload and have the settings already.
 */

if (cluster.isPrimary && isMainThread) {
  const settings = once(process, 'message');
  // Without it, nothing would keep the process alive until the message.
  process.channel?.ref();
  const bundle = new URL(import.meta.url).searchParams.get('bundle');
  const { load } = await import(pathToFileURL(join(root, bundle)).href);
  await load?.();
  process.send?.('loaded');
  const [{ env }] = await settings;
  process.channel?.unref();
  Object.assign(process.env, env);
}

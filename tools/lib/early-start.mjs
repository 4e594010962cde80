import cluster from 'node:cluster';
import { once } from 'node:events';
import module from 'node:module';
import { pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { root } from './root.mjs';

/*
 * Preloaded into the API and the worker by `npm start`: loads the modules of the program while PostgreSQL starts, and then waits for the
 * settings. `?modules=` has their paths, separated by commas. A process that the API starts inherits this preload and has the settings already.
 */

// From Node 22 on: the next start needs no compilation.
module.enableCompileCache?.(join(root, 'node_modules/.cache/billhook-start'));

if (cluster.isPrimary) {
  const settings = once(process, 'message');
  // Without it, nothing would keep the process alive until the message.
  process.channel?.ref();
  const paths = new URL(import.meta.url).searchParams.get('modules').split(',');
  await Promise.all(paths.map((path) => import(pathToFileURL(join(root, path)).href)));
  const [{ env }] = await settings;
  process.channel?.unref();
  Object.assign(process.env, env);
}

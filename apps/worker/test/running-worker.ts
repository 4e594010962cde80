import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createDataSource } from '@billhook/db/data-source';
import { openQueueBackend } from '@billhook/delivery/queue';
import { DeliveryEngine } from '@billhook/delivery/engine';
import type { Env } from '@billhook/platform/env';
import { createLogger } from '@billhook/platform/logger';
import { NestFactory } from '@nestjs/core';
import { ENTITIES } from '../src/entities.js';
import { WorkerModule } from '../src/worker.module.js';

export interface RunningWorker {
  readonly engine: DeliveryEngine;
  stop(): Promise<void>;
}

/** The worker as main.ts makes it, in this process. */
export async function startWorker(env: Env): Promise<RunningWorker> {
  const logger = createLogger('worker', env);
  const queue = await openQueueBackend(env);
  const source = await createDataSource({ url: env.DATABASE_URL, poolSize: 5 }, ENTITIES).initialize();
  const app = await NestFactory.createApplicationContext(WorkerModule.with({ env, logger, source }, queue), {
    logger: false,
    abortOnError: false,
  });
  return {
    engine: app.get(DeliveryEngine),
    stop: async () => {
      queue.leave();
      await app.close();
      await source.destroy();
    },
  };
}

const LOADER = new URL('../../../tools/lib/source-loader.mjs', import.meta.url).href;
const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A real worker process, run from the sources. Resolves when it says that it is ready. */
export async function spawnWorker(variables: Record<string, string>): Promise<ChildProcess> {
  const register = `import { register } from 'node:module'; register(${JSON.stringify(LOADER)});`;
  const child = spawn(process.execPath, ['--import', `data:text/javascript,${encodeURIComponent(register)}`, MAIN], {
    env: { ...variables, LOG_LEVEL: 'info', LOG_FORMAT: 'json' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('"ready;')) resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`the worker ended: ${output}`)));
  });
  return child;
}

/** Sends a signal and waits for the end. Gives the exit code, null after a kill. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, 'exit');
  child.kill(signal);
  const [code] = (await exited) as [number | null];
  return code;
}

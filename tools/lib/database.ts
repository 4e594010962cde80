import { join } from 'node:path';
import { load } from './load.ts';
import { machineProblem } from './machine-problems.mjs';
import { root } from './root.mjs';
import { Fault, step, styled } from './say.mjs';
import { dataDir } from './settings.ts';

type Embedded = typeof import('../../libs/db/src/embedded/embedded-postgres.ts');
type Server = Awaited<ReturnType<Embedded['startEmbeddedPostgres']>>;

const embedded = (): Promise<Embedded> => load('libs/db/dist/embedded/embedded-postgres.js');

const CHECK_MS = 1_000;

/** The embedded PostgreSQL of this folder: if it exits, it is started again. */
export class Database {
  #server: Server | undefined;
  #starting: Promise<Server> | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** Starts it and returns the DATABASE_URL. */
  async start(): Promise<string> {
    const starting = startServer();
    this.#starting = starting;
    this.#server = await step('Starting PostgreSQL', 'PostgreSQL is running', () => starting);
    return this.#server.socketUrl;
  }

  /** The address by TCP, with the password. */
  get url(): string {
    return this.#started.url;
  }

  /** Drops all data and returns the DATABASE_URL of an empty database. */
  async recreate(): Promise<string> {
    const { recreateDatabase } = await embedded();
    await recreateDatabase(this.url);
    return this.#started.socketUrl;
  }

  /** Watches it until `stop`. @param onLost called with a sentence if it cannot be restarted at the same address */
  watch(onLost: (sentence: string) => void): void {
    this.#timer = setInterval(() => void this.#check(onLost), CHECK_MS);
  }

  get #started(): Server {
    if (!this.#server) throw new Error('PostgreSQL is not started.');
    return this.#server;
  }

  async #check(onLost: (sentence: string) => void): Promise<void> {
    if (this.#started.isRunning()) return;
    clearInterval(this.#timer);
    const { socketUrl } = this.#started;
    try {
      // It counts its users; this one has ended.
      await this.#started.stop();
      this.#server = await startServer();
      if (this.#server.socketUrl !== socketUrl) throw new Fault('its port is now used by another program');
      process.stderr.write(`${styled('yellow', 'PostgreSQL had stopped and is running again.')}\n`);
      this.watch(onLost);
    } catch (error) {
      onLost(`PostgreSQL stopped unexpectedly and could not be restarted: ${messageOf(error)}`);
    }
  }

  /** Stops it, unless another start of this folder uses it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    const server = this.#server ?? (await this.#starting?.catch(() => undefined));
    await server?.stop();
  }
}

async function startServer(): Promise<Server> {
  const { startEmbeddedPostgres } = await embedded();
  const onWait = (sentence: string) => process.stderr.write(`${sentence}\n`);
  return startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), database: 'billhook', ownerOf: root, onWait }).catch(
    (error: unknown) => {
      throw new Fault(machineProblem(error) ?? messageOf(error));
    },
  );
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

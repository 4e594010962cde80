import { join } from 'node:path';
import { dataDir } from './settings.mjs';
import { machineProblem } from './machine-problems.mjs';
import { root } from './root.mjs';
import { Fault, step, styled } from './say.mjs';

const CHECK_MS = 1_000;

/** The embedded PostgreSQL of this folder: if it exits, it is started again. */
export class Database {
  #server;
  #starting;
  #timer;

  /** Starts it and returns the DATABASE_URL. */
  async start() {
    this.#starting = startServer();
    this.#server = await step('Starting PostgreSQL', 'PostgreSQL is running', () => this.#starting);
    return this.#server.socketUrl;
  }

  /** The address by TCP, with the password. */
  get url() {
    return this.#server.url;
  }

  /** Drops all data and returns the DATABASE_URL of an empty database. */
  async recreate() {
    const { recreateDatabase } = await import('../../libs/db/dist/embedded/embedded-postgres.js');
    await recreateDatabase(this.#server.url);
    return this.#server.socketUrl;
  }

  /** Watches it until `stop`. @param onLost called with a sentence if it cannot be restarted at the same address */
  watch(onLost) {
    this.#timer = setInterval(() => void this.#check(onLost), CHECK_MS);
  }

  async #check(onLost) {
    if (this.#server.isRunning()) return;
    clearInterval(this.#timer);
    const { socketUrl } = this.#server;
    try {
      // It counts its users; this one has ended.
      await this.#server.stop();
      this.#server = await startServer();
      if (this.#server.socketUrl !== socketUrl) throw new Fault('its port is now used by another program');
      process.stderr.write(`${styled('yellow', 'PostgreSQL had stopped and is running again.')}\n`);
      this.watch(onLost);
    } catch (error) {
      onLost(`PostgreSQL stopped unexpectedly and could not be restarted: ${error.message}`);
    }
  }

  /** Stops it, unless another start of this folder uses it. */
  async stop() {
    clearInterval(this.#timer);
    const server = this.#server ?? (await this.#starting?.catch(() => undefined));
    await server?.stop();
  }
}

async function startServer() {
  const { startEmbeddedPostgres } = await import('../../libs/db/dist/embedded/embedded-postgres.js');
  const onWait = (sentence) => process.stderr.write(`${sentence}\n`);
  return startEmbeddedPostgres({ dir: join(dataDir, 'postgres'), database: 'billhook', ownerOf: root, onWait }).catch(
    (error) => {
      throw new Fault(machineProblem(error) ?? error.message);
    },
  );
}

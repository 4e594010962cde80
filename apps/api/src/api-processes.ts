import cluster, { type Worker } from 'node:cluster';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';

/** More than a process needs to stop after its shutdown delay. The others end with this one. */
const STOP_MS = 22_000;

/** The wait before another try, if a replacement cannot start. */
const RETRY_MS = 2_000;

/** What this process sends to the others, which a signal to the process group reaches as well: a forwarded one would be the second. */
export const STOP_MESSAGES = { begin: 'stop', endDelay: 'end the shutdown delay' } as const;

/** Processes of the API that share a port. This process accepts connections and passes them to each of them in turn. */
export class ApiProcesses {
  #isStopping = false;
  readonly #listening = new WeakSet<Worker>();

  constructor(
    private readonly env: Pick<Env, 'API_PROCESSES' | 'METRICS_PORT' | 'SHUTDOWN_DELAY_SECONDS'>,
    private readonly logger: Logger,
  ) {}

  /**
   * Starts all processes, and replaces each that ends later.
   * @throws an Error if one ends before it listens
   */
  async start(): Promise<void> {
    // The default everywhere except on Windows, where connections of a process that ends would be lost.
    cluster.schedulingPolicy = cluster.SCHED_RR;
    process.on('SIGTERM', (signal) => void this.#stop(signal));
    process.on('SIGINT', (signal) => void this.#stop(signal));
    await Promise.all(Array.from({ length: this.env.API_PROCESSES }, (_, place) => this.#fork(place)));
  }

  /** @param place from 0: a replacement serves its metrics on the port of the process before it */
  async #fork(place: number): Promise<void> {
    const { METRICS_PORT: port } = this.env;
    const child = cluster.fork(port === undefined ? {} : { METRICS_PORT: port + place });
    child.on('error', (error) => this.logger.error({ err: error }, 'could not reach a process of the API'));
    const ended = exitOf(child);
    const listening = new Promise<undefined>((resolve) => child.once('listening', () => resolve(undefined)));
    child.once('listening', () => this.#listening.add(child));
    const how = await Promise.race([listening, ended]);
    // One that is stopped while it starts must not end the others, which finish their requests.
    if (how !== undefined && this.#isStopping) return;
    if (how !== undefined) throw new Error(`a process of the API ended before it listened (${how})`);
    void ended.then((reason) => this.#replace(child, place, reason));
  }

  async #replace(child: Worker, place: number, how: string): Promise<void> {
    if (this.#isStopping) return;
    this.logger.warn({ ended: child.process.pid }, `a process of the API ended (${how}); starting another one`);
    try {
      await this.#fork(place);
    } catch (error) {
      if (this.#isStopping) return;
      this.logger.error({ err: error }, 'could not replace a process of the API; retrying');
      setTimeout(() => void this.#replace(child, place, how), RETRY_MS);
    }
  }

  async #stop(signal: NodeJS.Signals): Promise<void> {
    const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined);
    // The second signal ends the shutdown delay.
    if (this.#isStopping) return children.forEach((child) => this.#tell(child, STOP_MESSAGES.endDelay));
    this.#isStopping = true;
    this.logger.info(`${signal}: stopping`);
    setTimeout(() => process.exit(1), this.env.SHUTDOWN_DELAY_SECONDS * 1000 + STOP_MS).unref();
    const ends = children.map((child) => exitOf(child));
    for (const child of children) this.#tell(child, STOP_MESSAGES.begin);
    const reasons = await Promise.all(ends);
    process.exit(reasons.every((how) => how === ENDED) ? 0 : 1);
  }

  /** A process that does not listen yet receives no message, and is ended immediately. */
  #tell(child: Worker, message: string): void {
    if (this.#listening.has(child) && child.isConnected()) child.send(message);
    else child.process.kill('SIGTERM');
  }
}

const ENDED = 'exit code 0';

/** Waits for the end of a process. Returns how it ended. */
const exitOf = (child: Worker): Promise<string> =>
  new Promise((resolve) => {
    child.once('exit', (code: number | null, signal: string | null) => resolve(signal ?? `exit code ${code}`));
  });

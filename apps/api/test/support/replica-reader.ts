import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { parseEnv } from '@billhook/platform/load-env';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { runDoctor } from '../../src/installation/admin/doctor/doctor.command.js';
import { Log, SECRET, TestApi } from './api.js';
import { World, type Caller, type KeyCaller } from './world.js';

/** A process with a replica, whose metrics say where it has read. */
export class ReplicaReader {
  private constructor(
    readonly api: TestApi,
    readonly log: Log,
    private readonly metrics: string,
  ) {}

  static async on(databaseUrl: string, replicaUrl: string): Promise<ReplicaReader> {
    const port = await freePort();
    const log = new Log();
    const settings = { DATABASE_REPLICA_URL: replicaUrl, METRICS_PORT: String(port) };
    return new ReplicaReader(await TestApi.on(databaseUrl, settings, log), log, `http://127.0.0.1:${port}/metrics`);
  }

  /** The requests of a caller, sent to this process. */
  as({ secret }: Pick<KeyCaller, 'secret'>): Caller {
    return new World(this.api).bearer(secret);
  }

  /** The values of a metric by its labels, as Prometheus writes them. */
  async values(name: string): Promise<Map<string, number>> {
    const text = await (await fetch(this.metrics)).text();
    const lines = text.split('\n').filter((line) => line.startsWith(name) && !line.startsWith('#'));
    return new Map(
      lines.map((line) => [
        line.slice(name.length, line.lastIndexOf(' ')),
        Number(line.slice(line.lastIndexOf(' ') + 1)),
      ]),
    );
  }

  /** Where the reads of some work ran. */
  async outcomes(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.values('billhook_replica_reads_total');
    await work();
    const after = await this.values('billhook_replica_reads_total');
    return [...after]
      .filter(([labels, count]) => count > (before.get(labels) ?? 0))
      .map(([labels]) => /outcome="(\w+)"/.exec(labels)?.[1] ?? labels);
  }

  /** Waits until a list of the caller is read from the replica. */
  async follows(caller: Pick<KeyCaller, 'secret'>): Promise<void> {
    await eventually('a list is read from the replica', async () => {
      const outcomes = await this.outcomes(() => this.as(caller).call('GET', '/v1/clients'));
      return outcomes.includes('replica') || undefined;
    });
  }
}

/** What the installation check says of a replica. */
export async function replicaFinding(databaseUrl: string, replicaUrl: string | undefined) {
  const { env } = parseEnv({ DATABASE_URL: databaseUrl, DATABASE_REPLICA_URL: replicaUrl, APP_SECRETS: SECRET });
  if (!env) throw new Error('the settings are wrong');
  const { output } = await runDoctor(env, ['--json']);
  const { findings } = JSON.parse(output) as { findings: { check: string; level: string; text: string }[] };
  return findings.find(({ check }) => check === 'replica');
}

/** A server that accepts connections and sends nothing. */
export async function silentServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `postgresql://billhook@127.0.0.1:${port}/billhook`,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

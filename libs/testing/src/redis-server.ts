import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.js';

/** A separate Redis for a spec, without persistence. It can be killed, paused and restarted at the same address. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly dir: string,
  ) {}

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort(), mkdtempSync(join(tmpdir(), 'billhook-redis-')));
    await server.run();
    return server;
  }

  /** Starts Redis, even after a kill: it is then empty. */
  async run(): Promise<void> {
    const { child: former } = this;
    // A killed program has its port until it has ended.
    if (former && former.exitCode === null && former.signalCode === null) await once(former, 'exit');
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
    const child = spawn('redis-server', [...options, '--dir', this.dir], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.child = child;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      child.stdout.on('data', (chunk) => (output += String(chunk)).includes('Ready to accept') && resolve());
      child.once('error', reject);
      child.once('exit', () => reject(new Error(`redis-server ended: ${output}`)));
    });
  }

  /** Kills Redis, which loses its data. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  /** Pauses Redis: it keeps its connections and does not respond. */
  hold(): void {
    this.child?.kill('SIGSTOP');
  }

  release(): void {
    this.child?.kill('SIGCONT');
  }

  stop(): void {
    this.kill();
    rmSync(this.dir, { recursive: true, force: true });
  }
}

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { copied, STORED_RECORDS, storedLines, type ComparedRecord } from '@billhook/testing/copied';
import { end, launchProgram } from '@billhook/testing/program';
import type { Fault } from './fault.js';
import type { ChaosStack } from './stack.js';

/** How a copy compares with the database. */
export interface CopyComparison {
  readonly records: number;
  readonly faults: readonly string[];
}

/** `billhook sync --follow` as a process that can be killed, and that is started again when it ends. */
export class CopyReader {
  /** How often it ended by itself, because its requests failed for too long. */
  endings = 0;
  private running: { readonly child: ChildProcess; readonly output: string[] } | undefined;

  constructor(
    private readonly stack: ChaosStack,
    /** A folder, or a file of SQLite. */
    readonly target: string,
  ) {}

  start(): void {
    const reader = this.launch('--follow');
    this.running = reader;
    reader.child.once('exit', () => {
      if (this.running !== reader) return;
      this.endings += 1;
      this.start();
    });
  }

  /** Its faults are those of the stack, and this one. */
  readonly kill: Fault = {
    name: 'reader',
    did: 'kill -9 of `billhook sync`',
    weight: 3,
    strike: async () => {
      await this.stop();
      this.start();
    },
  };

  async stop(): Promise<void> {
    const reader = this.running;
    this.running = undefined;
    if (reader) await end(reader.child, 'SIGKILL');
  }

  /** Completes the copy while records change, and then follows the log. */
  async completeAndFollow(): Promise<void> {
    await this.stop();
    for (let code: number | null = -1; code !== 0;)
      [code] = (await once(this.launch().child, 'exit')) as [number | null];
    this.start();
  }

  /** Whether the copy is complete, and follows the log. */
  get isComplete(): boolean {
    return this.running?.output.join('').includes('All records are copied') ?? false;
  }

  /** Brings the copy up to date, and compares it with a new snapshot and with each row of the database. */
  async compare(companyId: number): Promise<CopyComparison> {
    const { child, output } = this.launch('--verify', '--json');
    const [code] = (await once(child, 'exit')) as [number | null];
    if (code !== 0)
      return { records: 0, faults: [`sync --verify ended with ${code}: ${output.join('').slice(0, 2_000)}`] };
    const [rows, kept] = await Promise.all([
      this.stack.read<ComparedRecord>(STORED_RECORDS, [companyId]).then(storedLines),
      copied(this.target),
    ]);
    const [inDatabase, inCopy] = [new Set(rows), new Set(kept)];
    const faults = [
      ...rows.filter((row) => !inCopy.has(row)).map((row) => `the copy lacks ${row}`),
      ...kept.filter((row) => !inDatabase.has(row)).map((row) => `only the copy has ${row}`),
      ...(kept.length === inCopy.size ? [] : [`the copy has ${kept.length - inCopy.size} records twice`]),
    ];
    return { records: rows.length, faults };
  }

  private launch(...options: readonly string[]) {
    const { url, key, folder } = this.stack;
    const variables = { BILLHOOK_URL: url, BILLHOOK_API_KEY: key, HOME: folder };
    const child = launchProgram('libs/sdk/src/cli/main.ts', variables, 'sync', this.target, ...options);
    const output: string[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(String(chunk)));
    return { child, output };
  }
}

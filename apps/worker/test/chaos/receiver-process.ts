import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs';
import { repositoryFile } from './program.js';

/** A request in the log of the receiver. Times are milliseconds since the epoch. */
export interface Receipt {
  readonly n: number;
  readonly at: number;
  readonly path: string;
  readonly id: string;
  readonly attempt: number;
  readonly sequence: number;
  readonly timestamp: string;
  readonly signature: string;
  /** SHA-256 of the body, in base64. */
  readonly hash: string;
  /** undefined while the request is open. */
  endedAt?: number;
  /** The status of the response; null if the sender disconnected first. */
  status?: number | null;
}

type Note = Receipt | { readonly end: number; readonly at: number; readonly status: number | null };

/** The process of the receiver, and the part of its log that was read. */
export class ReceiverProcess {
  readonly receipts: Receipt[] = [];
  readonly #byNumber = new Map<number, Receipt>();
  #child: ChildProcess | undefined;
  #read = 0;
  #rest = '';
  url = '';

  constructor(private readonly logFile: string) {}

  async start(): Promise<void> {
    this.#child = spawn(process.execPath, [repositoryFile('lab/chaos/receiver.mjs'), this.logFile], {
      env: {},
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [{ port }] = (await once(this.#child, 'message')) as [{ port: number }];
    this.url = `http://127.0.0.1:${port}`;
  }

  stop(): void {
    this.#child?.kill('SIGKILL');
  }

  /** Reads the new part of the log. Returns all requests, in their order of arrival. */
  look(): readonly Receipt[] {
    if (!existsSync(this.logFile)) return this.receipts;
    const buffer = Buffer.alloc(statSync(this.logFile).size - this.#read);
    const file = openSync(this.logFile, 'r');
    this.#read += readSync(file, buffer, 0, buffer.length, this.#read);
    closeSync(file);
    // The log has ids, numbers and base64, all single-byte characters.
    const lines = (this.#rest + buffer.toString('latin1')).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#take(JSON.parse(line) as Note);
    return this.receipts;
  }

  #take(note: Note): void {
    if ('end' in note) {
      const receipt = this.#byNumber.get(note.end);
      if (receipt) Object.assign(receipt, { endedAt: note.at, status: note.status });
      return;
    }
    this.receipts.push(note);
    this.#byNumber.set(note.n, note);
  }
}

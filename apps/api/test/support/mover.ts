import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '@billhook/testing/patience';
import { launchProgram } from '@billhook/testing/program';

interface Addresses {
  readonly directoryUrl: string;
  readonly toUrl: string;
  readonly sourceUrl?: string;
}

/** A move of cell 1 in another process, which a spec can kill. */
export class Mover {
  readonly #child: ChildProcess;
  readonly #exit: Promise<unknown>;
  #output = '';

  /** @param onText called with what it says */
  constructor({ directoryUrl, toUrl, sourceUrl }: Addresses, onText: (text: string) => void = () => undefined) {
    const addresses = [directoryUrl, toUrl, ...(sourceUrl === undefined ? [] : [sourceUrl])];
    this.#child = launchProgram('apps/api/test/support/move-program.ts', {}, ...addresses);
    this.#exit = once(this.#child, 'exit');
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output += chunk.toString();
        onText(chunk.toString());
      });
  }

  /** Waits for the words. @throws an Error with the output if the move ends with an error before */
  says(words: string): Promise<true> {
    return eventually(`the move says "${words}"`, () => {
      if (this.#output.includes(words)) return true;
      this.requireRunning();
      return undefined;
    });
  }

  /** @throws an Error with the output */
  requireRunning(): void {
    if (this.#child.exitCode !== null) throw new Error(`the move ended (${this.#child.exitCode}): ${this.#output}`);
  }

  /** How long it says that writes waited for the switch. */
  get heldMs(): number | undefined {
    const [, ms] = /Writes waited (\d+) ms\.\n/.exec(this.#output) ?? [];
    return ms === undefined ? undefined : Number(ms);
  }

  /** Stops it where it is. A kill ends it as well. */
  pause(): void {
    this.#child.kill('SIGSTOP');
  }

  resume(): void {
    this.#child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exit;
  }

  /** Resolves at its end, whatever it is. */
  async ended(): Promise<void> {
    await this.#exit;
  }
}

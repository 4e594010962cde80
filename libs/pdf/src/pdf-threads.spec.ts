import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@billhook/platform/logger';
import { describe, expect, it } from '@jest/globals';
import { sampleSource } from '../test/samples.js';
import { PdfThreads } from './pdf-threads.js';

const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });

/** The nice values of the threads of this process that have a lower priority. */
function lowered(): number[] {
  const values = readdirSync('/proc/self/task').map((id) => {
    const text = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
    // The name of the thread, in brackets, may contain spaces.
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[16]);
  });
  return values.filter((nice) => nice > 0);
}

// Other systems have no priorities of threads.
const isLinux = process.platform === 'linux';

(isLinux ? describe : describe.skip)(`a thread that renders${isLinux ? '' : ' [this system is not Linux]'}`, () => {
  it('has a lower priority than the process, and ends when it is idle', async () => {
    const limits = { threads: 1, queue: 4, timeMs: 600_000, memoryMb: 256, idleMs: 2_000 };
    const threads = new PdfThreads(limits, logger);
    const before = lowered();
    await threads.draw(1, { source: sampleSource() });
    expect(lowered()).toHaveLength(before.length + 1);
    while (lowered().length > before.length) await sleep(20);
    await threads.stop();
  });
});

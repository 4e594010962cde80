import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive } from '@billhook/platform/running-process';

/** Less than any process needs next. */
const BYTES = 65_536;
const END_MS = 30_000;

/** The files of a control group in both versions of the kernel's interface. */
const VERSIONS = [
  { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes', kills: 'memory.oom_control' },
  { folder: '/sys/fs/cgroup', limit: 'memory.max', kills: 'memory.events' },
] as const;

const interfaceOf = () => VERSIONS.find(({ folder }) => existsSync(join(folder, 'cgroup.procs')));

/** Whether this user can limit the memory of a process. */
export function canLimitMemory(): boolean {
  try {
    const group = MemoryLimit.create();
    rmdirSync(group.folder);
    return true;
  } catch {
    return false;
  }
}

/** A control group without memory. The kernel kills a process in it as soon as it needs more. */
export class MemoryLimit {
  private constructor(
    readonly folder: string,
    private readonly kills: string,
  ) {}

  /** @throws an Error where this user cannot create one */
  static create(): MemoryLimit {
    const found = interfaceOf();
    if (!found) throw new Error('this system has no control groups');
    const folder = join(found.folder, `billhook-chaos-${process.pid}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, found.limit), String(BYTES));
    return new MemoryLimit(folder, join(folder, found.kills));
  }

  /**
   * Leaves a process no memory, and waits for its end.
   * @param patienceMs after which a process that needs no memory leaves the group
   * @returns whether the kernel killed it
   */
  async exhaust(pid: number, patienceMs = END_MS): Promise<boolean> {
    const before = this.#killed();
    writeFileSync(join(this.folder, 'cgroup.procs'), String(pid));
    for (const end = Date.now() + patienceMs; isAlive(pid) && Date.now() < end;) await sleep(5);
    if (isAlive(pid)) writeFileSync(join(this.folder, '../cgroup.procs'), String(pid));
    return this.#killed() > before;
  }

  #killed(): number {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync(this.kills, 'utf8'))?.[1] ?? 0);
  }

  /** A process that was killed remains in its group for a moment. */
  async remove(): Promise<void> {
    for (const end = Date.now() + END_MS; ; await sleep(20)) {
      try {
        return rmdirSync(this.folder);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }
}

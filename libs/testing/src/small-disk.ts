import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unless, type TestBlock } from './skipped.js';

/** For a cluster with its log, which takes about a fifth of it. */
const DISK_MB = 512;

/** A file system in memory for the folder of PostgreSQL, which only root can mount. */
export class SmallDisk {
  private constructor(private readonly folder: string) {}

  /** @throws an Error where this user cannot mount */
  static mount(folder: string, megabytes = DISK_MB): SmallDisk {
    mkdirSync(folder, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'pipe' });
    return new SmallDisk(folder);
  }

  /** Takes the last free byte. Returns the function that gives all of them back. */
  fill(): () => void {
    const ballast = join(this.folder, 'ballast');
    const file = openSync(ballast, 'w');
    for (let size = 1024 ** 2; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) writeSync(file, Buffer.alloc(size));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      }
    }
    closeSync(file);
    return () => rmSync(ballast);
  }

  grow(megabytes = DISK_MB): void {
    execFileSync('mount', ['-o', `remount,size=${megabytes}m`, this.folder], { stdio: 'pipe' });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }
}

/** Whether this user can mount a file system. */
function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-disk-'));
  try {
    SmallDisk.mount(folder).unmount();
    return true;
  } catch {
    return false;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For a test that needs a `SmallDisk`, which only root can mount. */
export const onSmallDisk = <Rest extends unknown[]>(block: TestBlock<Rest>) =>
  unless(canMount() ? undefined : 'this user cannot mount a file system', block);

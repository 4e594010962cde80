import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from '@jest/globals';

/*
 * The JavaScript and TypeScript programs of all guides, compiled strictly with the types of the client, as a reader does who pastes them
 * into a project. `python.e2e-spec.ts` does the same for Python.
 */

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const GUIDES = here('../guides/');
const COMPILER = here('../../../node_modules/typescript7/bin/tsc');

let folder: string;
const programs: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-guides-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await symlink(here('../node_modules'), join(folder, 'node_modules'), 'junction');
  for (const file of (await readdir(GUIDES)).filter((name) => name.endsWith('.md'))) {
    const blocks = (await readFile(join(GUIDES, file), 'utf8')).matchAll(/```(?:js|ts) title="([^"]+)"\n([^]*?)```/g);
    for (const [, title = '', text = ''] of blocks) await save(join(file.replace(/\.md$/, ''), title), text);
  }
  await cp(here('../../../libs/contract/verification'), join(folder, 'verification'), {
    recursive: true,
    filter: (path) => !/\.(?!ts$)\w+$/.test(path),
  });
  programs.push('verification/receiver.ts', 'verification/verify-v1a.ts');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function save(name: string, text: string): Promise<void> {
  await mkdir(join(folder, dirname(name)), { recursive: true });
  await writeFile(join(folder, name), text);
  programs.push(name);
}

/** The errors of the compiler, one a line. */
async function compile(files: readonly string[]): Promise<string> {
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--noEmit', '--allowJs', '--checkJs', '--skipLibCheck'];
  const target = ['--target', 'esnext', '--module', 'nodenext', '--customConditions', '@billhook/source'];
  const types = ['--lib', 'esnext,dom', '--types', 'node', '--typeRoots', here('../../../node_modules/@types')];
  const args = [COMPILER, ...flags, ...target, ...types, '--rewriteRelativeImportExtensions', ...files];
  return new Promise((resolve) => execFile(process.execPath, args, { cwd: folder }, (_, stdout) => resolve(stdout)));
}

it('compile in strict mode', async () => {
  expect(programs.length).toBeGreaterThan(20);
  expect(await compile(programs)).toBe('');
});

it('are compared with the types of the client', async () => {
  const text = await readFile(join(folder, 'typescript/lists.mjs'), 'utf8');
  await save('typescript/wrong.mjs', text.replace("'Draft'", "'Posted'"));
  expect(await compile(['typescript/wrong.mjs'])).toContain('Posted');
});

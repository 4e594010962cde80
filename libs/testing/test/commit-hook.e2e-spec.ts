import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { RepositoryCopy } from './repository-copy.js';

const copy = new RepositoryCopy();
let start: string;

beforeAll(() => {
  copy.commitAll('Begin');
  start = copy.git('rev-parse', 'HEAD');
  expect(copy.tool('run.ts', ['hooks'])).toMatchObject({ status: 0 });
});

afterAll(() => copy.remove());

beforeEach(() => {
  copy.git('reset', '--quiet', '--hard', start);
});

describe('the hook of commits', () => {
  it('rejects what lint rejects', () => {
    copy.write('tools/example.mjs', 'let unused = 1;\n');
    copy.git('add', 'tools/example.mjs');
    const { status, text } = copy.commitStaged('Add an example');
    expect(text).toContain("'unused' is declared but never used");
    expect(status).not.toBe(0);
    expect(copy.git('rev-parse', 'HEAD')).toBe(start);
  });

  it('formats what is staged, and leaves the rest of the file as it is', () => {
    copy.write('tools/example.mjs', 'export const first = {  a: 1 };\n');
    copy.git('add', 'tools/example.mjs');
    copy.write('tools/example.mjs', 'export const first = {  a: 1 };\n\n\n\nexport const   second = 2;\n');
    expect(copy.commitStaged('Add an example')).toMatchObject({ status: 0 });
    expect(copy.git('show', 'HEAD:tools/example.mjs')).toBe('export const first = { a: 1 };');
    expect(copy.read('tools/example.mjs')).toContain('export const   second = 2;');
    expect(copy.git('diff', '--cached')).toBe('');
  });

  it('leaves out files that are never formatted, and texts', () => {
    const document = copy.read('apps/docs/openapi.json').replace('"openapi":', '"openapi"  :');
    copy.write('apps/docs/openapi.json', document);
    copy.write('README.md', `${copy.read('README.md')}\n\n\nMore\n`);
    copy.git('add', '--all');
    expect(copy.commitStaged('Change a document')).toMatchObject({ status: 0 });
    expect(copy.read('apps/docs/openapi.json')).toBe(document);
  });

  it('checks nothing where the packages are not installed', () => {
    copy.git('mv', 'tools/start.ts', 'tools/other.ts');
    copy.removePackages();
    expect(copy.commitStaged('Rename a file')).toMatchObject({ status: 0 });
  });
});

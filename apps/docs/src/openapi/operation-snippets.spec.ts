import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { withProgram } from '@billhook/testing/skipped';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { loadPrism } from '@ruby/prism';
import { Engine } from 'php-parser';
import { operationArticle, operationMarkdown } from '../pages/operations.js';
import { operationsOf, type ApiOperation, type PublishedDocument } from './api-operations.js';
import { responseFile } from './file-types.js';
import { snippetsOf, type OperationSnippet } from './operation-snippets.js';
import { FREE_FORM, pythonMethod } from './python-sdk-snippet.js';

/*
 * Every snippet of every operation is checked: TypeScript by the compiler against the client, the others by a parser of their language.
 * `snippets.e2e-spec.ts` of the API executes them.
 */

const file = (path: string) => fileURLToPath(new URL(path, import.meta.url));

let folder: string;
let published: PublishedDocument;
let operations: readonly ApiOperation[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-snippets-'));
  published = JSON.parse(await readFile(file('../../openapi.json'), 'utf8')) as PublishedDocument;
  operations = operationsOf(published);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const inLanguage = (language: string): { id: string; snippet: OperationSnippet }[] =>
  operations.flatMap((operation) =>
    snippetsOf(operation)
      .filter((snippet) => snippet.language === language)
      .map((snippet) => ({ id: operation.id, snippet })),
  );

/** Writes every snippet of a language into a folder. */
async function save(language: string): Promise<string> {
  const target = join(folder, language);
  await mkdir(target, { recursive: true });
  for (const { id, snippet } of inLanguage(language)) {
    await writeFile(join(target, `${id}.${snippet.extension}`), `${snippet.text}\n`);
  }
  return target;
}

/** The output of a program that reports errors, which must be empty. */
function complaints(command: string, args: readonly string[], cwd: string): string {
  const { error, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  return [error?.message ?? '', stdout, stderr].join('');
}

const PARSE_PYTHON =
  'import ast, pathlib\nfor path in pathlib.Path(".").glob("*.py"): ast.parse(path.read_text(), str(path))';

describe('the snippets of every operation', () => {
  it('exist in six languages, read the key from the environment and contain no secret', () => {
    expect(operations.length).toBeGreaterThan(100);
    for (const operation of operations) {
      const snippets = snippetsOf(operation);
      expect(snippets.map(({ language }) => language)).toEqual(['curl', 'TypeScript', 'Python', 'Go', 'PHP', 'Ruby']);
      for (const { language, text } of snippets) {
        expect([operation.id, language, text.includes('BILLHOOK_API_KEY')]).toEqual([
          ...[operation.id, language],
          operation.guarded || language === 'TypeScript' || language === 'Python',
        ]);
      }
    }
  });

  it('save a file under a name of its media type, which the page states', () => {
    const files = operations.filter(({ success }) => success.kind === 'file');
    const lists = { Clients: 'clients', Mails: 'mails', Payments: 'payments', Invoices: 'invoices', Quotes: 'quotes' };
    const names = new Map(files.map(({ id, success }) => [id, success.file?.name]));
    expect([...names].toSorted()).toEqual(
      [
        ...Object.entries({ ...lists, CreditNotes: 'credit-notes' }).map(([id, list]) => [
          `${id}.export`,
          `${list}.csv`,
        ]),
        ['Imports.results', 'results.ndjson'],
        ...['invoice', 'quote', 'creditNote'].map((kind) => [`DocumentPdf.${kind}`, 'document.pdf']),
        ['SnapshotParts.part', 'snapshot-parts.gz'],
      ].toSorted(),
    );
    for (const operation of files) {
      const { name = '', words = '' } = operation.success.file ?? {};
      for (const { text } of snippetsOf(operation)) expect(text).toContain(name);
      for (const page of [operationArticle(operation, published), operationMarkdown(operation, published)]) {
        expect(page).toContain(`Status \`200\`. ${words}`);
      }
      expect(operationMarkdown(operation, published)).toContain(`billhook.${pythonMethod(operation)}(`);
    }
    const results = files.find(({ id }) => id === 'Imports.results');
    expect(results?.success.file?.words).toBe('A file with one JSON object per line (`application/x-ndjson`).');
    for (const [media, name] of [
      ['text/csv', 'export.csv'],
      ['application/zip', 'export.zip'],
      ['application/xml', 'export.xml'],
    ] as const) {
      expect(responseFile(media, '/v1/export').name).toBe(name);
    }
    expect(() => responseFile('font/woff', '/v1/export')).toThrow('has no words');
  });

  it('are in the Markdown, with the members of the response and their values', () => {
    const [read] = operations.filter(({ id }) => id === 'Imports.get');
    if (!read) throw new Error('Imports.get is missing');
    const rows = operationMarkdown(read, published);
    expect(rows).toContain('| `status` | `Running`, `Completed`, `Cancelled`, `Failed` |');
    for (const operation of operations) {
      const text = operationMarkdown(operation, published);
      for (const snippet of snippetsOf(operation)) expect(text).toContain(snippet.text);
      expect(text).not.toMatch(/<(details|div)/);
    }
    // The header alone would be a table without members.
    const json = operations.filter(({ success, id }) => success.kind === 'json' && id !== 'OpenApi.get');
    const without = json.filter(
      (each) => !/## Response[^]*\| Member \| Type \|/.test(operationArticle(each, published)),
    );
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  it('are on a page that states once what the operation requires', () => {
    const others = operations.filter((each) =>
      [operationArticle, operationMarkdown].some((page) => page(each, published).split('Requires').length !== 2),
    );
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  it('keep the names of free maps, which are data', () => {
    const [create] = operations.filter(({ id }) => id === 'Imports.create');
    const example = create?.body?.example as { readonly columns?: object; readonly defaults?: object };
    const python = inLanguage('Python').find(({ id }) => id === 'Imports.create')?.snippet.text ?? '';
    const names = Object.keys({ ...example.columns, ...example.defaults });
    expect(names.filter((name) => /[A-Z]/.test(name)).length).toBeGreaterThan(0);
    for (const name of names) expect(python).toContain(JSON.stringify(name));
  });

  it('leave the names that the Python client leaves', async () => {
    const params = await readFile(file('../../../../libs/sdk-python/src/billhook/params.py'), 'utf8');
    const [, names = ''] = /^FREE_FORM = frozenset\(\{(.*)\}\)$/m.exec(params) ?? [];
    expect([...FREE_FORM]).toEqual(JSON.parse(`[${names}]`));
  });

  it('are correct TypeScript for the client', async () => {
    const target = await save('TypeScript');
    const modules = join(target, 'node_modules');
    await mkdir(join(modules, '@types'), { recursive: true });
    await mkdir(join(modules, '@billhook'), { recursive: true });
    await symlink(file('../../../../libs/sdk'), join(modules, '@billhook/sdk'));
    await symlink(file('../../../../node_modules/@types/node'), join(modules, '@types/node'));
    const compilerOptions = {
      ...{
        module: 'nodenext',
        target: 'es2023',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        skipLibCheck: true,
      },
      ...{ types: ['node'], customConditions: ['@billhook/source'], preserveSymlinks: true },
      allowImportingTsExtensions: true,
    };
    await writeFile(join(target, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await writeFile(join(target, 'package.json'), '{"type":"module"}');
    const compiler = file('../../../../node_modules/typescript7/bin/tsc');
    expect(complaints(process.execPath, [compiler, '-p', '.'], target)).toBe('');
  });

  it('are correct PHP', () => {
    for (const { id, snippet } of inLanguage('PHP')) {
      expect(() => new Engine({}).parseCode(snippet.text, id)).not.toThrow();
    }
  });

  it('are correct Ruby', async () => {
    const parse = await loadPrism();
    const errors = inLanguage('Ruby').flatMap(({ id, snippet }) =>
      parse(snippet.text).errors.map(({ message }) => `${id}: ${message}`),
    );
    expect(errors).toEqual([]);
  });

  withProgram('bash', it)('are correct bash', async () => {
    const target = await save('curl');
    expect(complaints('bash', ['-c', 'for name in *.sh; do bash -n "$name"; done'], target)).toBe('');
  });

  withProgram('Python', it)('are correct Python', async () => {
    const target = await save('Python');
    expect(complaints('python3', ['-c', PARSE_PYTHON], target)).toBe('');
  });

  withProgram('Go', it)('are Go, formatted', async () => {
    const target = await save('Go');
    expect(complaints('gofmt', ['-l', '-e', '.'], target)).toBe('');
  });
});

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const DOCUMENT = here('../../../docs/openapi.json');
const GUIDES = here('../../../docs/guides/');
const GENERATOR = here('../../node_modules/openapi-typescript/bin/cli.js');
const COMPILER = here('../../../../node_modules/typescript7/bin/tsc');

/** A separate folder: the generator would use redocly.yaml, the settings of another tool. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-client-'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { code, output } = await run(GENERATOR, DOCUMENT, '-o', 'billhook.ts');
  if (code !== 0) throw new Error(output);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Ran {
  readonly code: number;
  readonly output: string;
}

function run(script: string, ...args: string[]): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { cwd: folder }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

/** The compiler errors of a program in the strictest mode; empty if it compiles. */
async function compile(file: string, program: string): Promise<string> {
  await writeFile(join(folder, file), `${PRELUDE}${program}`);
  const flags = ['--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--noEmit'];
  const target = ['--target', 'es2023', '--module', 'nodenext', '--lib', 'es2023,dom'];
  return (await run(COMPILER, ...flags, ...target, file)).output;
}

const PRELUDE = `import type { components, paths } from './billhook.js';

type Body<Path extends keyof paths, Method extends keyof paths[Path]> =
  paths[Path][Method] extends { requestBody?: { content: { 'application/json': infer Json } } } ? Json : never;
type Result<Operation, Status extends number> =
  Operation extends { responses: Record<Status, { content: { 'application/json': infer Json } }> } ? Json : never;

declare const key: string;
declare function send(method: string, path: string, body?: unknown, headers?: Record<string, string | undefined>): Promise<Response>;
`;

/** The bodies of the curl commands in the guides, each as a constant of its generated type. */
async function bodiesOfGuides(): Promise<string[]> {
  // The guide to batches contains an item that is rejected.
  const names = (await readdir(GUIDES)).filter((name) => name.endsWith('.md') && !name.startsWith('batches'));
  const guides = await Promise.all(names.map((name) => readFile(join(GUIDES, name), 'utf8')));
  const commands = guides.flatMap((markdown) =>
    [...markdown.matchAll(/^```bash[^\n]*\n([^]*?)^```/gm)].flatMap(([, block = '']) => block.split(/^(?=curl )/m)),
  );
  return commands.flatMap((command, n) => {
    const path = /\$BILLHOOK_URL(\/v1[^"?]*)/
      .exec(command)?.[1]
      ?.replace(/\/(\d+|\$[A-Z_]+)/g, '/{id}')
      .replace(/\/by-external-id\/[^/]+/, '/by-external-id/{externalId}');
    const body = /--json '([^']*)'/.exec(command)?.[1] ?? /<<JSON\n([^]*?)\nJSON/.exec(command)?.[1];
    if (path === undefined || body === undefined) return [];
    const method = /-X ([A-Z]+)/.exec(command)?.[1]?.toLowerCase() ?? 'post';
    const filled = body.replace('$(date +%F)', '2026-11-21').replace(/\$[A-Z_]+_ID/g, '42');
    return [`export const body${n}: Body<'${path}', '${method}'> = ${filled};\n`];
  });
}

const LIST = `
type List = paths['/v1/invoices']['get'];

export async function* overdue(): AsyncGenerator<string> {
  const query: NonNullable<List['parameters']['query']> = { limit: 50, status: ['Sent', 'Overdue'], sort: 'dueDate' };
  const words = new URLSearchParams(Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)])));
  for (let cursor: string | null = null; ; ) {
    if (cursor !== null) words.set('cursor', cursor);
    const response = await send('GET', \`/v1/invoices?\${words}\`);
    const { data, page }: Result<List, 200> = await response.json();
    for (const invoice of data) if (!('deletedAt' in invoice)) yield \`\${invoice.number} \${invoice.totals.due}\`;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}
`;

const PATCH = `
type Change = paths['/v1/invoices/{id}']['patch'];

export async function addNote(id: Change['parameters']['path']['id'], note: string): Promise<number> {
  const read = await send('GET', \`/v1/invoices/\${id}\`);
  const { notes }: Result<paths['/v1/invoices/{id}']['get'], 200> = await read.json();
  const change: Body<'/v1/invoices/{id}', 'patch'> = { notes: [...notes, note] };
  const headers: NonNullable<Change['parameters']['header']> = { 'If-Match': read.headers.get('etag') ?? '*' };
  const changed = await send('PATCH', \`/v1/invoices/\${id}\`, change, { ...headers });
  if (!changed.ok) {
    const problem: components['schemas']['Problem'] = await changed.json();
    throw new Error(\`\${problem.code}: \${problem.title}\`);
  }
  const invoice: Result<Change, 200> = await changed.json();
  return invoice.version;
}
`;

const WRONG = `
// @ts-expect-error: there is no client
export const invoice: Body<'/v1/invoices', 'post'> = { currency: 'EUR', lines: [] };
// @ts-expect-error: an amount is text
export const payment: Body<'/v1/payments', 'post'> = { clientId: 42, date: '2026-11-21', amount: 1080, currency: 'EUR', method: 'Transfer' };
// @ts-expect-error: there is no such status
export const query: paths['/v1/invoices']['get']['parameters']['query'] = { status: ['Gone'] };
`;

describe('a client that openapi-typescript generates from the document', () => {
  it('compiles with the requests of the guides, and not with requests that the API rejects', async () => {
    const bodies = await bodiesOfGuides();
    const taken = [
      "'/v1/clients', 'post'",
      "'/v1/invoices', 'post'",
      "'/v1/payments', 'post'",
      "'/v1/invoices/{id}', 'patch'",
    ];
    for (const operation of taken) expect(bodies.join('')).toContain(`Body<${operation}>`);
    expect(await compile('program.ts', [...bodies, LIST, PATCH, WRONG].join(''))).toBe('');
  });
});

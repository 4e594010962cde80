import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listResources, resourceLabels, resourcePlurals, resourceTexts } from './resource-words.js';
import { RESOURCES, resourceProperty, RESOURCE_NAMES } from './resources.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SOURCES = here('..');
const COMPILER = here('../../../../node_modules/typescript7/bin/tsc');
/** What the table and its readers in the domain consist of. */
const FILES = [
  ...['shared/resources.ts', 'shared/event-types.ts', 'shared/localized-text.ts'],
  ...['identity/permissions.ts', 'webhooks/event-access.ts'],
];

const WIDGET = `  widget: {
    plural: 'widgets',
    area: 'invoicing',
    table: 'widgets',
    read: 'widget.read',
    write: 'widget.write',
    one: { en: 'Widget', fr: 'Gadget' },
    many: { en: 'Widgets', fr: 'Gadgets' },
    about: 'What widgets are for.',
    events: ['created'],
    isRecord: true,
    hasPages: true,
    isExported: true,
    isCounted: true,
    isFuzzed: true,
    hasTool: true,
  },
`;

type Case = readonly [name: string, edit: (table: string) => string, errors: readonly RegExp[]];

/** The table without one member of the row of payments. */
const without =
  (member: string) =>
  (table: string): string => {
    const start = table.indexOf('  payment: {');
    const row = table.slice(start, table.indexOf('\n  },', start));
    return table.replace(row, row.replace(new RegExp(`\n    ${member}: .*,`), ''));
  };

const MEMBERS = Object.keys(RESOURCES.payment);
const CASES: readonly Case[] = [
  ['unchanged', (table) => table, []],
  ...MEMBERS.map((member): Case => [
    `without ${member}`,
    without(member),
    [new RegExp(`resources\\.ts\\(\\S+ error .*Property '${member}' is missing in type`)],
  ]),
  [
    'with another kind of value',
    (table) => table.replace("table: 'payments'", 'table: 7'),
    [/resources\.ts\(\S+ error .*Type 'number' is not assignable to type 'string'/],
  ],
  [
    'with a permission that does not exist',
    (table) => table.replace("read: 'payment.read'", "read: 'payments.read'"),
    [/event-access\.ts\(\S+ error .*'"payments\.read"' is not assignable .* Did you mean '"payment\.read"'/],
  ],
  [
    'with an event type that the catalogue lacks',
    (table) => table.replace("events: ['created', 'deleted']", "events: ['created', 'deleted', 'moved']"),
    [/event-types\.ts\(\S+ error .*Property '"payment\.moved"' is missing in type/],
  ],
  [
    'without an event type that the catalogue has',
    (table) => table.replace("events: ['created', 'deleted']", "events: ['created']"),
    [/event-types\.ts\(\S+ error .*''payment\.deleted'' does not exist in type/],
  ],
  [
    'with a renamed resource',
    (table) => table.replace('  payment: {', '  receipt: {'),
    [
      /event-types\.ts\(\S+ error .*''payment\.created'' does not exist in type/,
      /permissions\.ts\(\S+ error .*Type '"payment"' is not assignable to type/,
    ],
  ],
  [
    'with a new resource',
    (table) => table.replace('  checkpoint: {', `${WIDGET}  checkpoint: {`),
    [
      /event-types\.ts\(\S+ error .*Property '"widget\.created"' is missing in type/,
      /permissions\.ts\(\S+ error .*missing the following properties.*"widget\.read", "widget\.write"/,
    ],
  ],
];

let folder: string;
let output: string;

const caseFolder = (name: string): string => name.replaceAll(' ', '-');

/** Compiles all cases in one run. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'billhook-resources-'));
  const table = await readFile(join(SOURCES, 'shared/resources.ts'), 'utf8');
  for (const [name, edit] of CASES) {
    for (const file of FILES) {
      const target = join(folder, caseFolder(name), file);
      await mkdir(dirname(target), { recursive: true });
      if (file === 'shared/resources.ts') await writeFile(target, edit(table));
      else await cp(join(SOURCES, file), target);
    }
  }
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  const { compilerOptions } = JSON.parse(await readFile(here('../../../../tsconfig.base.json'), 'utf8')) as {
    compilerOptions: object;
  };
  const settings = {
    compilerOptions: { ...compilerOptions, composite: false, incremental: false, noEmit: true, types: [] },
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  output = await new Promise((resolve) => {
    execFile(process.execPath, [COMPILER, '-p', '.', '--pretty', 'false'], { cwd: folder }, (_, stdout, stderr) =>
      resolve(`${stdout}${stderr}`),
    );
  });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The errors of a case, one line each. */
const errorsOf = (name: string): string[] =>
  output
    .replaceAll(/\n\s+/g, ' ')
    .split('\n')
    .filter((line) => line.startsWith(`${caseFolder(name)}/`));

describe('the table of resources', () => {
  it.each(CASES)('%s: the compiler says so', (name, _, expected) => {
    const errors = errorsOf(name);
    if (expected.length === 0) expect(errors).toEqual([]);
    for (const each of expected) expect(errors.join('\n')).toMatch(each);
  });
});

describe('the rows', () => {
  it('have names, plurals and tables that no other row has', () => {
    for (const member of ['plural', 'table'] as const)
      expect(new Set(RESOURCE_NAMES.map((name) => RESOURCES[name][member])).size).toBe(RESOURCE_NAMES.length);
  });

  it.each(RESOURCE_NAMES)('%s has words in both languages, with a capital letter', (name) => {
    const { one, many } = RESOURCES[name];
    for (const word of [one.en, one.fr, many.en, many.fr]) expect(word).toMatch(/^\p{Lu}[\p{L}’ -]+$/u);
  });
});

describe('the words of resources', () => {
  it('have the form that their place needs', () => {
    expect(resourceProperty('credit_note')).toBe('creditNotes');
    expect(listResources(['client', 'quote', 'credit_note'])).toBe('clients, quotes and credit notes');
    expect(resourcePlurals(['invoice', 'api_key'], 'en')).toEqual({ invoice: 'invoices', api_key: 'API keys' });
    expect(resourcePlurals(['invoice', 'quote'], 'fr')).toEqual({ invoice: 'les factures', quote: 'les devis' });
    expect(resourceTexts(['api_key', 'quote'], 'en', ({ one }) => `All ${one} events`)).toEqual({
      api_key: 'All API key events',
      quote: 'All quote events',
    });
    expect(resourceLabels(['checkpoint'], 'fr')).toEqual({ checkpoint: 'Point de contrôle {{id}}' });
  });
});

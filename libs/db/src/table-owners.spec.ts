import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');

/** The sources of all projects, as paths from the root. */
const SOURCES = ['libs', 'apps']
  .flatMap((kind) => readdirSync(`${root}/${kind}`).map((project) => `${kind}/${project}/src`))
  .filter((folder) => existsSync(`${root}/${folder}`) && folder !== 'libs/testing/src')
  .flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true }).map((file) => `${folder}/${String(file)}`))
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.spec.ts'));
const MIGRATIONS = SOURCES.filter((file) => file.startsWith('libs/db/src/migrations/'));
const STATEMENTS = SOURCES.filter((file) => !MIGRATIONS.includes(file));

/** Tables without an entity. */
const OWNERS: Readonly<Record<string, string>> = {
  cell_moves: 'libs/db',
  rate_limits: 'apps/api/access',
  sign_in_attempts: 'libs/identity',
  event_stream_places: 'libs/webhooks',
  api_requests_default: 'libs/identity',
  webhook_attempts_default: 'libs/webhooks',
};

/** Statements that permanently access the table of another library, because one statement must read or write both. */
const BY_DESIGN: Readonly<Record<string, readonly string[]>> = {
  // The outbox writes the event in the transaction of the change.
  'libs/db': ['events'],
  // Whether a company is being deleted, for the verification of its logs.
  'libs/identity': ['company_deletions', 'deleting_companies'],
  // An import waits while its company is read-only before its deletion; a deletion ends with the card.
  'libs/installation': ['companies', 'tenants'],
  // The time zone of a company decides what is overdue or expired; an email shows the number of its document.
  'libs/invoicing': ['companies', 'mails'],
  // Who receives the notices of a company, and whether it is a sandbox, whose emails are kept.
  'libs/mail': ['accounts', 'companies', 'members', 'tenants'],
  // The portal shows the signed-in person with the card of the company; stored responses are encrypted like endpoints.
  'libs/webhooks': ['accounts', 'companies', 'idempotency_records', 'members', 'tenants'],
};

/** Statements that still have to move to the library of their table. This list must only shrink. */
const LEFT: Readonly<Record<string, readonly string[]>> = {
  'apps/demo': ['tenants'],
};

/** `libs/invoicing`, `apps/api/identity`: a library, or a folder of an application. */
function areaOf(file: string): string {
  const [kind, name, , folder = ''] = file.split('/');
  return kind === 'libs' || folder.endsWith('.ts') ? `${kind}/${name}` : `${kind}/${name}/${folder}`;
}

const matches = (file: string, pattern: RegExp): string[] =>
  [...read(file).matchAll(pattern)].map(([, name]) => name ?? '');

const tables = new Set(
  MIGRATIONS.flatMap((file) =>
    matches(file, /CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(?:\$\{schema\}\.)?(\w+)/g),
  ),
);
const owners = new Map([
  ...Object.entries(OWNERS),
  ...STATEMENTS.flatMap((file) => matches(file, /@Entity\('(\w+)'/g).map((table) => [table, areaOf(file)] as const)),
]);

/** Tables of other areas in the statements of an area. Does not find names that a template inserts. */
function foreignTables(): Record<string, string[]> {
  const found: Record<string, Set<string>> = {};
  for (const file of STATEMENTS) {
    const area = areaOf(file);
    for (const table of matches(file, /\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY|USING)\s+(\w+)/g)) {
      if (tables.has(table) && owners.get(table) !== area) (found[area] ??= new Set()).add(table);
    }
  }
  return Object.fromEntries(Object.entries(found).map(([area, names]) => [area, [...names].sort()]));
}

describe('SQL on a table', () => {
  it('finds the tables of the migrations and their entities', () => {
    expect(tables.size).toBeGreaterThan(40);
    expect(owners.get('invoices')).toBe('libs/invoicing');
    expect(owners.get('mails')).toBe('libs/mail');
    expect(owners.get('idempotency_records')).toBe('libs/db');
  });

  it('is in the library that owns its entity', () => {
    const allowed = Object.entries({ ...BY_DESIGN, ...LEFT }).map(([area, names]) => [area, [...names].sort()]);
    expect(foreignTables()).toEqual(Object.fromEntries(allowed));
  });
});

/** A longer statement is composed of named parts, each with a spec. */
const MOST_LINES = 40;

describe('The text of a statement', () => {
  it(`has at most ${MOST_LINES} lines`, () => {
    const long = STATEMENTS.flatMap((file) =>
      [...read(file).matchAll(/`(?:[^`\\]|\\.)*`/gs)]
        .map(([text]) => text)
        .filter(
          (text) => /\b(SELECT|INSERT|UPDATE|DELETE|redis\.call)\b/.test(text) && text.split('\n').length > MOST_LINES,
        )
        .map((text) => `${file}: ${text.split('\n').length}`),
    );
    expect(long).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

/*
 * One way to ask for the time of a company: `COMPANY_TIME` in a request, `companyTime` for a row, `companyTimeSql` in a statement. What reads
 * the clock of the machine is listed with its reason, so that nothing about records, keys, grants or links ignores the clock of a sandbox.
 */

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${root}/${file}`, 'utf8');
const SOURCES = [
  ...['apps/api', 'apps/worker', 'libs/identity', 'libs/installation', 'libs/invoicing', 'libs/mail', 'libs/webhooks'],
]
  .flatMap((project) =>
    readdirSync(`${root}/${project}/src`, { recursive: true }).map((file) => `${project}/src/${String(file)}`),
  )
  .filter((file) => file.endsWith('.ts') && !/spec\.ts$/.test(file));

const READS_MACHINE =
  /@Inject\(CLOCK\)|\bnew Date\(\)|\bDate\.now\(\)|(?<![.\w])now\(\) (?!\{)|(?<![.\w])now\(\)[,)`]|(?:statement|clock|transaction)_timestamp\(\)|current_(?:date|timestamp)|sql\/now\.sql\.js/i;
const ASKS_FOR_COMPANY = /@Inject\(COMPANY_TIME\)|\bcompanyTime\(|\bcompanyTimeSql\(/;
/** A clock that is passed to the file. */
const PASSED = /\bclock\.now\(\)/;

/** Files, or folders that end in a slash, by reason. */
const MACHINE: Readonly<Record<string, readonly string[]>> = {
  'sessions, passwords, invitations and the sign-in of people': [
    ...['account', 'auth', 'invitations', 'oauth', 'sessions'].map((folder) => `apps/api/src/identity/${folder}/`),
    ...['apps/api/src/access/access.gate.ts', 'apps/api/src/identity/consent/pending-consents.service.ts'],
    'apps/api/src/installation/set-up/',
  ],
  'members, policies, applications and companies: when a person did something': [
    ...['applications', 'company-applications', 'key-policy', 'members'].map(
      (name) => `apps/api/src/identity/${name}/`,
    ),
    ...['apps/api/src/installation/sandboxes/', 'libs/identity/src/companies/creating-companies.sql.ts'],
  ],
  'logs, limits and counts of requests': [
    ...['apps/api/src/access/rate-limits/', 'apps/api/src/request/', 'apps/api/src/app.setup.ts'],
    ...['apps/api/src/identity/audit/', 'libs/identity/src/audit/', 'apps/api/src/identity/key-traffic/'],
    'apps/api/src/mcp/tool-audit.service.ts',
  ],
  'a key that was found by others is revoked in every company': ['apps/api/src/identity/leaked-keys/'],
  'counts of the installation about its application secrets': ['libs/identity/src/keys/hashed-counts.ts'],
  'jobs, files and rows that are stored for some time': [
    'apps/api/src/installation/archives/',
    ...['company-deletions', 'company-exports', 'imports', 'snapshots'].flatMap((name) => [
      `apps/api/src/installation/${name}/`,
      `apps/worker/src/installation/${name}/`,
    ]),
    'libs/installation/src/company-deletions/company-deletions.repository.ts',
    ...['apps/worker/src/jobs/', 'libs/installation/src/backup/', 'libs/invoicing/src/documents/', 'libs/mail/src/'],
    ...['libs/invoicing/src/changes/change-log.sql.ts', 'libs/webhooks/src/deliveries/webhook-retention.sql.ts'],
  ],
  'the operator: commands, health and metrics': [
    ...['apps/api/src/installation/admin/', 'apps/api/src/installation/health/', 'apps/api/src/audit-verify.ts'],
    ...['libs/installation/src/cells/', 'libs/identity/src/companies/compare-cards.ts'],
  ],
  'rows that programs of 0.1.0 wrote': ['libs/invoicing/src/settlements/add-missing-entries.ts'],
  'the document chain proves when something was written': ['libs/invoicing/src/document-chain/'],
  'delivery: an advance moves what waits for it earlier': [
    ...['attempts', 'deliveries', 'endpoints', 'engine', 'events', 'runs', 'sql'].map(
      (name) => `libs/webhooks/src/${name}/`,
    ),
    'apps/api/src/webhooks/endpoints/',
  ],
  'the base class of actions gets the clock of the company from its services': [
    'apps/api/src/invoicing/documents/document-actions.service.ts',
  ],
  'the clock itself: it sets how far a sandbox is ahead': ['apps/worker/src/installation/sandbox-clock/'],
};

const LISTED = Object.values(MACHINE).flat();
const covers = (place: string) => (file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);
const withMachine = SOURCES.filter((file) => {
  const text = read(file);
  return READS_MACHINE.test(text) || (PASSED.test(text) && !ASKS_FOR_COMPANY.test(text));
});

describe('the time of a company', () => {
  it('is the one that every other source asks for', () => {
    const unlisted = withMachine.filter((file) => {
      // A file that asks for both says by the name which it means.
      return !LISTED.some((place) => covers(place)(file)) && !ASKS_FOR_COMPANY.test(read(file));
    });
    expect(unlisted).toEqual([]);
  });

  it('has no reason that nothing needs', () => {
    expect(LISTED.filter((place) => !withMachine.some(covers(place)))).toEqual([]);
  });

  it('is asked for by everything of records', () => {
    const asking = SOURCES.filter((file) => ASKS_FOR_COMPANY.test(read(file)));
    for (const folder of ['invoices', 'quotes', 'credit-notes', 'payments', 'clients', 'series', 'totals'])
      expect(asking.filter((file) => file.startsWith(`apps/api/src/invoicing/${folder}/`))).not.toEqual([]);
  });

  it('is computed in one file for programs and in one for statements', () => {
    const computing = /clockOffset \+|\+ clockOffset|clock_offset \*|\+ \w+\.clock_offset/;
    const files = [...SOURCES, 'libs/platform/src/company-time.ts', 'libs/db/src/company-time.sql.ts'];
    expect(files.filter((file) => computing.test(read(file))).sort()).toEqual([
      'libs/db/src/company-time.sql.ts',
      // Sets it.
      'libs/installation/src/sandbox-clock/sandbox-clock.ts',
      'libs/platform/src/company-time.ts',
    ]);
  });
});

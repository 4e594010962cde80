import { createHash } from 'node:crypto';

/* A run with two cells in each database: libs/testing/src/spec-cells.ts says what that changes for specs. */

const TRIGGERS = 'writes beside the triggers of the tables, which views do not have';
const LOCKS = 'locks a table by its name, which is that of a view';
const OWN_CELLS = 'creates its cells';
const MIGRATIONS = 'runs migrations or their statements, which know no views';
const ONE_MOMENT = 'writes entries of one moment, by which two logs are not in order';
const DIRECT = 'calls product code itself, outside of a request or a job';
const SERVER = 'starts a database server, which has one cell';
const PLANS = 'compares plans of statements, which are others for views';
const NO_DATABASE = 'uses no database';
const OWN_DATABASE = 'runs on a database that it migrates itself, so with one cell';
const INSTALLS = 'installs or builds a copy of the programs for minutes, whatever the cells';

/** Spec files that run with one cell only, with the reason. No entry may be added. */
export const WITH_ONE_CELL = {
  'apps/api/test/identity/audit-chain.e2e-spec.ts': TRIGGERS,
  'apps/api/test/identity/audit-export.e2e-spec.ts': ONE_MOMENT,
  'apps/api/test/identity/audit-log.e2e-spec.ts': ONE_MOMENT,
  'apps/api/test/identity/request-log.e2e-spec.ts': LOCKS,
  'apps/api/test/identity/tenants.e2e-spec.ts': DIRECT,
  'apps/api/test/installation/cell-commands.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-migrations.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-move-checks.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-move-kills.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-moves.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-removal.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-restore.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/cell-schema.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/installation/cells.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/installation/commands.e2e-spec.ts': NO_DATABASE,
  'apps/api/test/installation/control-groups.e2e-spec.ts': NO_DATABASE,
  'apps/api/test/installation/image.e2e-spec.ts': OWN_DATABASE,
  'apps/api/test/installation/kubernetes.e2e-spec.ts': NO_DATABASE,
  'apps/api/test/installation/kustomize.e2e-spec.ts': NO_DATABASE,
  'apps/api/test/installation/migration-locks.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/installation/migrations.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/installation/npm-start.e2e-spec.ts': INSTALLS,
  'apps/api/test/installation/operator-database.e2e-spec.ts': OWN_DATABASE,
  'apps/api/test/installation/quick-build.e2e-spec.ts': INSTALLS,
  'apps/api/test/installation/schema.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/installation/table-sides.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/installation/test-report.e2e-spec.ts': NO_DATABASE,
  'apps/api/test/installation/upgrade.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/invoicing/document-chain-forgeries.e2e-spec.ts': TRIGGERS,
  'apps/api/test/invoicing/document-chain-secrets.e2e-spec.ts': TRIGGERS,
  'apps/api/test/invoicing/document-chain-guide.e2e-spec.ts': TRIGGERS,
  'apps/api/test/invoicing/document-chain.e2e-spec.ts': TRIGGERS,
  'apps/api/test/invoicing/lists-pages.e2e-spec.ts': ONE_MOMENT,
  'apps/api/test/invoicing/overdue-invoices.e2e-spec.ts': DIRECT,
  'apps/api/test/invoicing/payments.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/invoicing/pdf.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/invoicing/receivables.e2e-spec.ts': MIGRATIONS,
  'apps/api/test/invoicing/send-by-mail.e2e-spec.ts': DIRECT,
  'apps/api/test/invoicing/series-race.e2e-spec.ts': LOCKS,
  'apps/api/test/invoicing/totals.e2e-spec.ts': PLANS,
  'apps/api/test/monitoring/lost-cell.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/request/index-uses.e2e-spec.ts': PLANS,
  'apps/api/test/request/cell-pool.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/request/completing-steps.e2e-spec.ts': DIRECT,
  'apps/api/test/request/replica.e2e-spec.ts': OWN_DATABASE,
  'apps/api/test/request/session-settings.e2e-spec.ts': DIRECT,
  'apps/api/test/request/unit-of-work.e2e-spec.ts': DIRECT,
  'apps/api/test/webhooks/changes.e2e-spec.ts':
    'runs a statement of a guide with ON CONFLICT, which a view does not have',
  'apps/api/test/webhooks/webhook-runs-missed.e2e-spec.ts': PLANS,
  'apps/api/test/webhooks/event-stream.e2e-spec.ts': DIRECT,
  'apps/api/test/webhooks/outbox.e2e-spec.ts': DIRECT,
  'apps/api/test/webhooks/webhook-runs.e2e-spec.ts': DIRECT,
  'apps/worker/test/chaos/failover.e2e-spec.ts': SERVER,
  'apps/worker/test/chaos/fairness.e2e-spec.ts': SERVER,
  'apps/worker/test/chaos/faults.e2e-spec.ts': SERVER,
  'apps/worker/test/chaos/moved-cell.e2e-spec.ts': OWN_CELLS,
  'apps/worker/test/chaos/redis-faults.e2e-spec.ts': SERVER,
  'apps/worker/test/chaos/restore-drill.e2e-spec.ts': SERVER,
  'apps/worker/test/installation/backup.e2e-spec.ts': SERVER,
  'apps/worker/test/installation/exact-copy.e2e-spec.ts': SERVER,
  'apps/worker/test/installation/synchronous-commit.e2e-spec.ts': SERVER,
};

/** Spec files that were not yet made to run so, by the beginning of their paths. */
const NOT_YET = /^apps\/api\/test\/installation\/(imports|sandbox-clock)/;

/** Specs of tools, which have no company. */
const OF_TOOLS = /^libs\/testing\//;

/** One of so many spec files, unless all run. */
const SHARE = 10;

/**
 * The spec files of a run with two cells.
 * @param files of all specs, from the root
 * @param seed chooses a tenth of them; undefined for all
 */
export function specsWithTwoCells(files, seed) {
  const able = files.filter(
    (file) => file.endsWith('.e2e-spec.ts') && !(file in WITH_ONE_CELL) && !NOT_YET.test(file) && !OF_TOOLS.test(file),
  );
  if (seed === undefined) return able;
  return able.filter((file) => createHash('sha256').update(`${seed} ${file}`).digest().readUInt32BE() % SHARE === 0);
}

let used;

/**
 * Prepares this worker, before each spec file.
 * @returns what runs the file
 */
export async function useCells(path) {
  if (process.env.TEST_CELLS !== '2') return (run) => run();
  const { beginSpecFile } = await (used ??= start());
  return beginSpecFile(path);
}

async function start() {
  const module = await import('../../libs/testing/src/spec-cells.ts');
  module.useSpecCells();
  return module;
}

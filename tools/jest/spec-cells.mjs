import { createHash } from 'node:crypto';

/* A run with two cells in each database: libs/testing/src/spec-cells.ts says what that changes for specs. */

const OWN_CELLS = 'creates its cells';
const MIGRATIONS = 'runs migrations or their statements, which know no views';
const SERVER = 'starts a database server, which has one cell';
const NO_DATABASE = 'uses no database';
const OWN_DATABASE = 'runs on a database that it migrates itself, so with one cell';
const INSTALLS = 'installs or builds a copy of the programs for minutes, whatever the cells';

/** Spec files that run with one cell only, with the reason. No entry may be added. */
export const WITH_ONE_CELL = {
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
  'apps/api/test/monitoring/lost-cell.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/request/cell-pool.e2e-spec.ts': OWN_CELLS,
  'apps/api/test/request/replica.e2e-spec.ts': OWN_DATABASE,
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
    (file) => file.endsWith('.e2e-spec.ts') && !(file in WITH_ONE_CELL) && !OF_TOOLS.test(file),
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

import { placeOf } from '@billhook/db/cell-connections';
import { addressOf, FIRST_CELL, isOneCell, READ_CELLS, type Cell } from '@billhook/db/cell-rows';
import { olderCells } from '@billhook/db/migrate-cells';
import { CELL_MIGRATIONS } from '@billhook/db/migrations/cell-list';
import { runnerOn } from '@billhook/db/on-connection';
import { cellSchemaProblem } from '@billhook/db/schema-state.rules';
import type { ReadRunner } from '@billhook/db/statement';
import { sideOfStatement, type StatementSide } from '@billhook/db/statement-side';
import { compareCards } from '@billhook/identity/companies/compare-cards';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { withinTime } from '@billhook/platform/within-time';
import { countSealed, LASTING_PURPOSES } from '@billhook/webhooks/endpoints/resealing';
import type { QueryResultRow } from 'pg';
import { checkApplications, checkSorting } from './database-checks.js';
import { openDoctor } from './doctor-connections.js';
import {
  findingOfError,
  ok,
  problem,
  type DoctorCheck,
  type DoctorFinding,
  type DoctorParts,
} from './doctor-finding.js';
import { checkPermissionsIn } from './permission-checks.js';
import { checkChains, checkPdfs } from './secret-checks.js';

/** Of the checks in a cell, so that one with slow statements keeps those of the others within the limit of a check. */
const CELL_MS = 15_000;

const UNREACHABLE =
  'Check that its PostgreSQL runs, and its address and schema in the table cells: npm run admin -- cells list. Its companies get 503 until then.';

/** Checks of what the others do not find: they look in the first cell, and in the global schema on its server. */
export const OTHER_CELLS_CHECKS: readonly DoctorCheck[] = [
  { name: 'cells', needs: 'tables', check: checkOtherCells, advice: 'Run: npm run admin -- cells list' },
];

/** A schema on a server, with the name for the operator. The schema is null for rows of the global side in tables of both sides. */
interface Other {
  readonly name: string;
  readonly side: StatementSide;
  readonly url: string;
  readonly schema: string | null;
  /** Undefined for the global side. */
  readonly number?: number;
}

async function checkOtherCells(parts: DoctorParts): Promise<DoctorFinding> {
  const cells = await parts.db.query<Cell & QueryResultRow>(READ_CELLS);
  const url = parts.env.DATABASE_URL;
  const older = cellSchemaProblem(await olderCells(url, cells, CELL_MIGRATIONS), cells.length);
  if (older) return problem(older.detail, older.advice);
  if (isOneCell(cells)) return ok('The installation has one cell.');
  const others: Other[] = [
    { name: 'The global side', side: 'global', url, schema: null },
    ...cells
      .filter((cell) => cell.number !== FIRST_CELL || cell.url !== null)
      .map((cell) => {
        const name = `Cell ${cell.number} (${placeOf(cell, url)}, schema ${cell.schema})`;
        return { name, side: 'cell' as const, url: addressOf(cell, url), schema: cell.schema, number: cell.number };
      }),
  ];
  const findings = await Promise.all(
    others.map(async (other) => {
      const found = await checkOther(parts, other).catch((error: unknown) => findingOfError(error, UNREACHABLE));
      return { ...found, text: `${other.name}: ${found.text}` };
    }),
  );
  const bad = findings.filter(({ level }) => level !== 'ok');
  const [worst] = (['problem', 'warning', 'skipped'] as const).flatMap((of) => bad.filter(({ level }) => level === of));
  if (worst) return { ...worst, text: bad.map(({ text }) => text).join(' ') };
  return ok(
    cells.length === 1
      ? 'The cell responds, and APP_SECRETS has its secrets and those of the global side.'
      : `All ${cells.length} cells respond, and APP_SECRETS has the secrets of each.`,
  );
}

async function checkOther(parts: DoctorParts, { side, url, schema, number }: Other): Promise<DoctorFinding> {
  const client = await openDoctor(url, schema);
  try {
    const db = runnerOn(client);
    const here = { ...parts, db };
    const bothSides: ReadRunner = {
      query: (statement) => (sideOfStatement(statement) === 'global' ? parts.db : db).query(statement),
    };
    const checks = [
      ...(schema === null ? [] : [() => checkPermissionsIn(here, schema)]),
      () => checkSealed(here, side),
      ...(side === 'cell' ? [() => checkChains(here), () => checkPdfs(here)] : []),
      ...(side === 'cell' ? [() => checkApplications({ ...parts, db: bothSides })] : []),
      ...(url === parts.env.DATABASE_URL ? [] : [() => checkSorting(here)]),
    ];
    if (number !== undefined) checks.push(() => checkCards(parts.db, db, number));
    return await withinTime(CELL_MS, firstFault(checks));
  } finally {
    // Without waiting for a statement that runs.
    client.end().catch(() => undefined);
  }
}

async function firstFault(checks: readonly (() => Promise<DoctorFinding>)[]): Promise<DoctorFinding> {
  for (const check of checks) {
    const found = await check();
    if (found.level !== 'ok') return found;
  }
  return ok('');
}

/** They differ after a restore of servers to different moments. */
async function checkCards(global: ReadRunner, local: ReadRunner, cell: number): Promise<DoctorFinding> {
  const { withoutCompany, withoutCard } = await compareCards(global, local, cell);
  if (withoutCompany.length + withoutCard.length === 0) return ok('');
  return problem(
    `${withoutCompany.length} companies have only a card on the global side, and ${withoutCard.length} have no card.`,
    'Run npm run admin -- verify-books, which names them. After a restore, run finish-restore (docs/backup.md).',
  );
}

async function checkSealed({ db, env }: DoctorParts, side: StatementSide): Promise<DoctorFinding> {
  const { versions } = new AppSecrets(env.APP_SECRETS);
  const stored = await countSealed(db, LASTING_PURPOSES, (statement) => (sideOfStatement(statement) ?? side) === side);
  const unknown = stored.filter(({ version }) => !versions.includes(version));
  if (unknown.length === 0) return ok('');
  return problem(
    `APP_SECRETS lacks the secret of ${unknown.map(({ count, words }) => `${count} ${words}`).join(', ')}.`,
    'Add the secret of this database to APP_SECRETS, in the same order in all programs.',
  );
}

import type { Tx, UnitOfWork } from '@billhook/db/unit-of-work';
import type { Permission } from '@billhook/domain/identity/permissions';
import { DAY_MS } from '@billhook/domain/shared/durations';
import { IMPORTABLE, IMPORT_RESULT_DAYS, type ImportableName } from '@billhook/domain/shared/import';
import type { Company } from '@billhook/identity/companies/company.entity';
import { partOf, writeResults } from '@billhook/installation/imports/import-parts.repository';
import { resultLine, type RowOutcome } from '@billhook/installation/imports/import-results';
import { readRows, type ValidRow } from '@billhook/installation/imports/import-rows';
import type { Import } from '@billhook/installation/imports/import.entity';
import type { ImportsRepository } from '@billhook/installation/imports/imports.repository';
import type { Clock } from '@billhook/platform/clock';
import { companyTime } from '@billhook/platform/company-time';
import type { Meter } from '@billhook/platform/metrics/meter';

/** Writes the rows of one resource. */
export interface ImportWriter {
  write(tx: Tx, job: Import, rows: readonly ValidRow[], now: Date): Promise<RowOutcome[]>;
}

interface ImportsParts {
  readonly uow: UnitOfWork;
  readonly clock: Clock;
  readonly meter: Meter;
  readonly imports: Pick<ImportsRepository, 'take' | 'write'>;
  readonly writers: Readonly<Record<ImportableName, ImportWriter>>;
  readonly mayStillWrite: (tx: Tx, job: Import, permission: Permission, now: Date) => Promise<boolean>;
  /** Whether the company is read-only, because its deletion was requested. */
  readonly companyOf: (tx: Tx, companyId: number) => Promise<Pick<Company, 'deletesAt' | 'clockOffset'>>;
}

/** Without a failed attempt. */
const RESTED = { failures: 0, nextAttemptAt: null } as const;

/** Writes imports part by part. Each part is a transaction with its results and the next position, so a killed worker repeats no row. */
export class Imports {
  constructor(private readonly parts: ImportsParts) {}

  /** The next part of an import, if no other worker has it. @returns whether it may continue immediately */
  async work(id: number): Promise<boolean> {
    const { uow, imports, mayStillWrite, companyOf, clock } = this.parts;
    let written: readonly [before: Import, after: Import] | undefined;
    const mayContinue = await uow.around(async (tx) => {
      const job = await imports.take(tx, id);
      if (!job) return false;
      const company = await companyOf(tx, job.companyId);
      if (company.deletesAt !== null) {
        await imports.write(tx, { ...job, ...RESTED });
        return false;
      }
      const now = clock.now();
      if (!(await mayStillWrite(tx, job, IMPORTABLE[job.resource].write, companyTime(now, company)))) {
        await imports.write(tx, ended({ ...job, ...RESTED, status: 'Failed', failure: 'permission_lost' }, now));
        return false;
      }
      const next = await this.#part(tx, job, now, companyTime(now, company));
      await imports.write(tx, { ...next, ...RESTED });
      written = [job, next];
      return next.status === 'Running';
    });
    // After the commit: a part that is rolled back has written no row.
    if (written) this.#count(...written);
    return mayContinue;
  }

  #count(before: Import, { created, existing, rejected, dryRun }: Import): void {
    if (dryRun) return;
    const rows = {
      created: created - before.created,
      existing: existing - before.existing,
      rejected: rejected - before.rejected,
    };
    for (const [outcome, count] of Object.entries(rows)) {
      this.parts.meter.count('billhook_imported_rows_total', { outcome }, count);
    }
  }

  async #part(tx: Tx, job: Import, now: Date, at: Date): Promise<Import> {
    const part = await partOf(tx, job, job.part);
    if (!part) return ended({ ...job, status: 'Completed' }, now);
    const rows = readRows(job, part.content);
    if (rows.length !== part.rows) {
      throw new Error(`part ${job.part} of import ${job.id} has ${rows.length} rows instead of ${part.rows}`);
    }
    const valid = rows.flatMap((row) => ('body' in row ? [row] : []));
    const written = await this.parts.writers[job.resource].write(tx, job, valid, at);
    const outcomes = rows.map((row): RowOutcome => {
      if ('problem' in row) return { result: 'Rejected', problem: row.problem };
      const outcome = written.shift();
      if (!outcome) throw new Error('a row of an import has no outcome');
      return outcome;
    });
    const lines = outcomes.map((outcome, n) => resultLine(part.firstRow + n, outcome, rows[n]?.values));
    writeResults(tx, job, job.part, lines.join(''));
    const count = (...results: readonly RowOutcome['result'][]) =>
      outcomes.filter(({ result }) => results.includes(result)).length;
    return {
      ...job,
      part: job.part + 1,
      done: job.done + rows.length,
      created: job.created + count('Created', 'Valid'),
      existing: job.existing + count('Existing'),
      rejected: job.rejected + count('Rejected'),
    };
  }
}

/** An import that ends now, with the time until which its results are kept. */
const ended = (job: Import, now: Date): Import => ({
  ...job,
  completedAt: now,
  expiresAt: new Date(now.getTime() + IMPORT_RESULT_DAYS * DAY_MS),
});

import { schemaOfCell } from '@billhook/db/new-cell';
import { cellOfId } from '@billhook/testing/own-tables';
import { DataSource, type QueryRunner } from 'typeorm';
import type { TestApi } from './api.js';

/** Runs statements of migrations in the cell of a company, as the schema step does in each. */
export async function withCellRunner(
  { app }: TestApi,
  companyId: number,
  work: (runner: QueryRunner) => Promise<void>,
): Promise<void> {
  const runner = app.get(DataSource).createQueryRunner();
  // The first connection of a process has set its path, which a RESET would lose.
  const [{ search_path: before }] = (await runner.query('SHOW search_path')) as [{ search_path: string }];
  try {
    await runner.query(`SET search_path = ${schemaOfCell(cellOfId(companyId))}, "$user", public`);
    await work(runner);
  } finally {
    await runner.query(`SET search_path = ${before}`);
    await runner.release();
  }
}

import type { Runner } from '@billhook/db/statement';

/** Sets the time at which a company is deleted, which every request of a caller reads. The caller holds the lock of the company. */
export async function setCompanyDeletion(runner: Runner, companyId: number, deletesAt: Date | null): Promise<void> {
  await runner.query({
    name: 'company_deletes_at',
    text: 'UPDATE companies SET deletes_at = $2 WHERE id = $1',
    values: [companyId, deletesAt],
  });
}

/** Deletes the row of a company, after all rows that refer to it. */
export async function deleteCompanyRow(runner: Runner, companyId: number): Promise<void> {
  await runner.query({ name: 'company_delete', text: 'DELETE FROM companies WHERE id = $1', values: [companyId] });
}

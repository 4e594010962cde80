import { selectColumns } from '@billhook/db/row';
import type { Runner } from '@billhook/db/statement';
import type { DataSource } from 'typeorm';
import { Company } from './company.entity.js';

/** The company, locked where it is to be changed. That there is none is a bug: whoever asks belongs to it. */
export async function findCompany(
  runner: Runner,
  source: DataSource,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Company> {
  const [company] = await runner.query<Company>({
    name: `company_get_${lock ? 'lock' : 'read'}`,
    text: `SELECT ${selectColumns(source, Company, 'c')} FROM companies c WHERE c.id = $1 ${lock}`,
    values: [id],
  });
  if (!company) throw new Error(`company ${id} is gone`);
  return company;
}

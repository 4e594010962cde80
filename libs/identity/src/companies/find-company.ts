import { selectColumns } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import type { DataSource } from 'typeorm';
import { Company } from './company.entity.js';

/** To change the company, and to keep it as it is beside others who do the same: `FOR UPDATE` waits for both. */
export type CompanyLock = '' | 'FOR UPDATE' | 'FOR KEY SHARE';

const NAMES: Readonly<Record<CompanyLock, string>> = { '': 'read', 'FOR UPDATE': 'lock', 'FOR KEY SHARE': 'keep' };

/** The company. A missing one is a bug: the caller belongs to it. */
export async function findCompany(
  runner: ReadRunner,
  source: DataSource,
  id: number,
  lock: CompanyLock = '',
): Promise<Company> {
  const [company] = await runner.query<Company>({
    name: `company_get_${NAMES[lock]}`,
    text: `SELECT ${selectColumns(source, Company, 'c')} FROM companies c WHERE c.id = $1 ${lock}`,
    values: [id],
  });
  if (!company) throw new Error(`company ${id} no longer exists`);
  return company;
}

import type { Tx } from '@billhook/db/unit-of-work';
import type { Company } from '@billhook/identity/companies/company.entity';
import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import type { INestApplicationContext } from '@nestjs/common';

/** @throws Error with a message for the operator when the company does not exist */
export async function companyOf(
  app: INestApplicationContext,
  tx: Tx,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Company> {
  const company = await app.get(CompaniesRepository).find(id, tx, lock);
  if (!company) throw new Error(`There is no company ${id}.`);
  return company;
}

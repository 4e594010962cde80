import type { Tx } from '@billhook/db/unit-of-work';
import type { Company } from '@billhook/identity/companies/company.entity';
import { findCompany } from '@billhook/identity/companies/companies.repository';
import type { INestApplicationContext } from '@nestjs/common';
import { DataSource } from 'typeorm';

/** @throws Error for the operator, where there is no such company */
export async function companyOf(
  app: INestApplicationContext,
  tx: Tx,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<Company> {
  const known = await tx.query({ name: 'admin_company', text: 'SELECT FROM companies WHERE id = $1', values: [id] });
  if (known.length === 0) throw new Error(`There is no company ${id}.`);
  return findCompany(tx, app.get(DataSource), id, lock);
}

import { insertRow, insertRows, UNSAVED } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { DEFAULT_SERIES, SERIES_KINDS } from '@billhook/domain/numbering';
import { NumberSeries } from '../series/number-series.entity.js';
import { Company } from './company.entity.js';

/** Inserts a company with its first number series, one for each kind of document. @returns its id */
export async function insertCompany(tx: Tx, company: Omit<Company, 'id'>): Promise<number> {
  const companyId = await insertRow(tx, Company, company);
  const { createdAt } = company;
  const rows = SERIES_KINDS.map((kind) => ({
    ...DEFAULT_SERIES[kind],
    id: UNSAVED,
    companyId,
    kind,
    start: 1,
    version: 1,
    createdAt,
    updatedAt: createdAt,
  }));
  await insertRows(tx, NumberSeries, rows);
  return companyId;
}

import { insertRows, UNSAVED } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import { DEFAULT_SERIES, SERIES_KINDS } from '@billhook/domain/invoicing/series';
import { usualTaxRates } from '@billhook/domain/invoicing/taxes/usual-tax-rates';
import { insertCompanyRow, type NewCompany } from '@billhook/identity/companies/companies.repository';
import { NumberSeries } from '../series/number-series.entity.js';
import { TaxRate } from '../tax-rates/tax-rate.entity.js';

/** Inserts a company with a number series for each kind of document, and the usual tax rates of its country. @returns its id */
export async function insertCompany(tx: Tx, company: NewCompany): Promise<number> {
  const companyId = await insertCompanyRow(tx, company);
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
  const rates = usualTaxRates(company.address?.country).map((taxRate) => ({
    ...{ id: UNSAVED, companyId, name: `VAT ${taxRate} %`, taxRate, status: 'Active' as const },
    ...{ version: 1, createdAt, updatedAt: createdAt },
  }));
  await insertRows(tx, TaxRate, rates);
  return companyId;
}

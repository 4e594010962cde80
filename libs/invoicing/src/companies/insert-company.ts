import { insertRows, UNSAVED } from '@billhook/db/row';
import type { Tx } from '@billhook/db/unit-of-work';
import type { Plan } from '@billhook/domain/identity/company';
import { DEFAULT_SERIES, SERIES_KINDS } from '@billhook/domain/invoicing/series';
import { usualTaxRates } from '@billhook/domain/invoicing/taxes/usual-tax-rates';
import { insertCompanyRow, type NewCompany } from '@billhook/identity/companies/companies.repository';
import { holdPlan } from '@billhook/identity/companies/company.sql';
import { NumberSeries } from '../series/number-series.entity.js';
import { TaxRate } from '../tax-rates/tax-rate.entity.js';

/**
 * Inserts a company that has a card, with a number series for each kind of document and the usual tax rates of its country.
 * @returns its plan: a sandbox has that of its company
 */
export async function insertCompany(tx: Tx, companyId: number, company: NewCompany): Promise<Plan> {
  const { createdAt, sandboxOf } = company;
  // Locked before the row that refers to it, in the order of a change of the plan.
  const plan = typeof sandboxOf === 'number' ? await holdPlan(tx, sandboxOf) : company.plan;
  insertCompanyRow(tx, companyId, { ...company, plan });
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
  return plan;
}

import { insertRow, selectColumns, updateRow } from '@billhook/db/row';
import type { ReadRunner } from '@billhook/db/statement';
import { requireVersion, type Target } from '@billhook/db/target';
import type { Tx } from '@billhook/db/unit-of-work';
import { Problem } from '@billhook/domain/shared/problems';
import type { RecordContext } from '../records/record.repository.js';
import { TaxRate } from './tax-rate.entity.js';

export class TaxRatesRepository {
  private readonly columns: string;

  constructor(private readonly context: RecordContext) {
    this.columns = selectColumns(context.source, TaxRate, 't');
  }

  /** All tax rates of the company, highest first. */
  list(companyId: number, runner: ReadRunner = this.context.db): Promise<TaxRate[]> {
    return runner.query<TaxRate>({
      name: 'tax_rate_list',
      text: `SELECT ${this.columns} FROM tax_rates t WHERE t.company_id = $1 ORDER BY t.tax_rate::numeric DESC`,
      values: [companyId],
    });
  }

  /** @throws Problem not_found, version_mismatch */
  async lock(tx: Tx, companyId: number, target: Target): Promise<TaxRate> {
    const [rate] = await tx.query<TaxRate>({
      name: 'tax_rate_lock',
      text: `SELECT ${this.columns} FROM tax_rates t WHERE t.company_id = $1 AND t.id = $2 FOR UPDATE`,
      values: [companyId, target.id],
    });
    if (!rate) throw new Problem('not_found', 'There is no such tax rate.');
    requireVersion(rate, target);
    return rate;
  }

  /** @throws Problem 409 tax_rate_taken, naming the existing one */
  async insert(tx: Tx, rate: Omit<TaxRate, 'id'>): Promise<number> {
    const { companyId, taxRate } = rate;
    await tx.query({
      name: 'tax_rate_claim',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`tax_rates/${companyId}`],
    });
    const [holder] = await tx.query<{ id: number }>({
      name: 'tax_rate_holder',
      text: 'SELECT id FROM tax_rates WHERE company_id = $1 AND tax_rate = $2',
      values: [companyId, taxRate],
    });
    if (holder) {
      throw new Problem('tax_rate_taken', `${taxRate} % is already a tax rate of the company.`, {
        errors: [{ pointer: '/taxRate', code: 'tax_rate_taken', message: 'is already a tax rate of the company' }],
        extensions: { existingId: holder.id },
      });
    }
    return insertRow(tx, TaxRate, rate);
  }

  write(tx: Tx, rate: TaxRate): Promise<void> {
    return updateRow(tx, TaxRate, rate);
  }
}

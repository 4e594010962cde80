import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import type { TaxRate } from './tax-rate.entity.js';

/** The tax rate in its API form. */
export function presentTaxRate({ id, name, taxRate, status, version, createdAt, updatedAt }: TaxRate): TaxRateView {
  return {
    ...{ id, name, taxCategory: 'S', taxRate, status, version },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

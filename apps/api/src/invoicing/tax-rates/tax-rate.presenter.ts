import type { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import type { TaxRate } from '@billhook/invoicing/tax-rates/tax-rate.entity';

/** The tax rate in its API form. */
export function presentTaxRate({ id, name, taxRate, status, version, createdAt, updatedAt }: TaxRate): TaxRateView {
  return {
    ...{ id, name, taxCategory: 'S', taxRate, status, version },
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

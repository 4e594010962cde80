import { TaxRateView } from '@billhook/contract/invoicing/tax-rate';
import { present } from '@billhook/contract/shared/present';
import type { TaxRate } from './tax-rate.entity.js';

/** The tax rate in its API form. */
export const presentTaxRate = (rate: TaxRate): TaxRateView => present(TaxRateView, rate, { taxCategory: 'S' });

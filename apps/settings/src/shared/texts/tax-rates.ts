import { addTexts } from '@billhook/ui/i18n';
import { useTranslation } from 'react-i18next';
import { en } from './tax-rates.en.js';
import { fr } from './tax-rates.fr.js';

declare module 'i18next' {
  interface ResourceNamespaceMap {
    taxRates: typeof en;
  }
}

addTexts('taxRates', { en, fr });

/** The texts of the tax rates. They load with this file. */
export const useTaxRateTexts = () => useTranslation('taxRates');

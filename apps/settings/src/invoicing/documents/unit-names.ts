import { unitName } from '@billhook/domain/invoicing/codes/unit-names';
import { documentLocale } from '@billhook/domain/shared/format-amount';
import { useLanguage } from '@billhook/ui/use-texts';

/** Common units of UN/ECE Recommendation 20; the API accepts all of its codes. */
export const UNITS = [
  'C62',
  'HUR',
  'DAY',
  'MON',
  'WEE',
  'ANN',
  'E48',
  'KGM',
  'TNE',
  'LTR',
  'MTR',
  'KMT',
  'MTK',
  'MTQ',
  'KWH',
] as const;

/** The name of a unit, or its code if it has none; in the plural unless a quantity is given. */
export function useUnitName(): (code: string, quantity?: string) => string {
  const language = useLanguage();
  return (code, quantity = '2') => unitName(quantity, code, documentLocale(language));
}

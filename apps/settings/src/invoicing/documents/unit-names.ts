import { documentLocale } from '@billhook/domain/shared/format-amount';
import { unitName } from '@billhook/domain/invoicing/unit-names';
import { useLanguage } from '@billhook/ui/use-texts';

/** The units that offices bill in, of UN/ECE Recommendation 20; the API takes all of its codes. */
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

/** The word for a unit, or its code where we have none; for many of them, unless a quantity is given. */
export function useUnitName(): (code: string, quantity?: string) => string {
  const language = useLanguage();
  return (code, quantity = '2') => unitName(quantity, code, documentLocale(language));
}

import { useTexts } from '@billhook/ui/use-texts';

/** The names of the usual payment methods in the API; any other text is a method as well. */
export const METHODS = ['Transfer', 'Card', 'DirectDebit', 'Cash', 'Cheque'] as const;

/** A usual method in the current language, otherwise its text. */
export function useMethodText() {
  const { t } = useTexts('payments');
  return (method: string): string => {
    const known = METHODS.find((each) => each === method);
    return known ? t(`methods.${known}`) : method;
  };
}

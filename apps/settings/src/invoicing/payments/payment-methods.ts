import { useTexts } from '@billhook/ui/use-texts';

/** The names under which the API keeps the usual ways to pay; any other text is a method too. */
export const METHODS = ['Transfer', 'Card', 'DirectDebit', 'Cash', 'Cheque'] as const;

/** A method in the language on screen, as far as it is a usual one. */
export function useMethodText() {
  const { t } = useTexts('payments');
  return (method: string): string => {
    const known = METHODS.find((each) => each === method);
    return known ? t(`methods.${known}`) : method;
  };
}

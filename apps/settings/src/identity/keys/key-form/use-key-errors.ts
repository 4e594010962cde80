import type { ApiError } from '@billhook/ui/api-fetch';
import { useTexts } from '@billhook/ui/use-texts';

/** The codes of the API that have words here. */
const CODES = {
  key_already_rotated: 'rotated',
  key_ended: 'ended',
  policy_lifetime: 'lifetime',
  policy_cidrs: 'networks',
  not_held: 'notHeld',
} as const;

/** The fields of the forms by the first part of a pointer. */
const FIELDS: Readonly<Record<string, string>> = { allowedCidrs: 'networks' };

/** Why the API created no key, in the language on screen; other errors in the words of the API. */
export function useKeyErrors() {
  const { t } = useTexts('keyForms');
  const wordsOf = (code: string | undefined): string | undefined => {
    const known = Object.entries(CODES).find(([name]) => name === code);
    return known && t(`refused.${known[1]}`);
  };
  return {
    words: (error: ApiError): string => wordsOf(error.code) ?? error.message,
    byField(error: ApiError): Record<string, string> {
      const found: Record<string, string> = {};
      for (const { pointer, code, message } of error.errors) {
        const member = pointer?.split('/')[1];
        if (member) found[FIELDS[member] ?? member] ??= wordsOf(code) ?? message;
      }
      return found;
    },
  };
}

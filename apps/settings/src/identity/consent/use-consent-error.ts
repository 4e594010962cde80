import type { ApiError } from '@billhook/ui/api-fetch';
import { useTexts } from '@billhook/ui/use-texts';

const REFUSAL_CODES = ['plan_required', 'application_not_allowed', 'nothing_to_grant'] as const;
const FIELD_CODES = ['not_held', 'policy_lifetime'] as const;

/** Why an application cannot be authorised, by the code of the API; undefined if this page has no text for the code. */
export function useConsentError(company: string) {
  const { t } = useTexts('consent');
  return ({ code, errors }: { readonly code: string; readonly errors?: ApiError['errors'] }): string | undefined => {
    const refusal = REFUSAL_CODES.find((known) => known === code);
    if (refusal) return t(`refusal.${refusal}`, { company });
    const fieldCode = FIELD_CODES.find((known) => errors?.some((each) => each.code === known));
    return fieldCode && t(`errors.${fieldCode}`);
  };
}

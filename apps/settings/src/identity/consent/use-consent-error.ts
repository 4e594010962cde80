import type { ApiError } from '@billhook/ui/api-fetch';
import { useTexts } from '@billhook/ui/use-texts';

const REFUSALS = ['plan_required', 'application_not_allowed', 'nothing_to_grant'] as const;
const FAULTS = ['not_held', 'policy_lifetime'] as const;

/** Why an application cannot be authorised, by the code of the API; undefined if only the API has words for it. */
export function useConsentError(company: string) {
  const { t } = useTexts('consent');
  return ({ code, faults }: { readonly code: string; readonly faults?: ApiError['faults'] }): string | undefined => {
    const refusal = REFUSALS.find((known) => known === code);
    if (refusal) return t(`refusal.${refusal}`, { company });
    const fault = FAULTS.find((known) => faults?.some((each) => each.code === known));
    return fault && t(`errors.${fault}`);
  };
}

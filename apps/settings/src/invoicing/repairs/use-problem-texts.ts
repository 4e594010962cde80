import { useTexts } from '@billhook/ui/use-texts';
import { useErrorTexts, type SpokenError } from '../../shared/workspace/use-error-texts.js';
import { isPartyCode, type PartyRepair } from './party-repair.js';

/** Texts of problems that have a button: what is missing, without the way to the page where it can be added. */
export function useProblemTexts(others?: (problem: SpokenError) => string) {
  const { t } = useTexts('repairs');
  const errors = useErrorTexts();
  return {
    problemText: (problem: SpokenError): string =>
      isPartyCode(problem.code) ? t(`codes.${problem.code}`) : (others ?? errors)(problem),
    repairLabel: (repair: PartyRepair): string =>
      repair.party === 'company' ? t(`action.company.${repair.field}`) : t(`action.client.${repair.field}`),
  };
}

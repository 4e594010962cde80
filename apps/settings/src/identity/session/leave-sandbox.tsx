import { SandboxBar } from '@billhook/ui/components/sandbox-bar';
import { useTexts } from '@billhook/ui/use-texts';
import { useProductionCompany } from '../../shared/session/signed-in.js';
import { switchCompany } from './switch-company.js';

/** The bar of a sandbox with the button that leaves it. */
export function LeaveSandbox() {
  const { t } = useTexts('settings');
  const production = useProductionCompany();
  return (
    <SandboxBar>
      {production && (
        <button type="button" onClick={() => void switchCompany(production.memberId)}>
          {t('sandbox.leave')}
        </button>
      )}
    </SandboxBar>
  );
}

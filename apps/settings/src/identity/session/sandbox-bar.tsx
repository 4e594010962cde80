import { useTexts } from '@billhook/ui/use-texts';
import { IconFlask } from '@tabler/icons-react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { switchCompany } from './switch-company.js';

/** Above every page of a sandbox: what it is, and the button that leaves it. */
export function SandboxBar() {
  const { t } = useTexts('settings');
  const { company, companies } = useSignedIn();
  const production = companies.find(({ companyId }) => companyId === company.sandboxOf);
  return (
    <div className="st-sandbox" role="note">
      <IconFlask size={18} aria-hidden="true" />
      <p>
        <strong>{t('sandbox.title')}</strong> <span>{t('sandbox.body')}</span>
      </p>
      {production && (
        <button type="button" onClick={() => void switchCompany(production.memberId)}>
          {t('sandbox.leave')}
        </button>
      )}
    </div>
  );
}

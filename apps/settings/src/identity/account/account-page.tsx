import '../../shared/forms/forms.css';
import './account.css';
import type { AccountView } from '@billhook/contract/identity/account';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { RecordGate } from '../../shared/workspace/detail.js';
import { useAccount } from './account.queries.js';
import { PasswordSection } from './password-section.js';
import { ProfileSection } from './profile-section.js';
import { SecondFactorSection } from './second-factor-section.js';
import { SessionsSection } from './sessions-section.js';

/** The settings of the account, the same in every company. */
export function AccountPage() {
  const { t } = useTexts('account');
  const account = useAccount();
  return (
    <div className="ac-page">
      <PageHeader title={t('words:yourAccount')} lead={t('lead')} />
      <RecordGate query={account}>{(view) => <Account account={view} />}</RecordGate>
    </div>
  );
}

function Account({ account }: { account: AccountView }) {
  return (
    <>
      <ProfileSection account={account} />
      <PasswordSection account={account} />
      <SecondFactorSection account={account} />
      <SessionsSection />
    </>
  );
}

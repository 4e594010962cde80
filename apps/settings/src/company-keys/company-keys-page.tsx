import { EmptyState } from '@billhook/ui/components/empty-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { IconKey, IconLock } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { KeyList } from '../api-keys/key-list.js';
import { useHolds, useSignedIn } from '../session/queries.js';

const route = getRouteApi('/company-keys');

export function CompanyKeysPage() {
  const { t } = useTranslation('settings');
  const { company } = useSignedIn();
  const manages = useHolds('api_key.manage');
  const { status } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <>
      <PageHeader title={t('company.title')} lead={t('company.lead', { company: company.name })} />
      {manages ? (
        <KeyList
          owner="company"
          status={status}
          onStatus={(next) => void navigate({ search: next ? { status: next } : {}, replace: true })}
          empty={
            <EmptyState icon={IconKey} title={t('company.empty')}>
              {t('company.emptyBody')}
            </EmptyState>
          }
        />
      ) : (
        <div className="bh-panel">
          <EmptyState icon={IconLock} title={t('company.forbidden')}>
            {t('company.forbiddenBody')}
          </EmptyState>
        </div>
      )}
    </>
  );
}

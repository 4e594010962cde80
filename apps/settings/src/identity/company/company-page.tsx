import { ErrorState } from '@billhook/ui/components/error-state';
import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Skeleton, Stack } from '@mantine/core';
import { useHolds } from '../../shared/session/signed-in.js';
import { CompanyDetails } from './company-details.js';
import { CompanyForm } from './company-form.js';
import { useCompany } from './company.queries.js';

export function CompanyPage() {
  const { t } = useTexts('company');
  const company = useCompany();
  const manages = useHolds('company.manage');
  return (
    <>
      <PageHeader
        title={t('words:companyDetails')}
        lead={
          <>
            {t('lead')}
            {!manages && <div>{t('forms:readOnly', { permission: 'company.manage' })}</div>}
          </>
        }
      />
      {company.error && <ErrorState error={company.error} onRetry={() => void company.refetch()} />}
      {company.isPending && (
        <Stack gap="md" maw={960} aria-hidden="true">
          {[180, 240, 160].map((height) => (
            <Skeleton key={height} height={height} radius="lg" />
          ))}
        </Stack>
      )}
      {company.data && (manages ? <CompanyForm company={company.data} /> : <CompanyDetails company={company.data} />)}
    </>
  );
}

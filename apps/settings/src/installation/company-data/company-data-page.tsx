import { PageHeader } from '@billhook/ui/components/page-header';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack } from '@mantine/core';
import { useHolds, useInSandbox } from '../../shared/session/signed-in.js';
import { NoPermission } from '../../shared/workspace/no-permission.js';
import { CompanyDeletionSection } from './company-deletion-section.js';
import { CompanyExportSection } from './company-export-section.js';
import { SandboxClockSection } from './sandbox-clock-section.js';
import { SandboxResetSection } from './sandbox-reset-section.js';

/** The export of everything that the company owns, and its deletion. */
export function CompanyDataPage() {
  const { t } = useTexts('companyData');
  const manages = useHolds('company.manage');
  const inSandbox = useInSandbox();
  const readsClock = useHolds('event.read');
  return (
    <>
      <PageHeader title={t('words:companyData')} lead={t(inSandbox ? 'leadSandbox' : 'lead')} />
      {manages ? (
        <Stack gap="xl" maw={960}>
          <CompanyExportSection />
          {inSandbox && readsClock && <SandboxClockSection />}
          {inSandbox && <SandboxResetSection />}
          <CompanyDeletionSection />
        </Stack>
      ) : (
        <NoPermission permission="company.manage" />
      )}
    </>
  );
}

import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import { ErrorState } from '@billhook/ui/components/error-state';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useInSandbox, useSignedIn } from '../../shared/session/signed-in.js';
import { RecordGate, Section } from '../../shared/workspace/detail.js';
import { useCompanyDeletion, useWithdrawDeletion } from './company-data.queries.js';
import { DeleteCompanyDialog } from './delete-company-dialog.js';

/** Requests the deletion of the company, or shows the request, which an owner can withdraw. */
export function CompanyDeletionSection() {
  const { t } = useTexts('companyData');
  const deletion = useCompanyDeletion();
  return (
    <Section title={t('deletion.title')}>
      <RecordGate query={deletion}>
        {(found) => (found.deletesAt ? <Requested deletesAt={found.deletesAt} /> : <NotRequested deletion={found} />)}
      </RecordGate>
    </Section>
  );
}

function useIsOwner(): boolean {
  return useSignedIn().member.role === 'Owner';
}

function NotRequested({ deletion }: { deletion: CompanyDeletionView }) {
  const { t } = useTexts('companyData');
  const isOwner = useIsOwner();
  const inSandbox = useInSandbox();
  const [opened, setOpened] = useState(false);
  return (
    <Stack gap="md" align="flex-start">
      <Text size="sm">{t('deletion.lead', { count: deletion.graceDays })}</Text>
      {isOwner ? (
        <Button color="red.9" onClick={() => setOpened(true)}>
          {t(inSandbox ? 'deletion.sandbox.open' : 'deletion.open')}
        </Button>
      ) : (
        <Text size="sm">{t(inSandbox ? 'deletion.sandbox.ownersOnly' : 'deletion.ownersOnly')}</Text>
      )}
      {opened && <DeleteCompanyDialog deletion={deletion} onClose={() => setOpened(false)} />}
    </Stack>
  );
}

function Requested({ deletesAt }: { deletesAt: string }) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const isOwner = useIsOwner();
  const inSandbox = useInSandbox();
  const withdraw = useWithdrawDeletion();
  return (
    <Stack gap="md" align="flex-start">
      <Alert color="red" icon={<IconAlertTriangle size={20} />} w="100%">
        {t(inSandbox ? 'deletion.sandbox.requested' : 'deletion.requested', { at: format.dateTime(deletesAt) })}
      </Alert>
      {isOwner && !inSandbox && (
        <Button
          loading={withdraw.pending}
          onClick={() => withdraw.start([], { onSuccess: () => notify.done(t('deletion.withdrawn')) })}
        >
          {t('deletion.withdraw')}
        </Button>
      )}
      {withdraw.error && <ErrorState error={withdraw.error} />}
    </Stack>
  );
}

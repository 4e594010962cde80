import type { CompanyDeletionView } from '@billhook/contract/installation/company-deletion';
import { COUNTED_RESOURCES, resourceProperty } from '@billhook/domain/shared/resources';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { switchCompany } from '../../identity/session/switch-company.js';
import { useInSandbox, useProductionCompany, useSignedIn } from '../../shared/session/signed-in.js';
import { Facts } from '../../shared/workspace/detail.js';
import { useRequestDeletion } from './company-data.queries.js';

const COUNTED = COUNTED_RESOURCES.map(resourceProperty);

interface DeleteCompanyDialogProps {
  readonly deletion: CompanyDeletionView;
  readonly onClose: () => void;
}

/** States what is deleted, and asks for the name of the company, because a wrong company must not be deleted. */
export function DeleteCompanyDialog({ deletion, onClose }: DeleteCompanyDialogProps) {
  const { t } = useTexts('companyData');
  const format = useFormat();
  const { company } = useSignedIn();
  const inSandbox = useInSandbox();
  const production = useProductionCompany();
  const request = useRequestDeletion();
  const [typed, setTyped] = useState('');
  const ready = typed.trim() === company.name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    void request.run(company.name).then(({ ok }) => {
      if (!ok) return;
      // The worker deletes the session of a sandbox with it.
      if (production) void switchCompany(production.memberId);
      else onClose();
    });
  };
  return (
    <Dialog opened onClose={onClose} title={t('deletion.dialogTitle', { company: company.name })}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Alert color="red" icon={<IconAlertTriangle size={20} />}>
            {t('deletion.effect', { count: deletion.graceDays })}
          </Alert>
          <Facts
            facts={COUNTED.map((name) => ({
              label: t(`deletion.counts.${name}`),
              value: format.number(deletion.counts[name]),
            }))}
          />
          {!inSandbox && <Text size="sm">{t('deletion.exportFirst')}</Text>}
          <TextInput
            label={t('deletion.type', { company: company.name })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          {request.error && <ErrorState error={request.error} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red.9" loading={request.pending} disabled={!ready}>
              {t(inSandbox ? 'deletion.sandbox.confirm' : 'deletion.confirm')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

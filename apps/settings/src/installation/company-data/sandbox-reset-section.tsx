import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack, Switch, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { Section } from '../../shared/workspace/detail.js';
import { useResetSandbox } from './company-data.queries.js';

/** Deletes the records of a sandbox, and leaves what has been set up. */
export function SandboxResetSection() {
  const { t } = useTexts('companyData');
  const [opened, setOpened] = useState(false);
  return (
    <Section title={t('reset.title')}>
      <Stack gap="md" align="flex-start">
        <Text size="sm">{t('reset.lead')}</Text>
        <Button color="red.9" onClick={() => setOpened(true)}>
          {t('reset.open')}
        </Button>
        {opened && <ResetDialog onClose={() => setOpened(false)} />}
      </Stack>
    </Section>
  );
}

function ResetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('companyData');
  const { name } = useSignedIn().company;
  const reset = useResetSandbox();
  const [typed, setTyped] = useState('');
  const [examples, setExamples] = useState(false);
  const ready = typed.trim() === name;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    reset.start([name, examples], {
      onSuccess: () => {
        notify.done(t('reset.done'));
        onClose();
      },
    });
  };
  return (
    <Dialog opened onClose={onClose} title={t('reset.dialogTitle', { company: name })}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <Alert color="red" icon={<IconAlertTriangle size={20} />}>
            {t('reset.effect')}
          </Alert>
          <TextInput
            label={t('deletion.type', { company: name })}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Switch
            label={t('reset.examples')}
            checked={examples}
            onChange={(event) => setExamples(event.currentTarget.checked)}
          />
          {reset.error && <ErrorState error={reset.error} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red.9" loading={reset.pending} disabled={!ready}>
              {t('reset.confirm')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

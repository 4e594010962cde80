import type { AccountView } from '@billhook/contract/account';
import { Dialog } from '@billhook/ui/components/dialog';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useAccountTexts } from '../texts/account.js';
import { RecoveryCodes } from './recovery-codes.js';

interface SecondFactorDialogProps {
  readonly account: AccountView;
  readonly title: string;
  readonly onClose: () => void;
  /** What leads to the codes; given what to call with them. */
  readonly children: (onCodes: (codes: readonly string[]) => void) => ReactNode;
}

/** A form, then the recovery codes that it brought. Leaving with codes that nobody kept asks once. */
export function SecondFactorDialog({ account, title, onClose, children }: SecondFactorDialogProps) {
  const { t } = useAccountTexts();
  const [codes, setCodes] = useState<readonly string[]>();
  const [stored, setStored] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const atRisk = codes !== undefined && !stored;

  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);

  return (
    <Dialog
      opened
      size="lg"
      title={codes ? t('second.codesTitle') : title}
      closeOnClickOutside={false}
      onClose={() => (atRisk ? setLeaving(true) : onClose())}
    >
      <Stack gap="md">
        {leaving && atRisk && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={t('second.leaveTitle')}>
            <Text size="sm">{t('second.leaveBody')}</Text>
            <Group gap="sm" mt="sm">
              <Button size="xs" variant="default" onClick={() => setLeaving(false)}>
                {t('second.stay')}
              </Button>
              <Button size="xs" color="red.9" onClick={onClose}>
                {t('second.leave')}
              </Button>
            </Group>
          </Alert>
        )}
        {codes ? (
          <RecoveryCodes account={account} codes={codes} onStored={() => setStored(true)} onDone={onClose} />
        ) : (
          children(setCodes)
        )}
      </Stack>
    </Dialog>
  );
}

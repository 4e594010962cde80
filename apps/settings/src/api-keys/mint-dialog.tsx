import type { CreatedApiKey } from '@billhook/contract/api-key';
import { Dialog } from '@billhook/ui/components/dialog';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState, type ReactNode } from 'react';
import { useKeyFormTexts } from '../texts/key-forms.js';
import { KeyResult } from './key-result.js';
import { useRefreshKeys } from './queries.js';

interface MintDialogProps {
  readonly title: string;
  /** Of the key once it is there. */
  readonly resultTitle: string;
  readonly onClose: () => void;
  /** What asks for the key; given what to call with it. */
  readonly children: (onCreated: (created: CreatedApiKey) => void) => ReactNode;
}

/** Form, then result. Leaving with a key that was neither copied nor ticked asks once. */
export function MintDialog({ title, resultTitle, onClose, children }: MintDialogProps) {
  const { t } = useKeyFormTexts();
  const refreshKeys = useRefreshKeys();
  const [created, setCreated] = useState<CreatedApiKey>();
  const [stored, setStored] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const atRisk = created !== undefined && !stored;

  useEffect(() => {
    if (!atRisk) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [atRisk]);

  return (
    <Dialog
      opened
      size="xl"
      title={created ? resultTitle : title}
      closeOnClickOutside={false}
      onClose={() => (atRisk ? setLeaving(true) : onClose())}
    >
      <Stack gap="md">
        {leaving && atRisk && (
          <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />} title={t('result.leaveTitle')}>
            <Text size="sm">{t('result.leaveBody')}</Text>
            <Group gap="sm" mt="sm">
              <Button size="xs" variant="default" onClick={() => setLeaving(false)}>
                {t('result.stay')}
              </Button>
              <Button size="xs" color="red.9" onClick={onClose}>
                {t('result.leave')}
              </Button>
            </Group>
          </Alert>
        )}
        {created ? (
          <KeyResult created={created} onStored={() => setStored(true)} onDone={onClose} />
        ) : (
          children((result) => {
            setCreated(result);
            void refreshKeys();
          })
        )}
      </Stack>
    </Dialog>
  );
}

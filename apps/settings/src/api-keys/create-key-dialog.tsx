import type { CreatedApiKey } from '@billhook/contract/api-key';
import type { Permission } from '@billhook/domain/permissions';
import { Dialog } from '@billhook/ui/components/dialog';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Alert, Button, Center, Group, Loader, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CreateKeyForm } from './create-key-form.js';
import { KeyResult } from './key-result.js';
import { usePermissionCatalogue, useRefreshKeys } from './queries.js';

interface CreateKeyDialogProps {
  readonly wanted: readonly Permission[];
  readonly onPlanRequired: () => void;
  readonly onClose: () => void;
}

/** Form, then result. Leaving with a key that was neither copied nor ticked asks once. */
export function CreateKeyDialog({ wanted, onPlanRequired, onClose }: CreateKeyDialogProps) {
  const { t } = useTranslation('settings');
  const catalogue = usePermissionCatalogue();
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

  const body = () => {
    if (created) return <KeyResult created={created} onStored={() => setStored(true)} onDone={onClose} />;
    if (catalogue.error) return <ErrorState error={catalogue.error} onRetry={() => void catalogue.refetch()} />;
    if (!catalogue.data) {
      return (
        <Center py="xl">
          <Loader role="status" aria-label={t('loading', { ns: 'ui' })} />
        </Center>
      );
    }
    return (
      <CreateKeyForm
        held={catalogue.data.data.filter((row) => row.held).map((row) => row.permission)}
        wanted={wanted}
        onPlanRequired={onPlanRequired}
        onCancel={onClose}
        onCreated={(result) => {
          setCreated(result);
          void refreshKeys();
        }}
      />
    );
  };

  return (
    <Dialog
      opened
      size="xl"
      title={t(created ? 'result.title' : 'create.title')}
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
        {body()}
      </Stack>
    </Dialog>
  );
}

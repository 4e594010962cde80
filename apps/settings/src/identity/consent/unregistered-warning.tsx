import type { ApplicationSummary } from '@billhook/contract/identity/oauth/application';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** Where the name of an application that is not registered here comes from. */
export function UnregisteredWarning({ application: { source, host } }: { application: ApplicationSummary }) {
  const { t } = useTexts('consent');
  if (source !== 'metadata' && source !== 'dynamic') return null;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('warning.title')} mb="md">
      {source === 'metadata' ? t('warning.metadata', { host }) : t('warning.dynamic')}
    </Alert>
  );
}

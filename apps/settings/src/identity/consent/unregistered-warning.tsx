import type { ConsentView } from '@billhook/contract/identity/oauth/consent';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

type Application = ConsentView['application'];

/** Whether no member of a company has registered the application. */
export const isUnregistered = ({ source }: Application): boolean => source === 'metadata' || source === 'dynamic';

/** Where the name of an application that is not registered here comes from, and where the browser goes: its name proves nothing. */
export function UnregisteredWarning({ consent: { application, redirectHost } }: { consent: ConsentView }) {
  const { t } = useTexts('consent');
  if (!isUnregistered(application)) return null;
  const { source, host } = application;
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={20} />} title={t('warning.title')} mb="md">
      {source === 'metadata' ? t('warning.metadata', { host }) : t('warning.dynamic')}
      {redirectHost !== null && (
        <>
          <Text size="sm" mt="xs">
            {t('warning.returnTo')}
          </Text>
          <Text fw={700} size="lg" className="bh-anywhere">
            {redirectHost}
          </Text>
        </>
      )}
    </Alert>
  );
}

import { EmptyState } from '@billhook/ui/components/empty-state';
import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { Wordmark } from '@billhook/ui/components/wordmark';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Center, Group } from '@mantine/core';
import { IconClockX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { isEmbedded, tellSessionEnded } from './embedding.js';

/** The end of a session. Inside the settings it requests a new portal link; alone, it says where to get one. */
export function SessionEnded() {
  const { t } = useTexts('portal');
  useEffect(() => {
    document.title = `${t('session.ended')} · Billhook`;
    tellSessionEnded();
  }, [t]);
  return (
    <>
      {!isEmbedded && (
        <Group justify="space-between" p="md" component="header">
          <Wordmark />
          <PreferencesMenu />
        </Group>
      )}
      <Center component="main" id="main" mih="60dvh">
        <EmptyState icon={IconClockX} title={t('session.ended')}>
          <p>{t('session.body')}</p>
          {!isEmbedded && (
            <Button component="a" href="/settings/webhooks" mt="xs">
              {t('session.again')}
            </Button>
          )}
        </EmptyState>
      </Center>
    </>
  );
}

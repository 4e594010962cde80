import { EmptyState } from '@billhook/ui/components/empty-state';
import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { Wordmark } from '@billhook/ui/components/wordmark';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Center, Group } from '@mantine/core';
import { IconClockX, IconLinkOff } from '@tabler/icons-react';
import { useEffect } from 'react';
import { failedLink } from './failed-link.js';

/** In place of the pages without a session: why there is none, and how to open one. */
export function SessionEnded() {
  const { t } = useTexts('portal');
  const title = failedLink ? t(`link.${failedLink}`) : t('session.ended');
  useEffect(() => {
    document.title = `${title} · Billhook`;
  }, [title]);
  return (
    <>
      <Group justify="space-between" p="md" component="header">
        <Wordmark />
        <PreferencesMenu />
      </Group>
      <Center component="main" id="main" mih="60dvh">
        <EmptyState level={1} icon={failedLink ? IconLinkOff : IconClockX} title={title}>
          {failedLink && <p>{t(`link.${failedLink}Body`)}</p>}
          <p>{failedLink ? t('link.body') : t('session.body')}</p>
          <Button component="a" href="/settings/webhooks" mt="xs">
            {t('session.again')}
          </Button>
        </EmptyState>
      </Center>
    </>
  );
}

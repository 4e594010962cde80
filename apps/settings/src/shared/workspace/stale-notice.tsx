import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { StaleChoices } from './stale-choices.js';

/** A change was rejected because someone else has changed the record meanwhile. */
export function StaleNotice({ onReload, onOverwrite, children }: StaleChoices) {
  const { t } = useTexts('conflict');
  return (
    <Alert role="alert" color="yellow" icon={<IconRefresh size={20} />} title={t('stale.title')}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(onOverwrite ? 'stale.choose' : 'stale.body')}</Text>
        {children}
        <Group gap="sm">
          {onReload && (
            <Button variant="default" size="xs" onClick={onReload}>
              {t(onOverwrite ? 'stale.theirs' : 'stale.reload')}
            </Button>
          )}
          {onOverwrite && (
            <Button variant="default" size="xs" onClick={onOverwrite}>
              {t('stale.mine')}
            </Button>
          )}
        </Group>
      </Stack>
    </Alert>
  );
}

import type { ApiKeyView } from '@billhook/contract/identity/key';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lostPermissions } from './key-status.js';
import { PermissionCodes } from './permission-codes.js';

/** Two permissions and how many more, which a click adds. The page of the key explains them. */
export function KeyPermissions({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const lost = lostPermissions(apiKey);
  return (
    <Stack gap={4} align="flex-start">
      <PermissionCodes name={apiKey.name} scopes={apiKey.scopes} />
      {lost.length > 0 && (
        <Text size="xs" c="var(--mantine-color-yellow-light-color)" component="div">
          <Group gap={4} wrap="nowrap">
            <IconAlertTriangle size={14} aria-hidden="true" />
            {t('words:lost', { count: lost.length })}
          </Group>
          <Text size="xs" c="dimmed" maw={220}>
            {t('list.lostAdvice', { count: lost.length })}
          </Text>
        </Text>
      )}
    </Stack>
  );
}

import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import { useTexts } from '@billhook/ui/use-texts';
import { Code, Group, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { lostPermissions } from './key-status.js';

const SHOWN = 2;

/** Two permissions and how many more, which a click adds. The page of the key explains them. */
export function KeyPermissions({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const [all, setAll] = useState(false);
  const { scopes } = apiKey;
  const lost = lostPermissions(apiKey);
  const hidden = scopes.length - SHOWN;
  const shown = all ? t('list.fewer') : `+${t('list.more', { count: hidden })}`;
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {(all ? scopes : scopes.slice(0, SHOWN)).map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
        {hidden > 0 && (
          <UnstyledButton
            className="st-more"
            aria-expanded={all}
            aria-label={t('list.permissionsOf', { shown, name: apiKey.name })}
            onClick={() => setAll(!all)}
          >
            {shown}
          </UnstyledButton>
        )}
      </Group>
      {lost.length > 0 && (
        <Text size="xs" c="var(--mantine-color-yellow-light-color)" component="div">
          <Group gap={4} wrap="nowrap">
            <IconAlertTriangle size={14} aria-hidden="true" />
            {t('list.lostSome', { count: lost.length })}
          </Group>
          <Text size="xs" c="dimmed" maw={220}>
            {t('list.mendLost', { count: lost.length })}
          </Text>
        </Text>
      )}
    </Stack>
  );
}

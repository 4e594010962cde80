import type { ApiKeyView } from '@billhook/contract/api-key';
import { permissionSummary } from '@billhook/ui/domain-texts';
import { Code, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useKeyTexts } from '../texts/keys.js';
import { lostPermissions } from './key-status.js';

const SHOWN = 2;

/** Two permissions and how many more; the rest, in words, opens on a click. */
export function KeyPermissions({ apiKey }: { apiKey: ApiKeyView }) {
  const { t, i18n } = useKeyTexts();
  const { scopes } = apiKey;
  const lost = lostPermissions(apiKey);
  const hidden = scopes.length - SHOWN;
  return (
    <Stack gap={4} align="flex-start">
      <Group gap={4}>
        {scopes.slice(0, SHOWN).map((scope) => (
          <Code key={scope}>{scope}</Code>
        ))}
        {(hidden > 0 || lost.length > 0) && (
          <Popover width={340} position="bottom-start" shadow="md" withArrow trapFocus returnFocus>
            <Popover.Target>
              <UnstyledButton className="st-more" aria-label={t('list.allPermissions', { name: apiKey.name })}>
                {hidden > 0 ? `+${t('list.more', { count: hidden })}` : '…'}
              </UnstyledButton>
            </Popover.Target>
            <Popover.Dropdown aria-label={t('list.allPermissions', { name: apiKey.name })}>
              <Stack gap="xs" tabIndex={-1} data-autofocus style={{ outline: 'none' }}>
                {scopes.map((scope) => (
                  <div key={scope}>
                    <Code>{scope}</Code>
                    <Text size="sm">{permissionSummary(scope, i18n.language)}</Text>
                    {lost.includes(scope) && (
                      <Text size="sm" c="var(--mantine-color-yellow-light-color)">
                        {t('list.lost')}
                      </Text>
                    )}
                  </div>
                ))}
              </Stack>
            </Popover.Dropdown>
          </Popover>
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

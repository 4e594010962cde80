import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { Code, Group, UnstyledButton } from '@mantine/core';
import { useState } from 'react';

const SHOWN = 2;

/** Two permissions and the number of the others, which a click adds. `name` is of the key or application that has them. */
export function PermissionCodes({ name, scopes }: { name: string; scopes: readonly Permission[] }) {
  const { t } = useTexts('keys');
  const [all, setAll] = useState(false);
  const hidden = scopes.length - SHOWN;
  const shown = all ? t('list.fewer') : `+${t('words:more', { count: hidden })}`;
  return (
    <Group gap={4}>
      {(all ? scopes : scopes.slice(0, SHOWN)).map((scope) => (
        <Code key={scope}>{scope}</Code>
      ))}
      {hidden > 0 && (
        <UnstyledButton
          className="st-more"
          aria-expanded={all}
          aria-label={t('list.permissionsOf', { shown, name })}
          onClick={() => setAll(!all)}
        >
          {shown}
        </UnstyledButton>
      )}
    </Group>
  );
}

import type { Permission } from '@billhook/domain/identity/permissions';
import { permissionSummary } from '@billhook/ui/domain-texts';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';

export interface PermissionGroup {
  readonly key: string;
  readonly title: string;
  readonly permissions: readonly Permission[];
}

interface PermissionBoxesProps {
  readonly groups: readonly PermissionGroup[];
  readonly chosen: readonly Permission[];
  /** Why a permission cannot be chosen or left out; undefined when it can. */
  readonly refusedOf: (permission: Permission) => string | undefined;
  readonly onToggle: (permission: Permission, on: boolean) => void;
}

/** A box for each permission, in groups. What cannot be touched stays in sight, disabled, with the reason. */
export function PermissionBoxes({ groups, chosen, refusedOf, onToggle }: PermissionBoxesProps) {
  const { i18n } = useTranslation();
  const id = useId();
  return (
    <div className="st-permissions">
      {groups.map(({ key, title, permissions }) => (
        <Stack key={key} gap={8} role="group" aria-labelledby={`${id}-${key}`}>
          <Text size="sm" fw={600} id={`${id}-${key}`}>
            {title}
          </Text>
          {permissions.map((permission) => {
            const refused = refusedOf(permission);
            const summary = permissionSummary(permission, i18n.language);
            return (
              <Checkbox
                key={permission}
                size="sm"
                label={
                  <>
                    <span className="bh-mono">{permission}</span>
                    <Text component="span" display="block" size="xs" c="dimmed">
                      {refused ? `${summary}. ${refused}` : summary}
                    </Text>
                  </>
                }
                aria-label={permission}
                disabled={refused !== undefined}
                checked={chosen.includes(permission)}
                onChange={(event) => onToggle(permission, event.currentTarget.checked)}
              />
            );
          })}
        </Stack>
      ))}
    </div>
  );
}

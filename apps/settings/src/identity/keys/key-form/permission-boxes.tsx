import type { Permission, PermissionGroup } from '@billhook/domain/identity/permissions';
import { inLanguage } from '@billhook/ui/domain-texts';
import { useLanguage } from '@billhook/ui/use-texts';
import { Checkbox, Stack, Text } from '@mantine/core';
import { useId } from 'react';
import { permissionSummary } from '../../permission-summary.js';

interface PermissionBoxesProps {
  readonly groups: readonly PermissionGroup[];
  readonly chosen: readonly Permission[];
  /** Why a permission cannot be selected or cleared; undefined if it can. */
  readonly refusedOf: (permission: Permission) => string | undefined;
  readonly onToggle: (permission: Permission, on: boolean) => void;
  /** For people who do not know the API: what a permission allows, then its code. */
  readonly sentenceFirst?: boolean;
}

/** A checkbox for each permission, in groups. Fixed ones stay visible, disabled, with the reason. */
export function PermissionBoxes({ groups, chosen, refusedOf, onToggle, sentenceFirst = false }: PermissionBoxesProps) {
  const language = useLanguage();
  const id = useId();
  const codeClass = sentenceFirst ? 'bh-mono' : '';
  return (
    <div className="st-permissions">
      {groups.map(({ title, permissions }) => (
        <Stack key={title.en} gap={8} role="group" aria-labelledby={`${id}-${permissions[0]}`}>
          <Text size="sm" fw={600} id={`${id}-${permissions[0]}`}>
            {inLanguage(title, language)}
          </Text>
          {permissions.map((permission) => {
            const refused = refusedOf(permission);
            const summary = permissionSummary(permission, language);
            const said = refused ? `${summary}. ${refused}` : summary;
            return (
              <Checkbox
                key={permission}
                size="sm"
                label={
                  <>
                    {sentenceFirst ? said : <span className="bh-mono">{permission}</span>}
                    <Text component="span" display="block" size="xs" c="dimmed" className={codeClass}>
                      {sentenceFirst ? permission : said}
                    </Text>
                  </>
                }
                {...(!sentenceFirst && { 'aria-label': permission })}
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

import type { Permission } from '@billhook/domain/permissions';
import { readOnlyScopes, GRANTABLE_PERMISSIONS } from '@billhook/domain/permissions';
import { permissionSummary } from '@billhook/ui/domain-texts';
import { Checkbox, Fieldset, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { permissionGroups } from './key-summary.js';

export const PRESETS = ['readOnly', 'custom', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

export interface PermissionChoice {
  readonly preset: Preset;
  readonly scopes: readonly Permission[];
}

/** What a preset stands for, among the permissions that the member holds. `custom` keeps what was chosen. */
export function applyPreset(
  preset: Preset,
  held: readonly Permission[],
  chosen: readonly Permission[],
): PermissionChoice {
  const expanded = {
    readOnly: readOnlyScopes(held),
    all: GRANTABLE_PERMISSIONS.filter((permission) => held.includes(permission)),
    custom: chosen,
  };
  return { preset, scopes: expanded[preset] };
}

interface PermissionPickerProps {
  readonly value: PermissionChoice;
  readonly held: readonly Permission[];
  readonly error: ReactNode;
  readonly onChange: (choice: PermissionChoice) => void;
}

/** Presets above, boxes by resource below. What the member lacks stays in sight, disabled, with the reason. */
export function PermissionPicker({ value, held, error, onChange }: PermissionPickerProps) {
  const { t, i18n } = useTranslation('settings');
  const presetTexts = {
    readOnly: t('create.presetReadOnly'),
    custom: t('create.presetCustom'),
    all: t('create.presetAll'),
  };
  const toggle = (permission: Permission, on: boolean) =>
    onChange({
      preset: 'custom',
      scopes: GRANTABLE_PERMISSIONS.filter((each) => (each === permission ? on : value.scopes.includes(each))),
    });

  return (
    <Fieldset variant="unstyled" legend={t('create.permissions')} className="st-fieldset">
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('create.preset')}
          value={value.preset}
          onChange={(chosen) => {
            const preset = PRESETS.find((known) => known === chosen) ?? 'custom';
            onChange(applyPreset(preset, held, value.scopes));
          }}
          data={PRESETS.map((preset) => ({ value: preset, label: presetTexts[preset] }))}
        />
        {error && <Input.Error role="alert">{error}</Input.Error>}
        {!GRANTABLE_PERMISSIONS.some((permission) => held.includes(permission)) && (
          <Text size="sm">{t('create.noneHeld')}</Text>
        )}
        <div className="st-permissions">
          {permissionGroups().map(({ resource, permissions }) => (
            <Stack key={resource} gap={8} role="group" aria-labelledby={`group-${resource}`}>
              <Text size="sm" fw={600} id={`group-${resource}`}>
                {t(`summary.groups.${resource}`)}
              </Text>
              {permissions.map((permission) => {
                const may = held.includes(permission);
                return (
                  <Checkbox
                    key={permission}
                    size="sm"
                    label={permission}
                    description={
                      may ? (
                        permissionSummary(permission, i18n.language)
                      ) : (
                        <>
                          {permissionSummary(permission, i18n.language)}. {t('create.notHeld')}
                        </>
                      )
                    }
                    disabled={!may}
                    checked={value.scopes.includes(permission)}
                    onChange={(event) => toggle(permission, event.currentTarget.checked)}
                    styles={{ label: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
                  />
                );
              })}
            </Stack>
          ))}
        </div>
      </Stack>
    </Fieldset>
  );
}

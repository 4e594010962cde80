import {
  GRANTABLE_PERMISSIONS,
  permissionGroups,
  readOnlyScopes,
  type Permission,
} from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { Fieldset, Input, SegmentedControl, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PermissionBoxes } from './permission-boxes.js';

export const PRESETS = ['readOnly', 'custom', 'all'] as const;
export type Preset = (typeof PRESETS)[number];

export interface PermissionChoice {
  readonly preset: Preset;
  readonly scopes: readonly Permission[];
}

/** The permissions of a preset among those that the member holds. `custom` keeps the selection. */
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
  /** The permissions that the key can have. */
  readonly held: readonly Permission[];
  /** Why it cannot have another one. */
  readonly lacks: (permission: Permission) => string;
  readonly error: ReactNode;
  readonly onChange: (choice: PermissionChoice) => void;
}

/** Presets above, checkboxes by resource below. Missing permissions stay visible, disabled, with the reason. */
export function PermissionPicker({ value, held, lacks, error, onChange }: PermissionPickerProps) {
  const { t } = useTexts('keyForms');
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
    <Fieldset variant="unstyled" legend={t('words:permissions')} className="st-fieldset">
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
        <PermissionBoxes
          groups={permissionGroups(GRANTABLE_PERMISSIONS)}
          chosen={value.scopes}
          refusedOf={(permission) => (held.includes(permission) ? undefined : lacks(permission))}
          onToggle={toggle}
        />
      </Stack>
    </Fieldset>
  );
}

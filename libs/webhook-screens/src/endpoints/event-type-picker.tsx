import { missingToRead } from '@billhook/domain/webhooks/event-access';
import { EVENT_TYPES, EVENTS, type EventResource, type EventType } from '@billhook/domain/shared/events';
import { eventSummary } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Fieldset, Input, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePortal } from '../session/session.queries.js';

const GROUPS = [...new Set(EVENT_TYPES.map((type) => EVENTS[type].resource))].map(
  (resource): { resource: EventResource; types: EventType[] } => ({
    resource,
    types: EVENT_TYPES.filter((type) => EVENTS[type].resource === resource),
  }),
);

interface EventTypePickerProps {
  readonly value: readonly EventType[];
  readonly error: ReactNode;
  readonly onChange: (types: EventType[]) => void;
}

/**
 * The event catalogue with checkboxes: all, by resource or single types, each with its description. A member without permission for a type
 * can keep or remove it, but not add it.
 */
export function EventTypePicker({ value, error, onChange }: EventTypePickerProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const { permissions } = usePortal();
  const missing = (type: EventType) => (value.includes(type) ? undefined : missingToRead(permissions, type));
  const set = (types: readonly EventType[], on: boolean) =>
    onChange(EVENT_TYPES.filter((type) => (types.includes(type) ? on && !missing(type) : value.includes(type))));
  const box = (types: readonly EventType[]) => {
    const open = types.filter((type) => !missing(type));
    const chosen = open.filter((type) => value.includes(type)).length;
    const checked = chosen > 0 && chosen === open.length;
    return { checked, indeterminate: chosen > 0 && chosen < open.length, disabled: open.length === 0 };
  };
  const described = (type: EventType) => {
    const permission = missing(type);
    return permission ? t('form.notReadable', { permission }) : eventSummary(type, language);
  };
  return (
    <Fieldset variant="unstyled" legend={t('form.events')} className="pt-fieldset">
      <Stack gap="md">
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <Checkbox
          label={t('form.selectAll')}
          fw={600}
          {...box(EVENT_TYPES)}
          onChange={(event) => set(EVENT_TYPES, event.currentTarget.checked)}
        />
        <div className="pt-events">
          {GROUPS.map(({ resource, types }) => (
            <Stack key={resource} gap={8} role="group" aria-label={t(`form.selectGroup.${resource}`)}>
              <Checkbox
                fw={600}
                label={t(`form.selectGroup.${resource}`)}
                {...box(types)}
                onChange={(event) => set(types, event.currentTarget.checked)}
              />
              <Stack gap={8} pl="lg">
                {types.map((type) => (
                  <Checkbox
                    key={type}
                    label={type}
                    description={described(type)}
                    disabled={missing(type) !== undefined}
                    checked={value.includes(type)}
                    onChange={(event) => set([type], event.currentTarget.checked)}
                    styles={{ label: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
                  />
                ))}
              </Stack>
            </Stack>
          ))}
        </div>
      </Stack>
    </Fieldset>
  );
}

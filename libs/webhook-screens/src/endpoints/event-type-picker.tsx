import {
  EVENT_RESOURCES,
  EVENT_TYPES,
  EVENTS,
  type EventResource,
  type EventType,
} from '@billhook/domain/shared/event-types';
import { missingToRead } from '@billhook/domain/webhooks/event-access';
import { CodeBlock } from '@billhook/ui/components/code-block';
import { ErrorState } from '@billhook/ui/components/error-state';
import { eventSummary } from '@billhook/ui/domain-texts';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { ActionIcon, Button, Checkbox, Fieldset, Group, Input, Skeleton, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { usePortal } from '../session/session.queries.js';
import { useEventExample } from './endpoint-checks.queries.js';

const GROUPS = EVENT_RESOURCES.map((resource): { resource: EventResource; types: EventType[] } => ({
  resource,
  types: EVENT_TYPES.filter((type) => EVENTS[type].resource === resource),
}));

interface EventTypePickerProps {
  readonly value: readonly EventType[];
  readonly error: ReactNode;
  readonly onChange: (types: EventType[]) => void;
}

/**
 * The event catalogue as a tree with checkboxes: all, by resource or single types, each with its description and an example. A member
 * without permission for a type can keep or remove it, but not add it.
 */
export function EventTypePicker({ value, error, onChange }: EventTypePickerProps) {
  const { t } = useTexts('portal');
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
  return (
    <Fieldset variant="unstyled" legend={t('form.events')} className="pt-fieldset">
      <Stack gap="sm">
        {error && <Input.Error role="alert">{error}</Input.Error>}
        <Checkbox
          label={t('form.selectAll')}
          fw={600}
          {...box(EVENT_TYPES)}
          onChange={(event) => set(EVENT_TYPES, event.currentTarget.checked)}
        />
        {GROUPS.map(({ resource, types }) => (
          <EventGroup
            key={resource}
            label={t(`form.selectGroup.${resource}`)}
            chosen={types.filter((type) => value.includes(type)).length}
            total={types.length}
            checkbox={(label) => (
              <Checkbox
                fw={600}
                label={label}
                {...box(types)}
                onChange={(event) => set(types, event.currentTarget.checked)}
              />
            )}
          >
            {types.map((type) => (
              <EventTypeRow
                key={type}
                type={type}
                missing={missing(type)}
                checked={value.includes(type)}
                onChange={(on) => set([type], on)}
              />
            ))}
          </EventGroup>
        ))}
      </Stack>
    </Fieldset>
  );
}

interface EventGroupProps {
  readonly label: string;
  readonly chosen: number;
  readonly total: number;
  readonly checkbox: (label: string) => ReactNode;
  readonly children: ReactNode;
}

/** A resource. It is open at first if only some of its types are selected. */
function EventGroup({ label, chosen, total, checkbox, children }: EventGroupProps) {
  const { t } = useTexts('portal');
  const [isOpen, setOpen] = useState(chosen > 0 && chosen < total);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <div className="pt-event-group" role="group" aria-label={label}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        {checkbox(label)}
        <Group gap="xs" wrap="nowrap">
          <Text size="xs" c="dimmed">
            {t('adding.picker.chosen', { chosen, total })}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'adding.picker.hide' : 'adding.picker.show', { group: label })}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={18} aria-hidden="true" />
          </ActionIcon>
        </Group>
      </Group>
      {isOpen && (
        <Stack gap="xs" pl="lg" pt="sm">
          {children}
        </Stack>
      )}
    </div>
  );
}

interface EventTypeRowProps {
  readonly type: EventType;
  /** The permission that is missing to select it. */
  readonly missing: string | undefined;
  readonly checked: boolean;
  readonly onChange: (on: boolean) => void;
}

function EventTypeRow({ type, missing, checked, onChange }: EventTypeRowProps) {
  const { t } = useTexts('portal');
  const language = useLanguage();
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Group justify="space-between" align="flex-start" gap="sm" wrap="nowrap">
        <Checkbox
          label={type}
          description={missing ? t('form.notReadable', { permission: missing }) : eventSummary(type, language)}
          disabled={missing !== undefined}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          styles={{ label: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
        />
        <Button
          size="compact-xs"
          variant="subtle"
          flex="none"
          aria-expanded={isShown}
          aria-label={t('adding.picker.exampleOf', { type })}
          onClick={() => setShown(!isShown)}
        >
          {t('adding.picker.example')}
        </Button>
      </Group>
      {isShown && <EventExample type={type} />}
    </div>
  );
}

function EventExample({ type }: { type: EventType }) {
  const { t } = useTexts('portal');
  const described = useEventExample(type);
  if (described.error) return <ErrorState error={described.error} onRetry={() => void described.refetch()} />;
  if (!described.data) return <Skeleton height={120} mt="xs" />;
  return (
    <div className="pt-example">
      <CodeBlock
        title={t('adding.picker.exampleOf', { type })}
        code={JSON.stringify(described.data.example, null, 2)}
        copyLabel={t('adding.picker.copyExample')}
      />
    </div>
  );
}

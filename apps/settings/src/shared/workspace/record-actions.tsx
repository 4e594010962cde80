import { Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, type Icon } from '@tabler/icons-react';
import { useWorkspaceTexts } from '../texts/workspace.js';

/** Something one may do with a record. */
export interface RecordAction {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** Why it cannot be done now, in words; undefined when it can. */
  readonly refused?: string | undefined;
  /** The one thing to do next: drawn full. */
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly pending?: boolean;
}

/**
 * A button that says why it does nothing. A disabled one could neither be reached by the keyboard nor show its tooltip, so it stays a
 * button and says that it is disabled.
 */
export function ActionButton({ action }: { action: RecordAction }) {
  const { label, icon: ActionIcon, run, refused, primary, danger, pending } = action;
  const button = (
    <Button
      variant={primary ? 'filled' : 'default'}
      {...(danger && !refused && { className: 'ws-danger' })}
      leftSection={<ActionIcon size={16} aria-hidden="true" />}
      loading={pending ?? false}
      {...(refused ? { 'aria-disabled': true, 'data-disabled': true } : { onClick: run })}
    >
      {label}
    </Button>
  );
  if (!refused) return button;
  return (
    <Tooltip label={refused} multiline maw={300}>
      {button}
    </Tooltip>
  );
}

interface RecordActionsProps {
  /** Side by side, in this order. */
  readonly main: readonly RecordAction[];
  /** Behind "More"; a refused one tells its reason below its name. */
  readonly more?: readonly RecordAction[];
}

export function RecordActions({ main, more = [] }: RecordActionsProps) {
  const { t } = useWorkspaceTexts();
  return (
    <Group gap="sm" className="ws-actions">
      {main.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {more.length > 0 && (
        <Menu position="bottom-end" width={300} shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
              {t('actions.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {more.map(({ key, label, icon: ActionIcon, run, refused, danger }) => (
              <Menu.Item
                key={key}
                leftSection={<ActionIcon size={16} aria-hidden="true" />}
                {...(danger && !refused && { className: 'ws-danger' })}
                {...(refused
                  ? { 'aria-disabled': true, closeMenuOnClick: false, className: 'ws-refused' }
                  : { onClick: run })}
              >
                {label}
                {refused && (
                  <Text size="xs" component="div">
                    {refused}
                  </Text>
                )}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Group>
  );
}

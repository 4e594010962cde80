import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** An action on a record. */
export interface RecordAction {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** Why it is not possible now, as text; undefined if it is. */
  readonly refused?: string | undefined;
  /** The next step, as a filled button. */
  readonly primary?: boolean;
  readonly danger?: boolean;
  readonly pending?: boolean;
}

/**
 * A button that states why it does nothing. The keyboard cannot reach a disabled button, which also shows no tooltip, so this one is only marked as
 * disabled.
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

/** The label, icon and handler of an action of the domain's table. */
export type ActionLook = Pick<RecordAction, 'icon' | 'run' | 'danger' | 'pending'>;

/** Joins the labels and handlers of the actions with their names and the reasons why they are not possible now, in the order of the labels. */
export function tableActions<A extends string>(
  looks: Readonly<Record<A, ActionLook>>,
  label: (action: A) => string,
  refused: (action: A) => string | undefined,
): Readonly<Record<A, RecordAction>> {
  const action = (key: A): RecordAction => ({ key, label: label(key), refused: refused(key), ...looks[key] });
  const names = Object.keys(looks) as A[];
  return Object.fromEntries(names.map((name) => [name, action(name)])) as Record<A, RecordAction>;
}

interface RecordActionsProps {
  /** Shown as buttons, in this order. */
  readonly main: readonly RecordAction[];
  /** The actions of the menu "More", without the ones in `main`. An action that is not possible shows its reason below its name. */
  readonly more?: readonly RecordAction[];
  /** Between both, for every reader of the record. */
  readonly children?: ReactNode;
}

/** The action bar of a record. */
export function RecordActions({ main, more = [], children }: RecordActionsProps) {
  const { t } = useTexts('workspace');
  const shown = new Set(main.map(({ key }) => key));
  const rest = more.filter(({ key }) => !shown.has(key));
  return (
    <Group gap="sm" className="ws-actions">
      {main.map((action) => (
        <ActionButton key={action.key} action={action} />
      ))}
      {children}
      {rest.length > 0 && (
        <Menu position="bottom-end" width={300} shadow="md">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden="true" />}>
              {t('actions.more')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {rest.map(({ key, label, icon: ActionIcon, run, refused, danger }) => (
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

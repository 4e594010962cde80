import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Menu, Text, Tooltip } from '@mantine/core';
import { IconChevronDown, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** Something one may do with a record. */
export interface RecordAction {
  readonly key: string;
  readonly label: string;
  readonly icon: Icon;
  readonly run: () => void;
  /** Why it cannot be done now, in words; undefined when it can. */
  readonly refused?: string | undefined;
  /** The next step, as a filled button. */
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

/** How an action of a table of the domain looks here, and what it does. */
export type ActionLook = Pick<RecordAction, 'icon' | 'run' | 'danger' | 'pending'>;

/** Joins the looks of a table's actions with their names and with the reasons why they are refused now, in the order of the looks. */
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
  /** Side by side, in this order. */
  readonly main: readonly RecordAction[];
  /** Behind "More", without those of `main`; a refused one shows its reason below its name. */
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

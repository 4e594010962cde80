import { useTexts } from '@billhook/ui/use-texts';
import { Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import type { LinePatch } from './draft-reducer.js';
import type { DraftLine } from './draft.js';

export interface LineCommands {
  set(key: string, patch: LinePatch, at?: string): void;
  touch(at: string): void;
  addAfter(key: string): void;
  duplicate(key: string): void;
  remove(key: string): void;
  move(key: string, by: -1 | 1): void;
}

export interface LineMenuProps {
  readonly line: DraftLine;
  readonly n: number;
  readonly last: boolean;
  readonly commands: LineCommands;
}

interface OpenedLineMenuProps extends LineMenuProps {
  /** The button of the menu. */
  readonly target: ReactElement;
}

/** The menu of a line, initially open. */
export function OpenedLineMenu({ line, n, last, commands, target }: OpenedLineMenuProps) {
  const { t } = useTexts('editor');
  const { key } = line;
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <Menu defaultOpened position="bottom-end" shadow="md" width={220} returnFocus={false}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconArrowUp {...icon} />} disabled={n === 1} onClick={() => commands.move(key, -1)}>
          {t('moveUp')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowDown {...icon} />} disabled={last} onClick={() => commands.move(key, 1)}>
          {t('moveDown')}
        </Menu.Item>
        <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => commands.duplicate(key)}>
          {t('duplicateLine')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} className="ws-danger" onClick={() => commands.remove(key)}>
          {t('removeLine')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

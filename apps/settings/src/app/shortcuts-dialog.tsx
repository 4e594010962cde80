import './find.css';
import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Checkbox, Stack } from '@mantine/core';
import { Fragment, useState } from 'react';
import { ShortcutKeys } from './shortcut-keys.js';
import { findKeys, singleKeysOn, turnSingleKeys } from './shortcuts.js';
import { useCommands } from './use-commands.js';

/** The shortcuts of the member, and the switch that turns off those of single keys. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('find');
  const commands = useCommands(() => undefined);
  const [isOn, setOn] = useState(singleKeysOn);
  const having = (first: string) => commands.filter(({ keys }) => keys?.startsWith(first) && keys.length > 1);
  return (
    <Dialog opened onClose={onClose} title={t('shortcuts.title')}>
      <Stack gap="md">
        <h3 className="find-group">{t('shortcuts.anywhere')}</h3>
        <dl className="find-shortcuts">
          <dt>{t('title')}</dt>
          <dd>
            {findKeys().map((key) => (
              <Fragment key={key}>
                <kbd>{key}</kbd>{' '}
              </Fragment>
            ))}
          </dd>
          <dt>{t('shortcuts.help')}</dt>
          <dd>
            <ShortcutKeys keys="?" />
          </dd>
        </dl>
        {(['goTo', 'create'] as const).map((group) => (
          <Fragment key={group}>
            <h3 className="find-group">{t(`shortcuts.${group}`)}</h3>
            <dl className="find-shortcuts" data-off={!isOn || undefined}>
              {having(group === 'goTo' ? 'g' : 'n').map(({ id, label, keys }) => (
                <Fragment key={id}>
                  <dt>{label}</dt>
                  <dd>
                    <ShortcutKeys keys={keys ?? ''} />
                  </dd>
                </Fragment>
              ))}
            </dl>
          </Fragment>
        ))}
        <Checkbox
          label={t('shortcuts.singleKeys')}
          description={t('shortcuts.singleKeysHint')}
          checked={isOn}
          onChange={(event) => {
            setOn(event.currentTarget.checked);
            turnSingleKeys(event.currentTarget.checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}

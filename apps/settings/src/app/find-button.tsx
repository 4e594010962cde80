import { useTexts } from '@billhook/ui/use-texts';
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useSignedIn } from '../shared/session/signed-in.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import {
  findKeys,
  isCovered,
  isFindShortcut,
  KeySequence,
  shortcutsFor,
  singleKeysOn,
  takesLetters,
} from './shortcuts.js';

const FindDialogs = lazy(() =>
  withLaterTexts(import('./find-dialogs.js')).then((file) => ({ default: file.FindDialogs })),
);

/** The search over everything, for the mouse and for Ctrl K, and the shortcuts of all pages. Its dialogs are loaded when they open. */
export function FindButton() {
  const { t } = useTexts('settings');
  const { permissions } = useSignedIn().member;
  const navigate = useNavigate();
  const [opened, setOpened] = useState<'find' | 'shortcuts'>();
  const close = () => setOpened(undefined);

  useEffect(() => {
    const shortcuts = shortcutsFor(permissions);
    const sequence = new KeySequence();
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.isComposing || event.repeat || isCovered()) return sequence.forget();
      if (isFindShortcut(event)) {
        event.preventDefault();
        return setOpened('find');
      }
      if (event.ctrlKey || event.metaKey || event.altKey || takesLetters(event.target) || !singleKeysOn()) return;
      if (event.key === '?') return setOpened('shortcuts');
      if (event.key.length !== 1) return;
      const found = sequence.press(event.key, event.timeStamp, shortcuts);
      if (!found) return;
      event.preventDefault();
      void navigate({ to: found.to, ...(found.search && { search: found.search }) });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate, permissions]);

  const keys = findKeys();
  return (
    <>
      <UnstyledButton
        className="st-find"
        aria-label={t('find.openWith', { keys: keys.join(' ') })}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onClick={() => setOpened('find')}
      >
        <IconSearch size={18} stroke={1.7} aria-hidden="true" />
        <span className="st-find-words" aria-hidden="true">
          {t('find.open')} <kbd>{keys.join(' ')}</kbd>
        </span>
      </UnstyledButton>
      <Suspense>
        {opened && <FindDialogs name={opened} onClose={close} onShortcuts={() => setOpened('shortcuts')} />}
      </Suspense>
    </>
  );
}

import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { isLeaving } from '../session/other-tabs.js';

interface UnsavedGuard {
  /** The question, when it is asked: to be rendered somewhere in the form. */
  readonly question: ReactNode;
  /** What was typed is saved: the page may be left. Call it right before leaving. */
  release(): void;
}

/** Asks before a form with unsaved changes is left, by a link, by going back or by closing the tab. */
export function useUnsavedGuard(dirty: boolean, onDiscard?: () => void): UnsavedGuard {
  const { t } = useTexts('forms');
  const released = useRef(false);
  const guarded = () => dirty && !released.current && !isLeaving();
  const blocker = useBlocker({ shouldBlockFn: guarded, enableBeforeUnload: guarded, withResolver: true });
  const question = blocker.status === 'blocked' && (
    <ConfirmDialog
      title={t('leaveTitle')}
      confirmLabel={t('leave')}
      danger
      pending={false}
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed();
      }}
      onClose={blocker.reset}
    >
      <Text size="sm">{t('leaveBody')}</Text>
    </ConfirmDialog>
  );
  return { question, release: () => void (released.current = true) };
}

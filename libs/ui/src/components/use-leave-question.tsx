import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useRef, type ReactNode } from 'react';
import { useTexts } from '../use-texts.js';
import { ConfirmDialog } from './confirm-dialog.js';

export interface LeaveQuestion {
  /** The question, when it is asked: to be rendered somewhere in the form. */
  readonly question: ReactNode;
  /** The changes are saved, so the page may be left. Call it right before leaving. */
  release(): void;
}

/** Asks before unsaved changes are left, by a link, by going back or by closing the window. */
export function useLeaveQuestion(isEdited: () => boolean, onDiscard?: () => void): LeaveQuestion {
  const { t } = useTexts('ui');
  const released = useRef(false);
  const guarded = () => isEdited() && !released.current;
  const blocker = useBlocker({ shouldBlockFn: guarded, enableBeforeUnload: guarded, withResolver: true });
  const question = blocker.status === 'blocked' && (
    <ConfirmDialog
      title={t('unsaved.title')}
      confirmLabel={t('unsaved.leave')}
      danger
      action={{ pending: false }}
      onConfirm={() => {
        onDiscard?.();
        blocker.proceed();
      }}
      onClose={blocker.reset}
    >
      <Text size="sm">{t('unsaved.body')}</Text>
    </ConfirmDialog>
  );
  return { question, release: () => void (released.current = true) };
}

import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Asks before unsaved changes are left, by a link, another tab of the page, going back or closing the window. */
export function useUnsavedGuard(isEdited: boolean): ReactNode {
  const { t } = useTexts('portal');
  const blocker = useBlocker({
    shouldBlockFn: () => isEdited,
    enableBeforeUnload: () => isEdited,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <ConfirmDialog
      title={t('endpointPage.settings.leaveTitle')}
      confirmLabel={t('endpointPage.settings.leave')}
      danger
      pending={false}
      onConfirm={blocker.proceed}
      onClose={blocker.reset}
    >
      <Text size="sm">{t('endpointPage.settings.leaveBody')}</Text>
    </ConfirmDialog>
  );
}

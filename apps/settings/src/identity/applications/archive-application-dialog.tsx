import type { ApplicationView } from '@billhook/contract/identity/oauth/application';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useArchiveApplication } from './applications.queries.js';

interface ArchiveApplicationDialogProps {
  readonly application: ApplicationView;
  readonly onClose: () => void;
}

/** States how many members lose the application. */
export function ArchiveApplicationDialog({ application, onClose }: ArchiveApplicationDialogProps) {
  const { t } = useTexts('applications');
  const archive = useArchiveApplication(application.id);
  const { name, grants } = application;
  return (
    <ConfirmDialog
      title={t('archive.title', { name })}
      confirmLabel={t('archive.confirm')}
      danger
      action={archive}
      onConfirm={() => archive.start([], closeAndNotify(onClose, t('archive.done', { name })))}
      onClose={onClose}
    >
      <Text size="sm">{grants === 0 ? t('archive.effectNone') : t('archive.effect', { count: grants })}</Text>
    </ConfirmDialog>
  );
}

import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useDeleteRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';

interface DeleteDraftDialogProps {
  readonly resource: 'invoices' | 'quotes';
  readonly draft: { readonly id: number; readonly version: number };
  readonly onClose: () => void;
}

/** Asks before a draft is deleted; afterwards it opens the list. */
export function DeleteDraftDialog({ resource, draft, onClose }: DeleteDraftDialogProps) {
  const { t } = useTexts('documents');
  const navigate = useNavigate();
  const [{ id, version }, reload] = useAsOpened(resource, draft);
  const remove = useDeleteRecord(resource, id);
  const onSuccess = () => {
    notify.done(t('deleteDraft.done'));
    void navigate({ to: `/${resource}` });
  };
  return (
    <ConfirmDialog
      title={t('deleteDraft.title')}
      confirmLabel={t('deleteDraft.confirm')}
      danger
      action={{ pending: remove.pending }}
      onClose={onClose}
      onConfirm={() => remove.start([{ version }], { onSuccess })}
    >
      <Text size="sm">{t(`deleteDraft.${resource}`)}</Text>
      {remove.error && <ChangeError error={remove.error} onReload={() => void reload().then(remove.clear)} />}
    </ConfirmDialog>
  );
}

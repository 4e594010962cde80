import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useDeleteRecord, useRefreshRecords } from '../../shared/workspace/records.js';

interface DeleteDraftDialogProps {
  readonly resource: 'invoices' | 'quotes';
  readonly draft: { readonly id: number; readonly version: number };
  readonly texts: { readonly title: string; readonly confirm: string; readonly body: string; readonly done: string };
  readonly onClose: () => void;
}

/** Asks before a draft is deleted; afterwards it opens the list. */
export function DeleteDraftDialog({ resource, draft: { id, version }, texts, onClose }: DeleteDraftDialogProps) {
  const navigate = useNavigate();
  const remove = useDeleteRecord(resource, id);
  const refresh = useRefreshRecords();
  const onSuccess = () => {
    notify.done(texts.done);
    void navigate({ to: `/${resource}` });
  };
  return (
    <ConfirmDialog
      title={texts.title}
      confirmLabel={texts.confirm}
      danger
      pending={remove.pending}
      onClose={onClose}
      onConfirm={() => remove.start([{ version }], { onSuccess })}
    >
      <Text size="sm">{texts.body}</Text>
      {remove.error && <ChangeError error={remove.error} onReload={() => void refresh().then(() => remove.clear())} />}
    </ConfirmDialog>
  );
}

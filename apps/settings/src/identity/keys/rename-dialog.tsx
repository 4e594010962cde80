import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useUpdateKey } from './key.queries.js';
import type { KeyOwner } from './keys.queries.js';

interface RenameDialogProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function RenameDialog({ owner, id, name, onClose }: RenameDialogProps) {
  const { t } = useTexts('keyPage');
  const update = useUpdateKey(owner, id);
  const [typed, setTyped] = useState(name);
  const [missing, setMissing] = useState(false);
  const save = () => {
    const wanted = typed.trim();
    if (!wanted) return setMissing(true);
    update.start([{ name: wanted }], {
      onSuccess: () => {
        notify.done(t('rename.done', { name: wanted }));
        onClose();
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <ConfirmDialog
      title={t('rename.title')}
      confirmLabel={t('rename.save')}
      pending={update.pending}
      error={update.error}
      onConfirm={save}
      onClose={onClose}
    >
      <form noValidate onSubmit={submit}>
        <TextInput
          data-autofocus
          label={t('rename.name')}
          maxLength={80}
          autoComplete="off"
          value={typed}
          error={missing && t('rename.missing')}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMissing(false);
          }}
        />
      </form>
    </ConfirmDialog>
  );
}

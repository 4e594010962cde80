import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { useUpdateKey } from '../key.queries.js';
import type { KeyOwner } from '../keys.queries.js';
import { OneLineDialog } from './one-line-dialog.js';

interface RenameKeyDialogProps {
  readonly owner: KeyOwner;
  readonly id: number;
  readonly name: string;
  readonly onClose: () => void;
}

export function RenameKeyDialog({ owner, id, name, onClose }: RenameKeyDialogProps) {
  const { t } = useTexts('keyPage');
  const update = useUpdateKey(owner, id);
  const save = (wanted: string) => {
    if (!wanted) return t('words:nameMissing');
    update.start([{ name: wanted }], closeAndNotify(onClose, t('rename.done', { name: wanted })));
    return undefined;
  };
  return (
    <OneLineDialog
      title={t('rename.title')}
      confirmLabel={t('words:save')}
      initial={name}
      field={{ label: t('words:name'), maxLength: 80 }}
      action={update}
      onSave={save}
      onClose={onClose}
    />
  );
}

import type { ClientView } from '@billhook/contract/invoicing/client';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useChangeRecord } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';

interface ClientDialogProps {
  readonly client: ClientView;
  readonly onClose: () => void;
}

/** States the effect of archiving a client before it is archived. */
export function ArchiveClientDialog({ client, onClose }: ClientDialogProps) {
  const { t } = useTexts('clients');
  const [{ id, name, version }, reload] = useAsOpened('clients', client);
  const change = useChangeRecord('clients', id);
  const archive = () =>
    change.start(
      [{ method: 'PATCH', version, body: { status: 'Archived' } }],
      closeAndNotify(onClose, t('archive.done', { name })),
    );
  return (
    <ConfirmDialog
      title={t('archive.title', { name })}
      confirmLabel={t('words:archive')}
      action={{ pending: change.pending }}
      onConfirm={archive}
      onClose={onClose}
    >
      <Text size="sm">{t('archive.body')}</Text>
      {change.error && <ChangeError error={change.error} onReload={() => void reload().then(change.clear)} />}
    </ConfirmDialog>
  );
}

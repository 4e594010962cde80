import type { ClientView } from '@billhook/contract/invoicing/client';
import { ApiError, apiFetch } from '@billhook/ui/api-fetch';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useHolds } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { recordPath, rowsOf, useDeleteRecord, useRefreshRecords } from '../../shared/workspace/records.js';
import { useAsOpened } from '../../shared/workspace/use-as-opened.js';
import { useClientRecords } from './client-documents.js';

/** The API deletes or archives with the same response: whether the client still exists shows which it was. */
async function outcomeOf(id: number): Promise<'archived' | 'deleted' | 'unknown'> {
  try {
    await apiFetch<ClientView>(recordPath('clients', id));
    return 'archived';
  } catch (error) {
    return error instanceof ApiError && error.status === 404 ? 'deleted' : 'unknown';
  }
}

/** Whether a document refers to the client, as far as the reader can see. */
function useInUse(id: number): boolean {
  const invoices = useClientRecords('invoices', id, useHolds('invoice.read'));
  const quotes = useClientRecords('quotes', id, useHolds('quote.read'));
  const payments = useClientRecords('payments', id, useHolds('payment.read'));
  return rowsOf(invoices).length + rowsOf(quotes).length + rowsOf(payments).length > 0;
}

/** States in advance whether the client will be deleted or archived, and afterwards which it was. */
export function DeleteClientDialog({ client, onClose }: { client: ClientView; onClose: () => void }) {
  const { t } = useTexts('clients');
  const [{ id, name, version }, reload] = useAsOpened('clients', client);
  const navigate = useNavigate();
  const refresh = useRefreshRecords();
  const remove = useDeleteRecord('clients', id);
  const inUse = useInUse(id);

  const leave = async () => {
    const outcome = await outcomeOf(id);
    if (outcome !== 'unknown') notify.done(t(`delete.${outcome}`, { name }));
    if (outcome !== 'archived') return navigate({ to: '/clients' });
    await refresh();
    onClose();
  };
  const confirm = () => remove.start([{ version }], { onSuccess: () => void leave() });

  return (
    <ConfirmDialog
      title={t('delete.title', { name })}
      confirmLabel={t(inUse ? 'delete.confirmUsed' : 'delete.confirm')}
      danger={!inUse}
      action={{ pending: remove.pending }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t(inUse ? 'delete.used' : 'delete.unused')}</Text>
      {remove.error && <ChangeError error={remove.error} onReload={() => void reload().then(remove.clear)} />}
    </ConfirmDialog>
  );
}

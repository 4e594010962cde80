import type { ApiKeyView, RevokedKeys } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import { callsIn } from '../keys/key-usage/request-outcomes.js';
import { useKeyActivity } from '../keys/keys.queries.js';
import { useRevokeKeys, useRevokePreview } from './company-keys.queries.js';

/** The maximum number of keys whose activity one request returns. */
const PAGE = 100;

interface RevokeKeysDialogProps {
  readonly ids: readonly number[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/**
 * Lists the keys to revoke with their current state, and asks for their number, because one click too many must not stop a company's integrations.
 */
export function RevokeKeysDialog({ ids, onDone, onClose }: RevokeKeysDialogProps) {
  const { t } = useTexts('companyKeys');
  // The selected keys, even if the list behind the dialog is reloaded.
  const [chosen] = useState(ids);
  const preview = useRevokePreview(chosen);
  return (
    <Dialog
      opened
      size="xl"
      title={t('bulk.title', { count: preview.data?.revoked ?? chosen.length })}
      onClose={onClose}
    >
      {preview.data ? (
        <Preview preview={preview.data} onDone={onDone} onClose={onClose} />
      ) : preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton height={160} />
      )}
    </Dialog>
  );
}

function Preview({ preview, onDone, onClose }: { preview: RevokedKeys } & Omit<RevokeKeysDialogProps, 'ids'>) {
  const { t } = useTexts('companyKeys');
  const revoke = useRevokeKeys();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const living = preview.data.filter((apiKey) => !hasEnded(apiKey.status));
  const count = living.length;
  const already = preview.data.length - count;
  const ready = count > 0 && typed.trim() === String(count);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!ready) return;
    revoke.start([{ ids: living.map(({ id }) => id), ...(reason.trim() && { reason: reason.trim() }) }], {
      onSuccess: ({ revoked }) => {
        notify.done(t('bulk.done', { count: revoked }));
        onDone();
        onClose();
      },
    });
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {count === 0 ? (
          <Text size="sm">{t('bulk.none')}</Text>
        ) : (
          <>
            <Alert color="red" icon={<IconAlertTriangle size={20} />}>
              {t('bulk.effect')}
            </Alert>
            <Keys keys={living} />
            {already > 0 && <Text size="sm">{t('bulk.already', { count: already })}</Text>}
            <TextInput
              label={t('forms:reason')}
              description={t('bulk.reasonHint')}
              maxLength={300}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
            />
            <TextInput
              label={t('bulk.type', { count })}
              description={t('bulk.typeHint')}
              inputMode="numeric"
              autoComplete="off"
              maw={220}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
          </>
        )}
        {revoke.error && <ErrorState error={revoke.error} />}
        <DialogButtons onCancel={onClose}>
          {count > 0 && (
            <Button type="submit" color="red.9" loading={revoke.pending} disabled={!ready}>
              {t('bulk.confirm', { count })}
            </Button>
          )}
        </DialogButtons>
      </Stack>
    </form>
  );
}

function Keys({ keys }: { keys: readonly ApiKeyView[] }) {
  const { t } = useTexts('companyKeys');
  const format = useFormat();
  const pages = Array.from({ length: Math.ceil(keys.length / PAGE) }, (_, n) => keys.slice(n * PAGE, (n + 1) * PAGE));
  const activity = useKeyActivity('company', pages).days;
  const week = (id: number) =>
    activity
      .get(id)
      ?.slice(-7)
      .reduce((sum, day) => sum + day, 0);
  const columns: Column<ApiKeyView>[] = [
    {
      key: 'name',
      header: t('bulk.name'),
      wide: true,
      render: ({ name, prefix }) => (
        <>
          <Text size="sm" fw={600} className="bh-anywhere">
            {name}
          </Text>
          <span className="bh-mono">{prefix}…</span>
        </>
      ),
    },
    { key: 'owner', header: t('words:owner'), render: ({ creator }) => creator.name },
    {
      key: 'lastUse',
      header: t('words:lastUse'),
      render: ({ id, lastUsedAt }) =>
        lastUsedAt ? (
          <RelativeTime ofCompany at={lastUsedAt} />
        ) : (
          t(callsIn(activity.get(id)) > 0 ? 'words:onlyRejected' : 'words:notEver')
        ),
    },
    {
      key: 'week',
      header: t('words:requestsOfWeek'),
      render: ({ id }) => {
        const requests = week(id);
        return requests === undefined ? '–' : <span className="ws-num">{format.number(requests)}</span>;
      },
    },
  ];
  return (
    <div className="st-traffic-table" tabIndex={0} role="group" aria-label={t('bulk.table')}>
      <DataTable label={t('bulk.table')} columns={columns} rows={keys} rowKey={({ id }) => id} />
    </div>
  );
}

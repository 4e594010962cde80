import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { useFormat } from '@billhook/ui/use-format';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useKeyTraffic } from './key.queries.js';
import { useRevokeKey, type KeyOwner } from './keys.queries.js';

interface RevokeDialogProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly onClose: () => void;
}

/** Names the key, its last use and the effect, so that the right one is revoked. */
export function RevokeDialog({ owner, apiKey, onClose }: RevokeDialogProps) {
  const { t } = useTexts('keys');
  const format = useFormat();
  const revoke = useRevokeKey(owner);
  const [reason, setReason] = useState('');
  const refused = useKeyTraffic(owner, apiKey.id, 30).data?.days.some((day) => day.refused + day.limited > 0);

  const confirm = () =>
    revoke.start([{ id: apiKey.id, ...(reason.trim() && { reason: reason.trim() }) }], {
      onSuccess: () => {
        notify.done(t('revoke.done', { name: apiKey.name }));
        onClose();
      },
    });

  const lastUse = () => {
    if (!apiKey.lastUsedAt) return t(refused ? 'revoke.onlyRefused' : 'revoke.neverUsed');
    const when = format.relative(apiKey.lastUsedAt);
    return apiKey.lastUsedFrom
      ? t('revoke.usedFrom', { when, address: apiKey.lastUsedFrom })
      : t('revoke.used', { when });
  };

  return (
    <ConfirmDialog
      title={t('revoke.title', { name: apiKey.name })}
      confirmLabel={t('revoke.confirm')}
      danger
      pending={revoke.pending}
      error={revoke.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Stack gap={6}>
        {owner === 'company' && <Text size="sm">{t('revoke.owner', { name: apiKey.creator.name })}</Text>}
        <Text size="sm">{lastUse()}</Text>
        <Text size="sm">{t('revoke.effect', { prefix: apiKey.prefix })}</Text>
      </Stack>
      <TextInput
        label={t('revoke.reason')}
        description={t('revoke.reasonHint')}
        maxLength={300}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </ConfirmDialog>
  );
}

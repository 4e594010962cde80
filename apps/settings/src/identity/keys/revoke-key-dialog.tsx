import type { ApiKeyView } from '@billhook/contract/identity/key';
import { closeAndNotify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { RevocationDialog } from '../../shared/workspace/revocation-dialog.js';
import { useKeyTraffic } from './key.queries.js';
import { useRevokeKey, type KeyOwner } from './keys.queries.js';

interface RevokeKeyDialogProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
  readonly onClose: () => void;
}

/** Names the key, its last use and the effect, so that the right one is revoked. */
export function RevokeKeyDialog({ owner, apiKey, onClose }: RevokeKeyDialogProps) {
  const { t } = useTexts('keys');
  const format = useFormat();
  const revoke = useRevokeKey(owner);
  const refused = useKeyTraffic(owner, apiKey.id, 30).data?.days.some((day) => day.refused + day.limited > 0);

  const lastUse = () => {
    if (!apiKey.lastUsedAt) return t(refused ? 'revoke.onlyRefused' : 'revoke.neverUsed');
    const when = format.relative(apiKey.lastUsedAt);
    return apiKey.lastUsedFrom
      ? t('words:usedFrom', { when, address: apiKey.lastUsedFrom })
      : t('words:used', { when });
  };

  const owned = owner === 'company' ? [t('revoke.owner', { name: apiKey.creator.name })] : [];

  return (
    <RevocationDialog
      title={t('revoke.title', { name: apiKey.name })}
      sentences={[...owned, lastUse(), t('revoke.effect', { prefix: apiKey.prefix })]}
      confirmLabel={t('revoke.confirm')}
      reasonHint={t('revoke.reasonHint')}
      action={revoke}
      onConfirm={(reason) =>
        revoke.start([{ id: apiKey.id, ...reason }], closeAndNotify(onClose, t('revoke.done', { name: apiKey.name })))
      }
      onClose={onClose}
    />
  );
}

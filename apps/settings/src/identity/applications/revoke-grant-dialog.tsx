import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { closeAndNotify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { RevocationDialog } from '../../shared/workspace/revocation-dialog.js';
import { useRevokeGrant } from './applications.queries.js';

/** Names the application, its last use and the effect. */
export function RevokeGrantDialog({ grant, onClose }: { grant: GrantView; onClose: () => void }) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const revoke = useRevokeGrant();
  const { id, application, company, lastUsedAt, lastUsedFrom } = grant;
  const lastUse = () => {
    if (lastUsedAt === null) return t('revoke.never');
    const when = format.relative(lastUsedAt);
    return lastUsedFrom === null ? t('words:used', { when }) : t('words:usedFrom', { when, address: lastUsedFrom });
  };
  return (
    <RevocationDialog
      title={t('revoke.title', { name: application.name })}
      sentences={[lastUse(), t('revoke.effect', { company: company.name })]}
      confirmLabel={t('revoke.confirm')}
      reasonHint={t('revoke.reasonHint')}
      action={revoke}
      onConfirm={(reason) =>
        revoke.start([{ id, ...reason }], closeAndNotify(onClose, t('revoke.done', { name: application.name })))
      }
      onClose={onClose}
    />
  );
}

import type { CompanyApplicationView } from '@billhook/contract/identity/oauth/grant';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { RevocationDialog } from '../../shared/workspace/revocation-dialog.js';
import { useRevokeForEveryone } from './applications.queries.js';

/** Names the application, its last use, how many members use it, and the effect. */
export function RevokeForEveryoneDialog({ used, onClose }: { used: CompanyApplicationView; onClose: () => void }) {
  const { t } = useTexts('applications');
  const format = useFormat();
  const { company } = useSignedIn();
  const { application, grants, lastUsedAt } = used;
  const revoke = useRevokeForEveryone(application.id);
  const count = new Set(grants.map(({ member }) => member.id)).size;
  return (
    <RevocationDialog
      title={t('revoke.everyoneTitle', { name: application.name })}
      sentences={[
        lastUsedAt === null ? t('revoke.never') : t('words:used', { when: format.relative(lastUsedAt) }),
        t('revoke.everyoneEffect', { count, company: company.name }),
        t('revoke.everyoneAgain'),
      ]}
      confirmLabel={t('revoke.everyone')}
      reasonHint={t('revoke.reasonHint')}
      action={revoke}
      onConfirm={(reason) =>
        revoke.start([reason], {
          onSuccess: ({ revoked }) => {
            notify.done(t('revoke.everyoneDone', { count: revoked }));
            onClose();
          },
        })
      }
      onClose={onClose}
    />
  );
}

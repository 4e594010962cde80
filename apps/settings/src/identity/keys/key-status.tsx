import type { ApiKeyView } from '@billhook/contract/identity/key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import type { KeyStatus } from '@billhook/domain/identity/key-status';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { IconBan, IconCheck, IconClockExclamation, IconClockX, IconPlayerPause, type Icon } from '@tabler/icons-react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';

/** The appearance of each status of a key or grant. */
export const KEY_STATUS_LOOKS: Readonly<Record<KeyStatus, { tone: StatusTone; icon: Icon }>> = {
  active: { tone: 'positive', icon: IconCheck },
  expiring: { tone: 'warning', icon: IconClockExclamation },
  expired: { tone: 'neutral', icon: IconClockX },
  revoked: { tone: 'negative', icon: IconBan },
  suspended: { tone: 'warning', icon: IconPlayerPause },
};

/** The permissions of a key that its creator no longer holds, while the key is not ended. */
export function lostPermissions({ status, scopes, effective }: ApiKeyView): ApiKeyView['scopes'] {
  return status === 'active' || status === 'expiring' ? scopes.filter((scope) => !effective.includes(scope)) : [];
}

/** Whether its successor replaced it after the grace period; otherwise it was revoked. */
export const wasReplaced = ({ revokedByActor, successor }: ApiKeyView): boolean =>
  revokedByActor?.kind === 'system' && successor !== null;

export function KeyStatusBadge({ status }: { status: KeyStatus }) {
  const { t } = useTexts('keys');
  const { tone, icon } = KEY_STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}

/** The status; for a suspended key also how to restore it, for a revoked one who revoked it, when and why. */
export function KeyStatusCell({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  return (
    <Stack gap={4} align="flex-start">
      <KeyStatusBadge status={apiKey.status} />
      <SuspensionReason apiKey={apiKey} />
      {apiKey.revokedAt && (
        <Text size="xs" c="dimmed" component="div" className="st-ending">
          <RelativeTime ofCompany at={apiKey.revokedAt} /> <Ending apiKey={apiKey} />
        </Text>
      )}
      {apiKey.outsidePolicy && (
        <Text size="xs" c="var(--mantine-color-yellow-light-color)">
          {t('list.outsidePolicy')}
        </Text>
      )}
    </Stack>
  );
}

/** For a suspended key: how to restore it. */
export function SuspensionReason({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const { company } = useSignedIn();
  if (apiKey.status !== 'suspended') return null;
  return (
    <Text size="xs" c="dimmed" maw={200} className="st-ending">
      {t(isPaidPlan(company.plan) ? 'list.inactiveAdvice' : 'list.planAdvice')}
    </Text>
  );
}

/** For a revoked key: who revoked it, and why. */
function Ending({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const { byActor } = useActorTexts();
  const { revokedByActor, revocationReason, successor } = apiKey;
  if (wasReplaced(apiKey) && successor) return t('list.replacedBy', { prefix: successor.prefix });
  return (
    <>
      {revokedByActor && <EmailAddress address={t('words:by', { name: byActor(revokedByActor) })} />}
      {revocationReason && <div>{t('words:quoted', { reason: revocationReason })}</div>}
    </>
  );
}

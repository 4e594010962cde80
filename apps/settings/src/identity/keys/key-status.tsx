import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import type { KeyStatus } from '@billhook/domain/identity/api-key';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { Stack, Text } from '@mantine/core';
import { IconBan, IconCheck, IconClockExclamation, IconClockX, IconPlayerPause, type Icon } from '@tabler/icons-react';
import { useSignedIn } from '../../shared/session/signed-in.js';

/** How a status of a key or grant looks. */
export const KEY_STATUS_LOOKS: Readonly<Record<KeyStatus, { tone: StatusTone; icon: Icon }>> = {
  active: { tone: 'positive', icon: IconCheck },
  expiring: { tone: 'warning', icon: IconClockExclamation },
  expired: { tone: 'neutral', icon: IconClockX },
  revoked: { tone: 'negative', icon: IconBan },
  suspended: { tone: 'warning', icon: IconPlayerPause },
};

/** No way leads out of these. */
export const hasEnded = ({ status }: ApiKeyView): boolean => status === 'revoked' || status === 'expired';

/** The permissions that it carries and its creator no longer holds, while it lives. */
export function lostPermissions({ status, scopes, effective }: ApiKeyView): ApiKeyView['scopes'] {
  return status === 'active' || status === 'expiring' ? scopes.filter((scope) => !effective.includes(scope)) : [];
}

/** Replaced by its successor after the grace period, not revoked. */
export const wasReplaced = ({ revokedBy, successor }: ApiKeyView): boolean =>
  revokedBy === 'system' && successor !== null;

/** Who ended a key, as the API names them: "member ada@example.com", "leak report from 203.0.113.7". */
export const whoEnded = (revokedBy: string): string => revokedBy.replace(/^member /, '');

export function KeyStatusBadge({ status }: { status: KeyStatus }) {
  const { t } = useTexts('keys');
  const { tone, icon } = KEY_STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </StatusBadge>
  );
}

/** The status; of a suspended key what makes it work again, of a revoked one who ended it, when and why. */
export function KeyStatusCell({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  return (
    <Stack gap={4} align="flex-start">
      <KeyStatusBadge status={apiKey.status} />
      <SuspensionReason apiKey={apiKey} />
      {apiKey.revokedAt && (
        <Text size="xs" c="dimmed" component="div" className="st-ending">
          <RelativeTime at={apiKey.revokedAt} /> <Ending apiKey={apiKey} />
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

/** Of a suspended key: what makes it work again. */
export function SuspensionReason({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const { company } = useSignedIn();
  if (apiKey.status !== 'suspended') return null;
  return (
    <Text size="xs" c="dimmed" maw={200} className="st-ending">
      {t(isPaidPlan(company.plan) ? 'list.mendInactive' : 'list.mendPlan')}
    </Text>
  );
}

/** Of a revoked key: who ended it, and why. */
function Ending({ apiKey }: { apiKey: ApiKeyView }) {
  const { t } = useTexts('keys');
  const { revokedBy, revocationReason, successor } = apiKey;
  if (wasReplaced(apiKey) && successor) return t('list.replacedBy', { prefix: successor.prefix });
  return (
    <>
      {revokedBy && <EmailAddress address={t('list.revokedBy', { name: whoEnded(revokedBy) })} />}
      {revocationReason && <div>{t('list.revokedReason', { reason: revocationReason })}</div>}
    </>
  );
}

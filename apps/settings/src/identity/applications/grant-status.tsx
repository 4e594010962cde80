import type { GrantView } from '@billhook/contract/identity/oauth/grant';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { StatusBadge } from '@billhook/ui/components/status-badge';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';
import { KEY_STATUS_LOOKS } from '../keys/key-status.js';
import { PermissionCodes } from '../keys/permission-codes.js';

/** Whether a grant is revoked or ended, which is final. */
export const hasGrantEnded = ({ status }: GrantView): boolean => hasEnded(status);

/** The permissions that the member no longer has, while the grant works. */
export function lostScopes({ status, scopes, effective }: GrantView): GrantView['scopes'] {
  return status === 'active' || status === 'expiring' ? scopes.filter((scope) => !effective.includes(scope)) : [];
}

export function GrantStatusBadge({ status }: Pick<GrantView, 'status'>) {
  const { t } = useTexts('applications');
  const { tone, icon } = KEY_STATUS_LOOKS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </StatusBadge>
  );
}

/** The status; for a suspended grant also the cause, for a revoked one who revoked it, when and why. */
export function GrantStatusCell({ grant }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  return (
    <Stack gap={4} align="flex-start">
      <GrantStatusBadge status={grant.status} />
      {grant.status === 'suspended' && (
        <Text size="xs" c="dimmed" maw={220} className="st-ending">
          {t('suspendedReason')}
        </Text>
      )}
      <GrantEnding grant={grant} />
    </Stack>
  );
}

/** For a revoked grant: who revoked it, when and why. */
export function GrantEnding({ grant: { revokedAt, revokedByActor, revocationReason } }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  const { byActor } = useActorTexts();
  if (revokedAt === null) return null;
  return (
    <Text size="xs" c="dimmed" component="div" className="st-ending">
      <RelativeTime ofCompany at={revokedAt} />{' '}
      {revokedByActor !== null && <EmailAddress address={t('words:by', { name: byActor(revokedByActor) })} />}
      {revocationReason !== null && <div>{t('words:quoted', { reason: revocationReason })}</div>}
    </Text>
  );
}

/** The permissions of a grant, and how many of them do not work. */
export function GrantPermissions({ grant }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  const lost = lostScopes(grant).length;
  return (
    <Stack gap={4} align="flex-start">
      <PermissionCodes name={grant.application.name} scopes={grant.scopes} />
      {lost > 0 && (
        <Text size="xs" c="var(--mantine-color-yellow-light-color)" component="div" maw={220}>
          <Group gap={4} wrap="nowrap" align="flex-start">
            <IconAlertTriangle size={14} aria-hidden="true" className="st-app-warning" />
            {t('words:lost', { count: lost })}
          </Group>
        </Text>
      )}
    </Stack>
  );
}

/** When a grant was last used; the tooltip contains the exact time, the address and the program. */
export function GrantLastUse({ grant: { lastUsedAt, lastUsedFrom, lastUsedAgent } }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  if (lastUsedAt === null) return t('never');
  const note = [lastUsedFrom !== null && t('words:fromAddress', { address: lastUsedFrom }), lastUsedAgent].filter(
    Boolean,
  );
  return <RelativeTime ofCompany at={lastUsedAt} {...(note.length > 0 && { note: note.join(DOT) })} />;
}

/** When the access ends. The status of a revoked grant says so already. */
export function GrantEnd({ grant: { status, expiresAt } }: { grant: GrantView }) {
  const { t } = useTexts('applications');
  if (status === 'revoked') return '–';
  return expiresAt === null ? t('noEnd') : <RelativeTime ofCompany at={expiresAt} />;
}

import type { MemberView } from '@billhook/contract/identity/member';
import type { InvitationStatus } from '@billhook/domain/identity/invitation';
import type { MemberStatus } from '@billhook/domain/identity/member';
import { StatusBadge, type StatusTone } from '@billhook/ui/components/status-badge';
import { useTexts } from '@billhook/ui/use-texts';
import { Text, Tooltip } from '@mantine/core';
import { IconBan, IconCheck, IconClockX, IconPlayerPause, IconSend, IconTrash, type Icon } from '@tabler/icons-react';

type MemberStatusLook = readonly [StatusTone, Icon];

const MEMBERS: Readonly<Record<MemberStatus, MemberStatusLook>> = {
  Active: ['positive', IconCheck],
  Deactivated: ['warning', IconPlayerPause],
  Removed: ['neutral', IconTrash],
};
const INVITATIONS: Readonly<Record<InvitationStatus, MemberStatusLook>> = {
  Open: ['info', IconSend],
  Expired: ['warning', IconClockX],
  Accepted: ['positive', IconCheck],
  Withdrawn: ['neutral', IconBan],
};

export function MemberStatusBadge({ status }: { status: MemberStatus }) {
  const { t } = useTexts('members');
  const [tone, icon] = MEMBERS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`statuses.${status}`)}
    </StatusBadge>
  );
}

export function InvitationStatusBadge({ status }: { status: InvitationStatus }) {
  const { t } = useTexts('members');
  const [tone, icon] = INVITATIONS[status];
  return (
    <StatusBadge tone={tone} icon={icon}>
      {t(`invitations.statuses.${status}`)}
    </StatusBadge>
  );
}

/** The role, and whether its permissions were changed for this member. */
export function RoleName({ member }: { member: Pick<MemberView, 'role' | 'tailored'> }) {
  const { t } = useTexts('members');
  return (
    <>
      {t(`roles.${member.role}`)}
      {member.tailored && (
        <Tooltip label={t('tailoredHint')}>
          <Text size="xs" c="dimmed" tabIndex={0} w="fit-content">
            {t('tailored')}
          </Text>
        </Tooltip>
      )}
    </>
  );
}

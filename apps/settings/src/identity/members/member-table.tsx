import type { MemberView } from '@billhook/contract/identity/member';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useTexts } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import { useHolds, useSignedIn } from '../../shared/session/signed-in.js';
import { PageLink } from '../../shared/workspace/links.js';
import { MemberStatusBadge, RoleName } from './member-status.js';

/** The columns of members. Service members have none about signing in. */
export function MemberTable({ members, people }: { members: readonly MemberView[]; people: boolean }) {
  const { t } = useTexts('members');
  const self = useSignedIn().member.id;
  const signingIn: Column<MemberView>[] = [
    {
      key: 'lastSeen',
      header: t('words:lastActive'),
      render: ({ lastSeenAt }) => (lastSeenAt ? <RelativeTime at={lastSeenAt} /> : t('notSeen')),
    },
    {
      key: 'secondFactor',
      header: t('words:secondFactor'),
      render: ({ secondFactor }) => t(secondFactor ? 'secondFactorOn' : 'secondFactorOff'),
    },
  ];
  const columns: Column<MemberView>[] = [
    {
      key: 'name',
      header: t('words:name'),
      wide: true,
      render: ({ id, name, email }) => (
        <>
          <PageLink to="/members/$id" params={{ id }} fw={600} className="bh-anywhere">
            {name}
          </PageLink>
          {id === self && (
            <Text span size="sm" c="dimmed">
              {` (${t('you')})`}
            </Text>
          )}
          {email !== null && (
            <Text size="xs" c="dimmed">
              <EmailAddress address={email} />
            </Text>
          )}
        </>
      ),
    },
    { key: 'role', header: t('role'), render: (member) => <RoleName member={member} /> },
    { key: 'keys', header: t('keys'), render: (member) => <LiveKeys member={member} /> },
    ...(people ? signingIn : []),
    { key: 'status', header: t('words:status'), render: ({ status }) => <MemberStatusBadge status={status} /> },
  ];
  return <DataTable label={t('words:members')} columns={columns} rows={members} rowKey={({ id }) => id} grows />;
}

/** The number of active keys, as a link for readers who may see them. */
export function LiveKeys({ member }: { member: MemberView }) {
  const { t } = useTexts('members');
  const seesKeys = useHolds('api_key.manage');
  if (!seesKeys || member.liveKeys === 0) return member.liveKeys;
  return (
    <PageLink
      to="/company-keys"
      search={{ memberId: member.id }}
      aria-label={t('keysOf', { count: member.liveKeys, name: member.name })}
    >
      {member.liveKeys}
    </PageLink>
  );
}

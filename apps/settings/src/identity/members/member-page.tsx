import type { MemberView } from '@billhook/contract/identity/member';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { notify } from '@billhook/ui/notify';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text } from '@mantine/core';
import {
  IconInfoCircle,
  IconLogout,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { DetailLayout, Facts, RecordGate, RecordHeader, Section } from '../../shared/workspace/detail.js';
import { PageLink } from '../../shared/workspace/links.js';
import { RecordActions, type RecordAction } from '../../shared/workspace/record-actions.js';
import { DepartureDialog, EndSessionsDialog, RenameMemberDialog } from './member-dialogs.js';
import { MemberError } from './member-error.js';
import { MemberKeys } from './member-keys.js';
import { MemberStatusBadge, RoleName } from './member-status.js';
import { useMember, useMemberStep } from './members.queries.js';
import { RightsSection } from './rights-section.js';
import { accessProblemOf } from './rights.js';

const route = getRouteApi('/members/$id');

export function MemberPage() {
  const { id } = route.useParams();
  const query = useMember(id);
  return <RecordGate query={query}>{(member) => <Member member={member} />}</RecordGate>;
}

/** Why no change of the member is possible; undefined if changes are. */
function useAccessError(member: MemberView): string | undefined {
  const { t } = useTexts('members');
  const by = useSignedIn().member;
  if (member.status === 'Removed') return t('errors.removed');
  const problem = accessProblemOf(by, member);
  return problem && t(`errors.${problem}`, { name: member.name });
}

type MemberAction = 'deactivate' | 'remove' | 'endSessions' | 'rename';

function Member({ member }: { member: MemberView }) {
  const { t } = useTexts('members');
  const by = useSignedIn().member;
  const refused = useAccessError(member);
  const step = useMemberStep(member.id);
  const [openDialog, setOpenDialog] = useState<MemberAction>();
  const { name, kind, email, status } = member;
  const own = member.id === by.id;
  const close = () => setOpenDialog(undefined);

  const deactivate: RecordAction = {
    key: 'deactivate',
    label: t('member.deactivate'),
    icon: IconPlayerPause,
    refused,
    run: () => setOpenDialog('deactivate'),
  };
  const reactivate: RecordAction = {
    key: 'reactivate',
    label: t('member.reactivate'),
    icon: IconPlayerPlay,
    primary: true,
    pending: step.pending,
    refused,
    run: () => step.start(['reactivate'], { onSuccess: () => notify.done(t('member.reactivated', { name })) }),
  };
  const more: RecordAction[] = [
    {
      key: 'rename',
      label: t('member.rename'),
      icon: IconPencil,
      refused: own ? undefined : refused,
      run: () => setOpenDialog('rename'),
    },
    ...(kind === 'Person'
      ? [
          {
            key: 'endSessions',
            label: t('member.endSessions'),
            icon: IconLogout,
            refused: own ? t('errors.ownSessions') : refused,
            run: () => setOpenDialog('endSessions'),
          },
        ]
      : []),
    {
      key: 'remove',
      label: t('member.remove'),
      icon: IconTrash,
      danger: true,
      refused,
      run: () => setOpenDialog('remove'),
    },
  ];
  const notices = {
    Active: undefined,
    Deactivated: t(kind === 'Service' ? 'member.serviceDeactivatedNotice' : 'member.deactivatedNotice'),
    Removed: t('member.removedNotice'),
  };
  const notice = notices[status];

  return (
    <>
      <RecordHeader
        title={name}
        back={<PageLink to="/members">{t('member.back')}</PageLink>}
        status={<MemberStatusBadge status={status} />}
        lead={email === null ? t('member.serviceLead') : <EmailAddress address={email} />}
        actions={
          status !== 'Removed' && <RecordActions main={[status === 'Active' ? deactivate : reactivate]} more={more} />
        }
      />
      {step.error && <MemberError error={step.error} name={name} />}
      {notice && (
        <Alert color="yellow" mb="md" icon={<IconInfoCircle size={20} />}>
          {notice}
        </Alert>
      )}
      <DetailLayout aside={<MemberDetails member={member} />}>
        <RightsSection key={`${member.role} ${member.permissions.join()}`} member={member} refused={refused} />
        <MemberKeys member={member} />
      </DetailLayout>
      {(openDialog === 'deactivate' || openDialog === 'remove') && (
        <DepartureDialog member={member} change={openDialog} onClose={close} />
      )}
      {openDialog === 'endSessions' && <EndSessionsDialog member={member} onClose={close} />}
      {openDialog === 'rename' && <RenameMemberDialog member={member} onClose={close} />}
    </>
  );
}

function MemberDetails({ member }: { member: MemberView }) {
  const { t } = useTexts('members');
  const format = useFormat();
  const person = member.kind === 'Person';
  return (
    <Section title={t('member.facts')}>
      <Facts
        facts={[
          { label: t('role'), value: <RoleName member={member} /> },
          { label: t('member.since'), value: format.date(member.createdAt) },
          {
            label: t('words:lastActive'),
            value: person && (member.lastSeenAt ? <LastSeen at={member.lastSeenAt} /> : t('notSeen')),
          },
          {
            label: t('words:secondFactor'),
            value: person && t(member.secondFactor ? 'secondFactorOn' : 'secondFactorOff'),
          },
        ]}
      />
    </Section>
  );
}

function LastSeen({ at }: { at: string }) {
  const format = useFormat();
  return (
    <>
      {format.dateTime(at)}
      <Text size="xs" c="dimmed">
        <RelativeTime at={at} />
      </Text>
    </>
  );
}

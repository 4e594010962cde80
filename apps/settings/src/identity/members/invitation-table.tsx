import type { InvitationView, SentInvitation } from '@billhook/contract/identity/invitation';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { DataTable, type Column } from '@billhook/ui/components/data-table';
import { Dialog } from '@billhook/ui/components/dialog';
import { EmailAddress } from '@billhook/ui/components/email-address';
import { EmptyState } from '@billhook/ui/components/empty-state';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { closeAndNotify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { InvitationResult } from './invitation-result.js';
import { MemberError } from './member-error.js';
import { InvitationStatusBadge } from './member-status.js';
import { resendInvitation, useRefreshMembers, useWithdrawInvitation } from './members.queries.js';

type InvitationAction = { readonly what: 'resend' | 'withdraw'; readonly invitation: InvitationView };

/** Without a mail server nothing can be sent again: a new link is created, to pass on. */
const useAgain = () => (useSignedIn().sendsMail ? 'resend' : 'newLink');

/** Pending invitations, with their actions. */
export function InvitationTable({ invitations }: { invitations: readonly InvitationView[] }) {
  const { t } = useTexts('members');
  const [openDialog, setOpenDialog] = useState<InvitationAction>();
  const again = useAgain();
  const nameId = ({ id }: InvitationView) => `invitation-${id}`;
  const columns: Column<InvitationView>[] = [
    {
      key: 'invitee',
      header: t('invitations.invitee'),
      wide: true,
      render: (invitation) => (
        <>
          <Text size="sm" fw={600} id={nameId(invitation)} className="bh-anywhere">
            {invitation.name}
          </Text>
          <Text size="xs" c="dimmed">
            <EmailAddress address={invitation.email} />
          </Text>
        </>
      ),
    },
    { key: 'role', header: t('role'), render: ({ role }) => t(`roles.${role}`) },
    { key: 'by', header: t('invitations.by'), render: ({ invitedBy }) => invitedBy ?? t('invitations.operator') },
    { key: 'sent', header: t('invitations.sent'), render: ({ sentAt }) => <RelativeTime at={sentAt} /> },
    { key: 'expires', header: t('invitations.expires'), render: ({ expiresAt }) => <RelativeTime at={expiresAt} /> },
    {
      key: 'status',
      header: t('words:status'),
      render: ({ status, usable }) => (
        <Stack gap={4} align="flex-start">
          <InvitationStatusBadge status={status} />
          {status === 'Open' && !usable && (
            <Text size="xs" c="dimmed" maw={200}>
              {t('invitations.unusable')}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'actions',
      header: t('invitations.actions'),
      align: 'right',
      wide: true,
      render: (invitation) => (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          {(['resend', 'withdraw'] as const).map((what) => (
            <Button
              key={what}
              variant="default"
              size="xs"
              aria-describedby={nameId(invitation)}
              onClick={() => setOpenDialog({ what, invitation })}
            >
              {t(`invitations.${what === 'resend' ? again : what}`)}
            </Button>
          ))}
        </Group>
      ),
    },
  ];
  if (invitations.length === 0) {
    return (
      <EmptyState icon={IconMailForward} title={t('invitations.empty')}>
        {t('invitations.emptyBody')}
      </EmptyState>
    );
  }
  const close = () => setOpenDialog(undefined);
  return (
    <>
      <DataTable label={t('invitations.table')} columns={columns} rows={invitations} rowKey={({ id }) => id} grows />
      {openDialog?.what === 'resend' && <ResendDialog invitation={openDialog.invitation} onClose={close} />}
      {openDialog?.what === 'withdraw' && <WithdrawDialog invitation={openDialog.invitation} onClose={close} />}
    </>
  );
}

interface InvitationDialogProps {
  readonly invitation: InvitationView;
  readonly onClose: () => void;
}

function ResendDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t } = useTexts('members');
  const again = useAgain();
  const refresh = useRefreshMembers();
  const resend = useAction(resendInvitation);
  const [sent, setSent] = useState<SentInvitation>();
  const { id, name } = invitation;
  if (sent) {
    return (
      <Dialog opened size="lg" title={t('invite.resultTitle')} closeOnClickOutside={false} onClose={onClose}>
        <InvitationResult sent={sent} onDone={onClose} />
      </Dialog>
    );
  }
  const confirm = async () => {
    const result = await resend.run(id);
    if (!result.ok) return;
    setSent(result.value);
    void refresh();
  };
  return (
    <ConfirmDialog
      title={t(`invitations.${again}Title`, { name })}
      confirmLabel={t(`invitations.${again}`)}
      action={{ pending: resend.pending }}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      <Text size="sm">{t(`invitations.${again}Body`)}</Text>
      {resend.error && <MemberError error={resend.error} name={name} />}
    </ConfirmDialog>
  );
}

function WithdrawDialog({ invitation, onClose }: InvitationDialogProps) {
  const { t } = useTexts('members');
  const withdraw = useWithdrawInvitation();
  const { id, name, email } = invitation;
  const confirm = () => withdraw.start([id], closeAndNotify(onClose, t('invitations.withdrawn', { name })));
  return (
    <ConfirmDialog
      title={t('invitations.withdrawTitle', { name })}
      confirmLabel={t('invitations.withdraw')}
      danger
      action={{ pending: withdraw.pending }}
      onConfirm={confirm}
      onClose={onClose}
    >
      <Text size="sm">{t('invitations.withdrawBody', { email })}</Text>
      {withdraw.error && <MemberError error={withdraw.error} name={name} />}
    </ConfirmDialog>
  );
}

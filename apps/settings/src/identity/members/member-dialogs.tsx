import type { MemberView } from '@billhook/contract/identity/member';
import { ConfirmDialog } from '@billhook/ui/components/confirm-dialog';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { closeAndNotify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { DeparturePreview } from './departure-preview.js';
import { MemberError } from './member-error.js';
import { useEndMemberSessions, useMemberStep, useUpdateMember } from './members.queries.js';

interface MemberDialogProps {
  readonly member: MemberView;
  readonly onClose: () => void;
}

const TEXTS = {
  deactivate: { title: 'deactivateTitle', confirm: 'deactivate', done: 'deactivated' },
  remove: { title: 'removeTitle', confirm: 'removeConfirm', done: 'removed' },
} as const;

/** Asks for confirmation before a member leaves, and lists what will stop. */
export function DepartureDialog({ member, onClose, change }: MemberDialogProps & { change: 'deactivate' | 'remove' }) {
  const { t } = useTexts('members');
  const step = useMemberStep(member.id);
  const { name } = member;
  const { title, confirm, done } = TEXTS[change];
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [mistyped, setMistyped] = useState(false);
  const mustType = change === 'remove' && member.liveKeys > 0;
  const deactivateBody = member.kind === 'Service' ? 'member.deactivateServiceBody' : 'member.deactivateBody';
  const leave = (event: FormEvent) => {
    event.preventDefault();
    if (mustType && typed.trim() !== name.trim()) {
      setMistyped(true);
      field.current?.focus();
      return;
    }
    step.start([change], closeAndNotify(onClose, t(`member.${done}`, { name })));
  };
  return (
    <Dialog opened size="xl" title={t(`member.${title}`, { name })} onClose={onClose}>
      <form noValidate onSubmit={leave}>
        <Stack gap="md">
          <Text size="sm">{t(change === 'remove' ? 'member.removeBody' : deactivateBody)}</Text>
          <DeparturePreview memberId={member.id} change={{ change }} />
          {mustType && (
            <TextInput
              ref={field}
              label={t('member.removeTyped', { name })}
              autoComplete="off"
              maxLength={120}
              value={typed}
              error={mistyped && t('member.removeMistyped')}
              onChange={(event) => {
                setTyped(event.currentTarget.value);
                setMistyped(false);
              }}
            />
          )}
          {step.error && <MemberError error={step.error} name={name} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" color="red.9" loading={step.pending}>
              {t(`member.${confirm}`)}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

export function EndSessionsDialog({ member, onClose }: MemberDialogProps) {
  const { t } = useTexts('members');
  const end = useEndMemberSessions(member.id);
  const { name } = member;
  return (
    <ConfirmDialog
      title={t('member.endSessionsTitle', { name })}
      confirmLabel={t('member.endSessionsConfirm')}
      action={{ pending: end.pending }}
      onConfirm={() => end.start([], closeAndNotify(onClose, t('member.sessionsEnded', { name })))}
      onClose={onClose}
    >
      <Text size="sm">{t('member.endSessionsBody')}</Text>
      {end.error && <MemberError error={end.error} name={name} />}
    </ConfirmDialog>
  );
}

export function RenameMemberDialog({ member, onClose }: MemberDialogProps) {
  const { t } = useTexts('members');
  const update = useUpdateMember(member.id);
  const [name, setName] = useState(member.name);
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!name.trim()) return setMissing(true);
    update.start([{ name: name.trim() }], closeAndNotify(onClose, t('member.renamed')));
  };
  return (
    <Dialog opened title={t('member.renameTitle', { name: member.name })} onClose={onClose}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            data-autofocus
            label={t('words:name')}
            maxLength={120}
            autoComplete="off"
            value={name}
            error={missing && t('invite.nameMissing')}
            onChange={(event) => {
              setName(event.currentTarget.value);
              setMissing(false);
            }}
          />
          {update.error && <MemberError error={update.error} name={member.name} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={update.pending}>
              {t('member.rename')}
            </Button>
          </DialogButtons>
        </Stack>
      </form>
    </Dialog>
  );
}

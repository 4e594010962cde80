import type { MemberView } from '@billhook/contract/identity/member';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { closeAndNotify } from '@billhook/ui/notify';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, Code, Group, List, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Section } from '../../shared/workspace/detail.js';
import { permissionSummary } from '../permission-summary.js';
import { DeparturePreview } from './departure-preview.js';
import { MemberError } from './member-error.js';
import { useUpdateMember } from './members.queries.js';
import { RightsFields } from './rights-fields.js';
import { changeOf, rightsBody, type MemberRights } from './rights.js';

interface RightsSectionProps {
  readonly member: MemberView;
  /** Why the permissions cannot be changed; undefined if they can. */
  readonly refused: string | undefined;
}

/** The permissions of a member: editable, or as text with the reason why not. */
export function RightsSection({ member, refused }: RightsSectionProps) {
  const { t } = useTexts('members');
  return (
    <Section title={t('rights.title')}>
      {refused ? <RightsInWords member={member} refused={refused} /> : <RightsEditor member={member} />}
    </Section>
  );
}

function RightsInWords({ member, refused }: { member: MemberView; refused: string }) {
  const { t } = useTexts('members');
  const language = useLanguage();
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {refused}
      </Text>
      <Text size="sm">
        {t(`roles.${member.role}`)}
        {member.tailored && ` (${t('tailored')})`}
      </Text>
      <List size="sm" spacing={4}>
        {member.permissions.map((permission) => (
          <List.Item key={permission}>
            <Code>{permission}</Code> {permissionSummary(permission, language)}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function RightsEditor({ member }: { member: MemberView }) {
  const { t } = useTexts('members');
  const now: MemberRights = { role: member.role, permissions: member.permissions };
  const [rights, setRights] = useState(now);
  const [reviewing, setReviewing] = useState(false);
  const { gains, loses } = changeOf(now.permissions, rights.permissions);
  const changed = rights.role !== now.role || gains.length > 0 || loses.length > 0;
  return (
    <Stack gap="lg">
      <RightsFields
        kind={member.kind}
        value={rights}
        error={changed && rights.permissions.length === 0 && t('rights.none')}
        onChange={setRights}
      />
      <div className="st-summary" aria-live="polite">
        {changed ? <ChangeInWords before={now} after={rights} /> : t('rights.unchanged')}
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" disabled={!changed} onClick={() => setRights(now)}>
          {t('rights.reset')}
        </Button>
        <Button disabled={!changed || rights.permissions.length === 0} onClick={() => setReviewing(true)}>
          {t('rights.review')}
        </Button>
      </Group>
      {reviewing && <ReviewDialog member={member} before={now} after={rights} onClose={() => setReviewing(false)} />}
    </Stack>
  );
}

/** "Gains …, loses …", with the summary of each permission. */
function ChangeInWords({ before, after }: { before: MemberRights; after: MemberRights }) {
  const { t } = useTexts('members');
  const language = useLanguage();
  const { gains, loses } = changeOf(before.permissions, after.permissions);
  const words = (permissions: typeof gains) =>
    permissions.map((permission) => permissionSummary(permission, language)).join('; ');
  return (
    <>
      {after.role !== before.role && <div>{t('rights.newRole', { role: t(`roles.${after.role}`) })}</div>}
      {gains.length > 0 && <div>{t('rights.gains', { what: words(gains) })}</div>}
      {loses.length > 0 && <div>{t('rights.loses', { what: words(loses) })}</div>}
    </>
  );
}

interface ReviewDialogProps {
  readonly member: MemberView;
  readonly before: MemberRights;
  readonly after: MemberRights;
  readonly onClose: () => void;
}

function ReviewDialog({ member, before, after, onClose }: ReviewDialogProps) {
  const { t } = useTexts('members');
  const update = useUpdateMember(member.id);
  const { name } = member;
  const body = rightsBody(after, member.kind);
  const losesSome = changeOf(before.permissions, after.permissions).loses.length > 0;
  return (
    <Dialog opened size="xl" title={t('rights.confirmTitle', { name })} onClose={onClose}>
      <Stack gap="md">
        <div className="st-summary">
          <ChangeInWords before={before} after={after} />
        </div>
        {losesSome && <DeparturePreview memberId={member.id} change={{ change: 'permissions', ...body }} />}
        <Text size="sm">{t('rights.atOnce')}</Text>
        {update.error && <MemberError error={update.error} name={name} />}
        <DialogButtons onCancel={onClose}>
          <Button
            data-autofocus
            loading={update.pending}
            onClick={() => update.start([body], closeAndNotify(onClose, t('rights.done', { name })))}
          >
            {t('rights.confirm')}
          </Button>
        </DialogButtons>
      </Stack>
    </Dialog>
  );
}

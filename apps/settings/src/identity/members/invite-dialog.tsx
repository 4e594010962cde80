import type { SentInvitation } from '@billhook/contract/identity/invitation';
import { errorsByField } from '@billhook/ui/api-fetch';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { isLanguage, LANGUAGES, type Language } from '@billhook/ui/i18n';
import { useAction } from '@billhook/ui/use-action';
import { useLanguage, useTexts } from '@billhook/ui/use-texts';
import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { focusFirstError } from '../../shared/forms/focus-first-error.js';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { InvitationResult } from './invitation-result.js';
import { MemberError } from './member-error.js';
import { createInvitation, useRefreshMembers } from './members.queries.js';
import { RightsFields } from './rights-fields.js';
import { rightsBody, withRole, type MemberRights } from './rights.js';

interface InviteValues {
  email: string;
  name: string;
  locale: Language;
  rights: MemberRights;
}

const FORM = 'invite';

const SAID_AT_EMAIL = ['already_member', 'already_invited'];

/** The form, then where the link was sent or the link itself. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts('members');
  const { company } = useSignedIn();
  const [sent, setSent] = useState<SentInvitation>();
  return (
    <Dialog
      opened
      size="xl"
      title={sent ? t('invite.resultTitle') : t('invite.title', { company: company.name })}
      closeOnClickOutside={false}
      onClose={onClose}
    >
      {sent ? <InvitationResult sent={sent} onDone={onClose} /> : <InviteForm onSent={setSent} onCancel={onClose} />}
    </Dialog>
  );
}

function InviteForm({ onSent, onCancel }: { onSent: (sent: SentInvitation) => void; onCancel: () => void }) {
  const { t } = useTexts('members');
  const language = useLanguage();
  const { member } = useSignedIn();
  const refresh = useRefreshMembers();
  const invite = useAction(createInvitation);
  const form = useForm<InviteValues>({
    initialValues: {
      email: '',
      name: '',
      locale: isLanguage(language) ? language : 'en',
      rights: withRole('Read-only', 'Person', member.permissions),
    },
    validate: {
      email: (value) => {
        if (!value.trim()) return t('invite.emailMissing');
        return /^\S+@\S+\.\S+$/.test(value.trim()) ? null : t('invite.emailWrong');
      },
      name: (value) => (value.trim() ? null : t('invite.nameMissing')),
      rights: ({ permissions }) => (permissions.length > 0 ? null : t('rights.none')),
    },
  });

  const submit = async ({ email, name, locale, rights }: InviteValues) => {
    const result = await invite.run({
      email: email.trim(),
      name: name.trim(),
      locale,
      ...rightsBody(rights, 'Person'),
    });
    if (result.ok) {
      onSent(result.value);
      void refresh();
      return;
    }
    const { email: emailError, name: nameError } = errorsByField(result.error);
    const { code } = result.error;
    if (code === 'already_member') form.setFieldError('email', t('errors.alreadyMember'));
    if (code === 'already_invited') form.setFieldError('email', t('errors.alreadyInvited'));
    if (emailError) form.setFieldError('email', t('invite.emailWrong'));
    if (nameError) form.setFieldError('name', nameError);
    focusFirstError(FORM);
  };

  return (
    <ValidatedForm id={FORM} form={form} onSubmit={(values) => void submit(values)}>
      <Stack gap="lg">
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          <TextInput
            data-autofocus
            label={t('words:email')}
            description={t('invite.emailHint')}
            type="email"
            maxLength={254}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <TextInput
            label={t('words:name')}
            description={t('invite.nameHint')}
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
        </SimpleGrid>
        <RightsFields
          kind="Person"
          value={form.values.rights}
          error={form.errors['rights']}
          onChange={(rights) => form.setFieldValue('rights', rights)}
        />
        <NativeSelect
          label={t('invite.language')}
          maw={240}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('locale')}
        />
      </Stack>
      <div className="bh-dialog-foot">
        {invite.error && !SAID_AT_EMAIL.includes(invite.error.code) && (
          <MemberError error={invite.error} name={form.values.name} />
        )}
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={invite.pending}>
            {t('invite.submit')}
          </Button>
        </DialogButtons>
      </div>
    </ValidatedForm>
  );
}

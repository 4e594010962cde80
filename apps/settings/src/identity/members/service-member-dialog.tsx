import type { MemberView } from '@billhook/contract/identity/member';
import { Dialog } from '@billhook/ui/components/dialog';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { ValidatedForm } from '../../shared/forms/validated-form.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { MemberError } from './member-error.js';
import { useCreateServiceMember } from './members.queries.js';
import { RightsFields } from './rights-fields.js';
import { rightsBody, withRole, type MemberRights } from './rights.js';

const FORM = 'service-member';

interface ServiceMemberDialogProps {
  readonly onCreated: (member: MemberView) => void;
  readonly onClose: () => void;
}

export function ServiceMemberDialog({ onCreated, onClose }: ServiceMemberDialogProps) {
  const { t } = useTexts('members');
  const { member } = useSignedIn();
  const create = useCreateServiceMember();
  const form = useForm<{ name: string; rights: MemberRights }>({
    initialValues: { name: '', rights: withRole('Read-only', 'Service', member.permissions) },
    validate: {
      name: (value) => (value.trim() ? null : t('invite.nameMissing')),
      rights: ({ permissions }) => (permissions.length > 0 ? null : t('rights.none')),
    },
  });

  return (
    <Dialog opened size="xl" title={t('service.title')} closeOnClickOutside={false} onClose={onClose}>
      <ValidatedForm
        id={FORM}
        form={form}
        onSubmit={({ name, rights }) =>
          create.start([{ name: name.trim(), ...rightsBody(rights, 'Service') }], {
            onSuccess: (created) => {
              notify.done(t('service.done', { name: created.name }));
              onCreated(created);
            },
          })
        }
      >
        <Stack gap="lg">
          <Text size="sm" c="dimmed">
            {t('serviceLead')}
          </Text>
          <TextInput
            data-autofocus
            label={t('service.name')}
            description={t('service.nameHint')}
            maxLength={120}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <RightsFields
            kind="Service"
            value={form.values.rights}
            error={form.errors['rights']}
            onChange={(rights) => form.setFieldValue('rights', rights)}
          />
        </Stack>
        <div className="bh-dialog-foot">
          {create.error && <MemberError error={create.error} name={form.values.name} />}
          <DialogButtons onCancel={onClose}>
            <Button type="submit" loading={create.pending}>
              {t('service.submit')}
            </Button>
          </DialogButtons>
        </div>
      </ValidatedForm>
    </Dialog>
  );
}

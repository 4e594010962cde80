import type { AccountView } from '@billhook/contract/identity/account';
import { isLanguage, LANGUAGES } from '@billhook/ui/i18n';
import { notify } from '@billhook/ui/notify';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormSection } from '../../shared/forms/form-section.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { useUpdateAccount } from './account.queries.js';

export function ProfileSection({ account }: { account: AccountView }) {
  const { t } = useTexts('account');
  const { company } = useSignedIn();
  const update = useUpdateAccount();
  const form = useForm({
    initialValues: { name: account.name, locale: account.locale },
    validate: { name: (value) => (value.trim() ? null : t('forms:required')) },
  });
  const save = ({ name, locale }: typeof form.values) =>
    update.start([{ name: name.trim(), locale }], {
      onSuccess: (saved) => {
        form.setInitialValues({ name: saved.name, locale: saved.locale });
        form.reset();
        notify.done(t('forms:saved'));
      },
    });
  return (
    <FormSection title={t('profile.title')} hint={t('profile.hint', { company: company.name })}>
      <form noValidate onSubmit={form.onSubmit(save)} className="ac-fields">
        <TextInput label={t('words:name')} maxLength={120} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={t('words:email')}
          description={t('profile.emailHint')}
          variant="unstyled"
          type="email"
          value={account.email}
          readOnly
        />
        <NativeSelect
          label={t('profile.locale')}
          description={t('profile.localeHint')}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={form.values.locale}
          onChange={({ currentTarget: { value } }) => isLanguage(value) && form.setFieldValue('locale', value)}
        />
        {update.error && <ChangeError error={update.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={update.pending} disabled={!form.isDirty()}>
            {t('words:save')}
          </Button>
        </Group>
      </form>
    </FormSection>
  );
}

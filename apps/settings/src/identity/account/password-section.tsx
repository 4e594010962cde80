import type { AccountView } from '@billhook/contract/identity/account';
import { ErrorState } from '@billhook/ui/components/error-state';
import { notify } from '@billhook/ui/notify';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, PasswordInput } from '@mantine/core';
import { useRef, useState, type FormEvent } from 'react';
import { FormSection } from '../../shared/forms/form-section.js';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { NewPasswordField, usePasswordError, usePasswordErrorTexts } from '../session/new-password-field.js';
import { Throttled, useWait } from '../session/sign-in-wait.js';
import { changePassword, useRefreshAccount } from './account.queries.js';

const BLANK = { currentPassword: '', newPassword: '' };

export function PasswordSection({ account }: { account: AccountView }) {
  const { t } = useTexts('account');
  const { company } = useSignedIn();
  const refresh = useRefreshAccount();
  const change = useAction(changePassword);
  const wait = useWait(change.error);
  const errorOf = usePasswordError();
  const words = usePasswordErrorTexts();
  const [values, setValues] = useState(BLANK);
  const [tried, setTried] = useState(false);
  const current = useRef<HTMLInputElement>(null);
  const next = useRef<HTMLInputElement>(null);

  const missing = values.currentPassword ? undefined : t('password.currentMissing');
  const fieldError = errorOf(values.newPassword, [account.email, account.name, company.name]);
  const { error } = change;
  const wrong = error?.code === 'sign_in_failed';
  const refused = error?.errors.find(({ pointer }) => pointer === '/newPassword');
  const refusedWords = () => {
    if (!error || wrong || refused) return null;
    return error.code === 'too_many_attempts' ? <Throttled wait={wait} /> : <ErrorState error={error} />;
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing) return current.current?.focus();
    if (fieldError) return next.current?.focus();
    const result = await change.run(values);
    setTried(false);
    if (result.ok) {
      setValues(BLANK);
      notify.done(t('password.done'));
      void refresh();
    } else if (result.error.code === 'sign_in_failed') {
      setValues({ ...values, currentPassword: '' });
      current.current?.focus();
    }
  };

  return (
    <FormSection title={t('words:password')} hint={t('password.hint')}>
      <form noValidate onSubmit={(event) => void submit(event)} className="ac-fields">
        {refusedWords()}
        {/* Password managers store a password under the email address beside it. */}
        <input hidden type="text" name="username" autoComplete="username" value={account.email} readOnly />
        <PasswordInput
          ref={current}
          label={t('password.current')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-hidden': true }}
          value={values.currentPassword}
          error={(tried && missing) || (wrong && t('password.currentWrong'))}
          onChange={(event) => setValues({ ...values, currentPassword: event.currentTarget.value })}
        />
        <NewPasswordField
          ref={next}
          value={values.newPassword}
          error={(tried && fieldError) || (refused && words(refused))}
          onChange={(event) => setValues({ ...values, newPassword: event.currentTarget.value })}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={change.pending} disabled={wait > 0}>
            {t('password.submit')}
          </Button>
        </Group>
      </form>
    </FormSection>
  );
}

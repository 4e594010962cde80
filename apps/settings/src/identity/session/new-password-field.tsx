import { LONGEST_PASSWORD, passwordError, SHORTEST_PASSWORD } from '@billhook/domain/identity/password';
import { useTexts } from '@billhook/ui/use-texts';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

const BOUNDS = { password_too_short: SHORTEST_PASSWORD, password_too_long: LONGEST_PASSWORD } as const;
const CODES = [
  'password_too_short',
  'password_too_long',
  'password_common',
  'password_personal',
  'password_unchanged',
] as const;

/** Why a new password is rejected; undefined if it is accepted. `names`: names of the person that others know. */
export function usePasswordError(): (password: string, names: readonly string[]) => string | undefined {
  const { t } = useTexts('signIn');
  const words = usePasswordErrorTexts();
  return (password, names) => {
    if (!password) return t('newPassword.missing');
    const error = passwordError(password, names);
    return error && words(error);
  };
}

/** The text for an error of the API; the API's own text if this page has none. */
export function usePasswordErrorTexts(): (error: { readonly code?: string; readonly message: string }) => string {
  const { t } = useTexts('signIn');
  return ({ code, message }) => {
    const known = CODES.find((each) => each === code);
    if (!known) return message;
    return known in BOUNDS
      ? t(`newPassword.${known}`, { count: BOUNDS[known as keyof typeof BOUNDS] })
      : t(`newPassword.${known}`);
  };
}

/** A field for a new password. It can be shown, so it is not asked for twice. */
export function NewPasswordField(props: PasswordInputProps) {
  const { t } = useTexts('signIn');
  return (
    <PasswordInput
      label={t('newPassword.label')}
      description={t('newPassword.hint', { count: SHORTEST_PASSWORD })}
      autoComplete="new-password"
      maxLength={LONGEST_PASSWORD}
      {...props}
    />
  );
}

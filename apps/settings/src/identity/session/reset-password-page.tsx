import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { PageButton, PageLink } from '../../shared/workspace/links.js';
import { NewPasswordField, usePasswordError, usePasswordErrorTexts } from './new-password-field.js';
import { Throttled, useWait } from './sign-in-wait.js';
import { completePasswordReset } from './sign-in.queries.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { dropLinkToken, useLinkToken } from './use-link-token.js';

/** Sets a new password with the token of a link. */
export function ResetPasswordPage() {
  const { t } = useTexts('signIn');
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  if (token !== undefined) {
    return (
      <Reset
        key={token}
        token={token}
        onDone={() => {
          dropLinkToken();
          setDone(true);
        }}
      />
    );
  }
  if (!done) return <NoSuchLink title={t('invitation.missingTitle')}>{t('invitation.missingBody')}</NoSuchLink>;
  return (
    <SignedOutLayout title={t('reset.title')}>
      <Stack gap="md">
        <Alert role="status" color="green" icon={<IconCheck size={20} />} title={t('reset.doneTitle')}>
          {t('reset.doneBody')}
        </Alert>
        <PageButton to="/">{t('reset.goToSignIn')}</PageButton>
      </Stack>
    </SignedOutLayout>
  );
}

function NoSuchLink({ title, children }: { title: string; children: string }) {
  const { t } = useTexts('signIn');
  return (
    <SignedOutLayout title={t('reset.title')}>
      <Stack gap="md">
        <Alert role="alert" color="yellow" icon={<IconAlertTriangle size={20} />} title={title}>
          {children}
        </Alert>
        <PageLink to="/forgot-password">{t('reset.askAgain')}</PageLink>
      </Stack>
    </SignedOutLayout>
  );
}

function Reset({ token, onDone }: { token: string; onDone: () => void }) {
  const { t } = useTexts('signIn');
  const complete = useAction(completePasswordReset);
  if (complete.error?.code === 'reset_link_invalid') {
    return <NoSuchLink title={t('reset.invalidTitle')}>{t('reset.invalidBody')}</NoSuchLink>;
  }
  const set = async (password: string) => {
    const result = await complete.run({ token, password });
    if (result.ok) onDone();
  };
  return (
    <SignedOutLayout title={t('reset.title')} lead={t('reset.lead')}>
      <ResetForm pending={complete.pending} error={complete.error} onPassword={(password) => void set(password)} />
    </SignedOutLayout>
  );
}

interface ResetFormProps {
  readonly pending: boolean;
  readonly error: ApiError | undefined;
  readonly onPassword: (password: string) => void;
}

function ResetForm({ pending, error, onPassword }: ResetFormProps) {
  const { t } = useTexts('signIn');
  const errorOf = usePasswordError();
  const words = usePasswordErrorTexts();
  const wait = useWait(error);
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  // Only the API knows whose password it is, so only the API can reject one that contains the person's name.
  const refused = error?.errors.find(({ pointer }) => pointer === '/password');
  const fieldError = tried ? errorOf(password, []) : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (errorOf(password, [])) return field.current?.focus();
    onPassword(password);
  };
  const shown = () => {
    if (!error || refused) return null;
    return error.code === 'too_many_attempts' ? <Throttled wait={wait} /> : <ErrorState error={error} />;
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {shown()}
        <NewPasswordField
          ref={field}
          value={password}
          error={fieldError ?? (refused && words(refused))}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" loading={pending} disabled={wait > 0} fullWidth mt="xs">
          {t('reset.submit')}
        </Button>
      </Stack>
    </form>
  );
}

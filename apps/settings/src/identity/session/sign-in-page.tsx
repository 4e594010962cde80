import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef, useState, type FormEvent } from 'react';
import { notifyOtherTabs } from '../../shared/session/other-tabs.js';
import { PageLink } from '../../shared/workspace/links.js';
import { SecondFactorStep } from './second-factor-step.js';
import { sessionKeys } from './session.queries.js';
import { Throttled, useWait } from './sign-in-wait.js';
import { useSignInOptions } from './sign-in.queries.js';
import { SignedOutLayout } from './signed-out-layout.js';
import { useSignIn } from './use-sign-in.js';

const NotSetUp = lazy(() => import('./not-set-up.js').then((page) => ({ default: page.NotSetUp })));

interface SignInValues {
  readonly email: string;
  readonly password: string;
}

/** Why the password was rejected. */
export function SignInError({ error, wait }: { error: ApiError; wait: number }) {
  const { t } = useTexts('signIn');
  if (error.code === 'too_many_attempts') return <Throttled wait={wait} />;
  if (error.code !== 'sign_in_failed') return <ErrorState error={error} />;
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />}>
      {t('failed')}
    </Alert>
  );
}

/** Email address and password, then the code if two-factor authentication is on. */
export function SignInPage() {
  const client = useQueryClient();
  const steps = useSignIn((session) => {
    client.setQueryData(sessionKeys.session, session);
    notifyOtherTabs(session.member.id);
  });
  const [values, setValues] = useState<SignInValues>({ email: '', password: '' });
  const wait = useWait(steps.error);
  const options = useSignInOptions();

  const run = async (code?: string) => {
    const { wrong } = await steps.run(values, code);
    if (wrong) setValues({ ...values, password: '' });
  };
  const startAgain = () => {
    setValues({ ...values, password: '' });
    steps.startAgain();
  };

  if (options.data?.isSetUp === false) {
    return (
      <Suspense>
        <NotSetUp />
      </Suspense>
    );
  }
  if (steps.second) {
    return (
      <SecondFactorStep
        pending={steps.pending}
        error={steps.codeError}
        onCode={(code) => void run(code)}
        onBack={startAgain}
      />
    );
  }
  return (
    <FirstStep
      values={values}
      pending={steps.pending}
      error={steps.error}
      wait={wait}
      onChange={setValues}
      onSubmit={() => void run()}
    />
  );
}

interface FirstStepProps {
  readonly values: SignInValues;
  readonly pending: boolean;
  readonly error: ApiError | undefined;
  readonly wait: number;
  readonly onChange: (values: SignInValues) => void;
  readonly onSubmit: () => void;
}

function FirstStep({ values, pending, error, wait, onChange, onSubmit }: FirstStepProps) {
  const { t } = useTexts('signIn');
  // Errors are shown after the first attempt to continue, not while typing.
  const [tried, setTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const missing = { email: !values.email.trim(), password: !values.password };

  useEffect(() => email.current?.focus(), []);
  useEffect(() => {
    if (error) password.current?.focus();
  }, [error]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.email) return email.current?.focus();
    if (missing.password) return password.current?.focus();
    // A wrong password is cleared, and the empty field is not an error yet.
    setTried(false);
    onSubmit();
  };

  return (
    <SignedOutLayout title={t('title')} lead={t('lead')}>
      <form noValidate onSubmit={submit}>
        <Stack gap="md">
          {error && <SignInError error={error} wait={wait} />}
          <TextInput
            ref={email}
            label={t('words:email')}
            type="email"
            autoComplete="username"
            value={values.email}
            error={tried && missing.email && t('emailMissing')}
            onChange={(event) => onChange({ ...values, email: event.currentTarget.value })}
          />
          <PasswordInput
            ref={password}
            label={t('words:password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-hidden': true }}
            value={values.password}
            error={tried && missing.password && t('passwordMissing')}
            onChange={(event) => onChange({ ...values, password: event.currentTarget.value })}
          />
          <Button type="submit" loading={pending} disabled={wait > 0} fullWidth mt="xs">
            {t('title')}
          </Button>
          <PageLink to="/forgot-password" ta="center">
            {t('forgotLink')}
          </PageLink>
        </Stack>
      </form>
    </SignedOutLayout>
  );
}

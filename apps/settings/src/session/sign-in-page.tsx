import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Wordmark } from '@billhook/ui/components/wordmark';
import type { ApiError } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { Alert, Button, Center, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { sessionKeys, signIn } from './queries.js';

function SignInError({ error }: { error: ApiError }) {
  const { t } = useTranslation('settings');
  const text = {
    sign_in_failed: t('signIn.failed'),
    too_many_attempts: t('signIn.tooMany', { seconds: error.retryAfter ?? 60 }),
  }[error.code];
  if (!text) return <ErrorState error={error} />;
  return (
    <Alert role="alert" color="red" icon={<IconAlertTriangle size={20} />}>
      {text}
    </Alert>
  );
}

export function SignInPage() {
  const { t } = useTranslation('settings');
  const client = useQueryClient();
  const action = useAction(signIn);
  const [values, setValues] = useState({ email: '', password: '' });
  // Faults show once somebody tried to go on, not while they type.
  const [tried, setTried] = useState(false);
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const missing = { email: !values.email.trim(), password: !values.password };

  useEffect(() => {
    document.title = `${t('signIn.title')} · Billhook`;
    email.current?.focus();
  }, [t]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (missing.email) return email.current?.focus();
    if (missing.password) return password.current?.focus();
    const result = await action.run({ ...values, email: values.email.trim() });
    if (result.ok) return client.setQueryData(sessionKeys.session, result.value);
    setValues({ ...values, password: '' });
    setTried(false);
    password.current?.focus();
  };

  return (
    <Stack mih="100dvh" gap={0}>
      <Group justify="space-between" px={{ base: 'md', sm: 'xl' }} py="sm" component="header">
        <Wordmark />
        <PreferencesMenu />
      </Group>
      <Center component="main" id="main" flex={1} p="md" pb={96}>
        <div className="bh-panel st-sign-in">
          <Stack gap={4} mb="lg">
            <Title order={1}>{t('signIn.title')}</Title>
            <Text c="dimmed" size="sm">
              {t('signIn.lead')}
            </Text>
          </Stack>
          <form noValidate onSubmit={(event) => void submit(event)}>
            <Stack gap="md">
              {action.error && <SignInError error={action.error} />}
              <TextInput
                ref={email}
                label={t('signIn.email')}
                type="email"
                autoComplete="username"
                value={values.email}
                error={tried && missing.email && t('signIn.emailMissing')}
                onChange={(event) => setValues({ ...values, email: event.currentTarget.value })}
              />
              <PasswordInput
                ref={password}
                label={t('signIn.password')}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-hidden': true }}
                value={values.password}
                error={tried && missing.password && t('signIn.passwordMissing')}
                onChange={(event) => setValues({ ...values, password: event.currentTarget.value })}
              />
              <Button type="submit" loading={action.pending} fullWidth mt="xs">
                {t('signIn.submit')}
              </Button>
            </Stack>
          </form>
        </div>
      </Center>
    </Stack>
  );
}

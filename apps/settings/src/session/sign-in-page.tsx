import type { SignIn } from '@billhook/contract/session';
import { PreferencesMenu } from '@billhook/ui/components/preferences-menu';
import { ErrorState } from '@billhook/ui/components/error-state';
import { Wordmark } from '@billhook/ui/components/wordmark';
import type { ApiError } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { Alert, Button, Center, Group, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useForm } from '@mantine/form';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
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
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const form = useForm<SignIn>({
    initialValues: { email: '', password: '' },
    validate: {
      email: (value) => (value.trim() ? null : t('signIn.emailMissing')),
      password: (value) => (value ? null : t('signIn.passwordMissing')),
    },
  });

  useEffect(() => {
    document.title = `${t('signIn.title')} · Billhook`;
    email.current?.focus();
  }, [t]);

  const submit = async (values: SignIn) => {
    const result = await action.run({ ...values, email: values.email.trim() });
    if (result.ok) return client.setQueryData(sessionKeys.session, result.value);
    form.setFieldValue('password', '');
    password.current?.focus();
  };
  const focusFirstFault = (errors: typeof form.errors) => (errors['email'] ? email : password).current?.focus();

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
          <form noValidate onSubmit={form.onSubmit((values) => void submit(values), focusFirstFault)}>
            <Stack gap="md">
              {action.error && <SignInError error={action.error} />}
              <TextInput
                ref={email}
                label={t('signIn.email')}
                type="email"
                autoComplete="username"
                {...form.getInputProps('email')}
              />
              <PasswordInput
                ref={password}
                label={t('signIn.password')}
                autoComplete="current-password"
                visibilityToggleButtonProps={{ 'aria-hidden': true }}
                {...form.getInputProps('password')}
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

import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmPassword } from '../session/queries.js';

/** Asks for the password again where the API wants it, without losing what was filled in. */
export function StepUpPrompt({ pending, onConfirmed }: { pending: boolean; onConfirmed: () => void }) {
  const { t } = useTranslation('settings');
  const [password, setPassword] = useState('');
  const confirm = useAction(confirmPassword);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) return field.current?.focus();
    const result = await confirm.run({ password });
    setPassword('');
    if (result.ok) onConfirmed();
    else field.current?.focus();
  };
  const wrong = confirm.error?.code === 'sign_in_failed';

  return (
    <form noValidate onSubmit={(event) => void submit(event)}>
      <Stack gap="sm">
        <div>
          <Text fw={600} size="sm">
            {t('create.passwordTitle')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('create.passwordLead')}
          </Text>
        </div>
        {confirm.error && !wrong && <ErrorState error={confirm.error} />}
        <PasswordInput
          ref={field}
          label={t('create.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-hidden': true }}
          value={password}
          error={wrong ? t('create.passwordWrong') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button type="submit" loading={confirm.pending || pending}>
            {t('create.confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStepUpTexts } from '../texts/step-up.js';
import { confirmPassword } from './queries.js';

interface StepUpPromptProps {
  /** What was asked for is under way. */
  readonly pending: boolean;
  /** Says what is done with the password confirmed; without it the button says "Confirm". */
  readonly confirmLabel?: string;
  /** The password is confirmed: ask for it again. */
  readonly onConfirmed: () => void;
  readonly onCancel: () => void;
}

/** Asks for the password again where the API wants it, without losing what was filled in. */
export function StepUpPrompt({ pending, confirmLabel, onConfirmed, onCancel }: StepUpPromptProps) {
  const { t } = useStepUpTexts();
  const ui = useTranslation('ui');
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
            {t('title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('lead')}
          </Text>
        </div>
        {confirm.error && !wrong && <ErrorState error={confirm.error} />}
        <PasswordInput
          ref={field}
          label={t('password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-hidden': true }}
          value={password}
          error={wrong ? t('wrong') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onCancel}>
            {ui.t('cancel')}
          </Button>
          <Button type="submit" loading={confirm.pending || pending}>
            {confirmLabel ?? t('confirm')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

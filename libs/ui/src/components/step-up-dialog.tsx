import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useAction } from '../use-action.js';
import { useTexts } from '../use-texts.js';
import { Dialog } from './dialog.js';
import { ErrorState } from './error-state.js';

interface StepUpDialogProps {
  /** @throws ApiError */
  readonly confirm: (body: { readonly password: string }) => Promise<unknown>;
  readonly onEnd: (confirmed: boolean) => void;
}

/** Keeps the Escape key from the dialog below, whose listener is older. */
const OWN_ESCAPE = { 'data-mantine-stop-propagation': 'true' } as const;

/** Asks for the password above any open dialog, which keeps its input. */
export function StepUpDialog({ confirm, onEnd }: StepUpDialogProps) {
  const { t } = useTexts('ui');
  const [password, setPassword] = useState('');
  const action = useAction(confirm);
  const field = useRef<HTMLInputElement>(null);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!password) return field.current?.focus();
    const result = await action.run({ password });
    setPassword('');
    if (result.ok) onEnd(true);
    else field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onEnd(false);
  };
  const wrong = action.error?.code === 'sign_in_failed';

  return (
    <Dialog
      opened
      title={t('stepUp.title')}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      onClose={() => onEnd(false)}
    >
      <form noValidate onSubmit={(event) => void submit(event)} onKeyDown={onKeyDown}>
        <Stack gap="md">
          <Text size="sm">{t('stepUp.lead')}</Text>
          {action.error && !wrong && <ErrorState error={action.error} />}
          <PasswordInput
            ref={field}
            data-autofocus
            {...OWN_ESCAPE}
            label={t('stepUp.password')}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-hidden': true }}
            value={password}
            error={wrong ? t('stepUp.wrong') : undefined}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="sm">
            <Button variant="default" {...OWN_ESCAPE} onClick={() => onEnd(false)}>
              {t('cancel')}
            </Button>
            <Button type="submit" {...OWN_ESCAPE} loading={action.pending}>
              {t('stepUp.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Stack, TextInput } from '@mantine/core';
import { useEffect, useRef } from 'react';

/** The kinds of code that prove the second factor. */
export type CodeKind = 'app' | 'recovery';

interface CodeFieldProps {
  readonly kind: CodeKind;
  readonly value: string;
  readonly error: string | undefined;
  /** Without it, only the code of the app is accepted. */
  readonly onKind?: (kind: CodeKind) => void;
  readonly onChange: (code: string) => void;
}

/** The code of the app, or a recovery code if the app is not available. */
export function CodeField({ kind, value, error, onKind, onChange }: CodeFieldProps) {
  const { t } = useTexts('signIn');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), [kind, error]);
  const app = kind === 'app';
  return (
    <Stack gap="xs" align="stretch">
      <TextInput
        ref={field}
        label={t(app ? 'second.code' : 'second.recoveryCode')}
        // Phones suggest one-time codes, and show a numeric keyboard for digits.
        autoComplete={app ? 'one-time-code' : 'off'}
        inputMode={app ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        maxLength={40}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', letterSpacing: '0.08em' } }}
      />
      {onKind && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => onKind(app ? 'recovery' : 'app')}
        >
          {t(app ? 'second.useRecovery' : 'second.useApp')}
        </Anchor>
      )}
    </Stack>
  );
}

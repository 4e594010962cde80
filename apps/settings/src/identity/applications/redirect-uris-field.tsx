import { useTexts } from '@billhook/ui/use-texts';
import { Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRedirectUriError } from './redirect-uri-error.js';

interface RedirectUrisFieldProps {
  readonly value: string;
  /** Of the submitted form; what is typed is checked here. */
  readonly error: ReactNode;
  readonly onChange: (text: string) => void;
}

/** The redirect URIs of an application, one per line. A line is checked when the next one begins, not while it is typed. */
export function RedirectUrisField({ value, error, onChange }: RedirectUrisFieldProps) {
  const { t } = useTexts('applications');
  const redirectUriError = useRedirectUriError();
  const [checked, setChecked] = useState('');
  const typed = checked && value.startsWith(checked) ? redirectUriError(checked) : undefined;
  return (
    <Textarea
      label={t('form.redirectUris')}
      description={t('form.redirectHint')}
      placeholder="https://app.example.com/callback"
      autosize
      minRows={2}
      maxRows={8}
      autoComplete="off"
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 13 } }}
      value={value}
      error={typed ?? error}
      onBlur={() => setChecked(value)}
      onChange={(event) => {
        const text = event.currentTarget.value;
        onChange(text);
        setChecked(/^[^]*\n/.exec(text)?.[0] ?? '');
      }}
    />
  );
}

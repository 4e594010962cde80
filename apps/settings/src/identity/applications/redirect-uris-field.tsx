import { useTexts } from '@billhook/ui/use-texts';
import { useState, type ReactNode } from 'react';
import { LinesInput } from '../../shared/forms/lines-input.js';
import { useRedirectUriError } from './use-redirect-uri-error.js';

interface RedirectUrisFieldProps {
  readonly value: string;
  /** The error of the submitted form; typed lines are checked here. */
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
    <LinesInput
      label={t('form.redirectUris')}
      description={t('form.redirectHint')}
      placeholder="https://app.example.com/callback"
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

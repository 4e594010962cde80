import type { ApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { CodeField, type CodeKind } from './code-field.js';
import { Throttled, useWait } from './sign-in-wait.js';
import { SignedOutLayout } from './signed-out-layout.js';

interface SecondFactorStepProps {
  readonly pending: boolean;
  /** Why the last code was rejected. */
  readonly error: ApiError | undefined;
  readonly onCode: (code: string) => void;
  readonly onBack: () => void;
}

/** Asks for the code after the password was accepted. */
export function SecondFactorStep(props: SecondFactorStepProps) {
  const { t } = useTexts('signIn');
  const [kind, setKind] = useState<CodeKind>('app');
  return (
    <SignedOutLayout title={t('words:secondFactor')} lead={t(kind === 'app' ? 'second.lead' : 'second.recoveryLead')}>
      <SecondFactorForm {...props} kind={kind} onKind={setKind} />
    </SignedOutLayout>
  );
}

interface SecondFactorFormProps extends SecondFactorStepProps {
  readonly kind: CodeKind;
  readonly onKind: (kind: CodeKind) => void;
}

/** The same without a page around it. */
export function SecondFactorForm({ pending, error, kind, onKind, onCode, onBack }: SecondFactorFormProps) {
  const { t } = useTexts('signIn');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const [refused, setRefused] = useState<ApiError>();
  const wait = useWait(error);
  const wrong = error?.code === 'second_factor_wrong';
  // A rejected code is useless: the next one is typed into an empty field.
  if (error !== refused) {
    setRefused(error);
    if (error) {
      setCode('');
      setTried(false);
    }
  }
  const fieldError = () => {
    if (tried && !code.trim()) return t('words:codeMissing');
    if (!wrong) return undefined;
    return t(kind === 'app' ? 'second.wrong' : 'second.recoveryWrong');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (code.trim()) onCode(code.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {error?.code === 'too_many_attempts' && <Throttled wait={wait} />}
        {error && !wrong && error.code !== 'too_many_attempts' && <ErrorState error={error} />}
        <CodeField kind={kind} value={code} error={fieldError()} onChange={setCode} onKind={onKind} />
        <Button type="submit" loading={pending} disabled={wait > 0} fullWidth mt="xs">
          {t('second.submit')}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {t('words:useAnotherAccount')}
        </Button>
      </Stack>
    </form>
  );
}

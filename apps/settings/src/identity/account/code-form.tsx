import type { ApiError } from '@billhook/ui/api-fetch';
import { DialogButtons } from '@billhook/ui/components/dialog-buttons';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useAction } from '@billhook/ui/use-action';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Stack } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { CodeField, type CodeKind } from '../session/code-field.js';
import { Throttled, useWait } from '../session/sign-in-wait.js';

interface CodeFormProps<T> {
  readonly confirmLabel: string;
  readonly danger?: boolean;
  /** Whether a recovery code is accepted as well. */
  readonly recovery?: boolean;
  /** The operation that needs the code. @throws ApiError */
  readonly perform: (code: string) => Promise<T>;
  readonly onDone: (result: T) => void;
  readonly onCancel: () => void;
}

/** Asks for a code and runs an operation with it. */
export function CodeForm<T>(props: CodeFormProps<T>) {
  const { confirmLabel, danger = false, recovery = false, perform, onDone, onCancel } = props;
  const action = useAction(perform);
  const [kind, setKind] = useState<CodeKind>('app');
  const [code, setCode] = useState('');
  const [tried, setTried] = useState(false);
  const wait = useWait(action.error);
  const fieldError = useCodeError(kind, action.error);

  const run = async () => {
    const result = await action.run(code.trim());
    if (result.ok) return onDone(result.value);
    setTried(false);
    if (result.error.code === 'second_factor_wrong') setCode('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (code.trim()) void run();
  };

  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <CodeError error={action.error} wait={wait} />
        <CodeField
          kind={kind}
          value={code}
          error={fieldError(tried && !code.trim())}
          onChange={setCode}
          {...(recovery && { onKind: setKind })}
        />
        <DialogButtons onCancel={onCancel}>
          <Button type="submit" loading={action.pending} disabled={wait > 0} {...(danger && { color: 'red.9' })}>
            {confirmLabel}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  );
}

function useCodeError(kind: CodeKind, error: ApiError | undefined): (missing: boolean) => string | undefined {
  const { t } = useTexts('signIn');
  return (missing) => {
    if (missing) return t('words:codeMissing');
    if (error?.code !== 'second_factor_wrong') return undefined;
    return t(kind === 'app' ? 'second.wrong' : 'second.recoveryWrong');
  };
}

function CodeError({ error, wait }: { error: ApiError | undefined; wait: number }) {
  if (!error || error.code === 'second_factor_wrong') return null;
  return error.code === 'too_many_attempts' ? <Throttled wait={wait} /> : <ErrorState error={error} />;
}

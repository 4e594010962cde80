import { lazy, Suspense, useEffect, useState } from 'react';
import { onPasswordNeeded } from '../step-up.js';

const StepUpDialog = lazy(() => import('./step-up-dialog.js').then((file) => ({ default: file.StepUpDialog })));

interface StepUpHostProps {
  /** Confirms the password at the API that asks for it. @throws ApiError */
  readonly confirm: (body: { readonly password: string }) => Promise<unknown>;
}

/** Where the question for the password opens. One on each page that sends requests which may need it. */
export function StepUpHost({ confirm }: StepUpHostProps) {
  const [answer, setAnswer] = useState<(confirmed: boolean) => void>();
  useEffect(() => {
    let pending: ((confirmed: boolean) => void) | undefined;
    const stop = onPasswordNeeded(
      () =>
        new Promise((resolve) => {
          pending = resolve;
          setAnswer(() => resolve);
        }),
    );
    return () => {
      stop();
      pending?.(false);
    };
  }, []);
  if (!answer) return null;
  const end = (confirmed: boolean) => {
    setAnswer(undefined);
    answer(confirmed);
  };
  return (
    <Suspense>
      <StepUpDialog confirm={confirm} onEnd={end} />
    </Suspense>
  );
}

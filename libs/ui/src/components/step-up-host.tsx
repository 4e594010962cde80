import { lazy, Suspense, useEffect, useState } from 'react';
import { onPasswordNeeded } from '../step-up.js';

const StepUpDialog = lazy(() => import('./step-up-dialog.js').then((file) => ({ default: file.StepUpDialog })));

interface StepUpHostProps {
  /** Confirms the password at the API that requires it. @throws ApiError */
  readonly confirm: (body: { readonly password: string }) => Promise<unknown>;
}

/** Where the password dialog opens. One per page whose requests may need it. */
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

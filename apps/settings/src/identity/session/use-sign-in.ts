import type { SessionView } from '@billhook/contract/identity/session';
import { useAction } from '@billhook/ui/use-action';
import { useState } from 'react';
import { signIn } from './session.queries.js';

/** The error codes of the second step. */
const OF_SECOND_STEP = ['second_factor_required', 'second_factor_wrong'];

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Email address and password, then the code if two-factor authentication is on. */
export function useSignIn(onSignedIn: (session: SessionView) => void) {
  const action = useAction(signIn);
  const [second, setSecond] = useState(false);

  /** @returns whether the password was wrong, so that the field can be emptied */
  const run = async ({ email, password }: Credentials, code?: string): Promise<{ readonly wrong: boolean }> => {
    const result = await action.run({ email: email.trim(), password, ...(code && { code }) });
    if (result.ok) {
      onSignedIn(result.value);
      return { wrong: false };
    }
    const wrong = result.error.code === 'sign_in_failed';
    setSecond(OF_SECOND_STEP.includes(result.error.code) || (second && !wrong));
    return { wrong };
  };
  const startAgain = () => {
    setSecond(false);
    action.clear();
  };
  return {
    /** The password is right, and a code is required. */
    second,
    pending: action.pending,
    error: action.error,
    /** Why the last code was rejected. */
    codeError: action.error?.code === 'second_factor_required' ? undefined : action.error,
    run,
    startAgain,
  };
}

import { lazy, Suspense, useSyncExternalStore } from 'react';
import { isSignInAsked, watchSignIn } from './session-expiry.js';

const Dialog = lazy(() => import('./sign-in-again-dialog.js').then((file) => ({ default: file.SignInAgainDialog })));

/** The question to sign in again, over whatever page is open. */
export function SignInAgain() {
  const asked = useSyncExternalStore(watchSignIn, isSignInAsked);
  return <Suspense>{asked && <Dialog />}</Suspense>;
}

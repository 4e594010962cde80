import { isSessionAsked, watchSessionAsked } from '@billhook/ui/session-expiry';
import { lazy, Suspense, useSyncExternalStore } from 'react';

const Dialog = lazy(() => import('./sign-in-again-dialog.js').then((file) => ({ default: file.SignInAgainDialog })));

/** The dialog to sign in again, on any page. */
export function SignInAgain() {
  const asked = useSyncExternalStore(watchSessionAsked, isSessionAsked);
  return <Suspense>{asked && <Dialog />}</Suspense>;
}

/*
 * What happens when a request is rejected because the session has ended: the person is asked to sign in over the page, and the
 * requests that wait are sent once more. Without React, so that the first load carries no dialog.
 */

type SignInOutcome = (signedIn: boolean) => void;

let waiting: SignInOutcome[] = [];
const watchers = new Set<() => void>();
const changed = () => watchers.forEach((watch) => watch());

/** Asks the person to sign in again; several requests share one question. */
export function askToSignIn(): Promise<boolean> {
  return new Promise((answer) => {
    waiting = [...waiting, answer];
    changed();
  });
}

/** Ends the question for every request that waits. */
export function answerSignIn(signedIn: boolean): void {
  const answers = waiting;
  waiting = [];
  changed();
  for (const answer of answers) answer(signedIn);
}

export const isSignInAsked = (): boolean => waiting.length > 0;

/** Calls `watch` when the question opens or closes. Returns how to stop. */
export function watchSignIn(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

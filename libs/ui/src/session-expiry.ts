/*
 * Handles a request that is rejected because the session has ended: a dialog over the page opens a session, and the waiting requests are
 * repeated. Without React, so that the first load carries no dialog.
 */

type SessionOutcome = (isThere: boolean) => void;

let waiting: SessionOutcome[] = [];
const watchers = new Set<() => void>();
const changed = () => watchers.forEach((watch) => watch());

/** Asks the person to sign in again, or to open the portal again; several requests share one question. */
export function askForSession(): Promise<boolean> {
  return new Promise((answer) => {
    waiting = [...waiting, answer];
    changed();
  });
}

/** Ends the question for every request that waits. */
export function answerSession(isThere: boolean): void {
  const answers = waiting;
  waiting = [];
  changed();
  for (const answer of answers) answer(isThere);
}

export const isSessionAsked = (): boolean => waiting.length > 0;

/** Calls `watch` when the question opens or closes. Returns how to stop. */
export function watchSessionAsked(watch: () => void): () => void {
  watchers.add(watch);
  return () => watchers.delete(watch);
}

/*
 * Tabs of one browser share the session. Data of one company must not be written into another one after a person has switched or signed in again in
 * another tab.
 */

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('billhook-session');

/** Notifies the other tabs of the member of the session. */
export function notifyOtherTabs(memberId: number): void {
  channel?.postMessage(memberId);
}

/** Reloads the settings if this tab shows data of another member; `onSame` is called for a sign-in of the same member. */
export function followOtherTabs(shown: () => number | undefined, onSame: () => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const here = shown();
    if (here === undefined) return;
    if (here === data) onSame();
    else startClean();
  });
}

let leaving = false;

/** The page belongs to another person: forms must not ask whether to leave it. */
export const isLeaving = (): boolean => leaving;

/** Reloads the settings from their first page, so that no data of the previous member remains in a cache or a form. */
export function startClean(): void {
  leaving = true;
  location.assign('/settings/');
}

/*
 * Tabs of one browser share the session. What a tab shows of one company must not be written into another one, after a person has
 * switched or signed in again in the tab beside it.
 */

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('billhook-session');

/** Tells the other tabs whose session this is from now on. */
export function tellOtherTabs(memberId: number): void {
  channel?.postMessage(memberId);
}

/** Reloads the settings where this tab shows what another member sees; `onSame` is for a sign-in of the member shown here. */
export function followOtherTabs(shown: () => number | undefined, onSame: () => void): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const here = shown();
    if (here === undefined) return;
    if (here === data) onSame();
    else startClean();
  });
}

let leaving = false;

/** The page belongs to another person from now on: forms must not hold it back with the question whether to leave. */
export const isLeaving = (): boolean => leaving;

/** Reloads the settings from their start: nothing of the member before is left, in no cache and in no half-filled form. */
export function startClean(): void {
  leaving = true;
  location.assign('/settings/');
}

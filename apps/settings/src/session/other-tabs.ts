/*
 * Tabs of one browser share the session. What a tab shows of one company must not be written into another one, after somebody has
 * switched or signed in anew in the tab beside it.
 */

const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('billhook-session');

/** Tells the other tabs whose session this is from now on. */
export function tellOtherTabs(memberId: number): void {
  channel?.postMessage(memberId);
}

/** Opens the settings anew where this tab shows what another member sees. */
export function followOtherTabs(shown: () => number | undefined): void {
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const here = shown();
    if (here !== undefined && here !== data) location.assign('/settings/');
  });
}

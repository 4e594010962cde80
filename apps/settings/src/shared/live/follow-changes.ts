import type { ScreenChange } from '@billhook/contract/webhooks/change';
import type { QueryClient } from '@tanstack/react-query';
import { Attendance } from './attendance.js';
import { ChangeStream, SILENT_MS } from './change-stream.js';
import { RefreshChanged } from './refresh-changed.js';

/** How often a page asks for changes itself while there is no stream. */
const POLL_MS = 10_000;

/** A tab that is longer in the background opens no stream. */
const BACKGROUND_MS = 300_000;

/** How long the leading tab keeps changes for tabs that have just opened. */
const RECENT_MS = 60_000;

/** What tabs send to each other. */
type TabMessage =
  | { readonly kind: 'changes'; readonly changes: readonly ScreenChange[]; readonly to?: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'sign'; readonly place: string | undefined }
  | { readonly kind: 'opened'; readonly from: string };

interface FollowedMember {
  readonly memberId: number;
  readonly companyId: number;
}

/**
 * Shows what others change. The tabs of a browser share one stream: the tab with a lock reads it and tells the others. The browser passes the
 * lock on when that tab closes or crashes. Browsers offer locks only to pages that were loaded securely (https, or localhost): elsewhere,
 * each page asks for changes itself.
 * @param readSession called when the session may be in another company or have ended
 * @returns how to stop
 */
export function followChanges(
  client: QueryClient,
  { memberId, companyId }: FollowedMember,
  readSession: () => void,
): () => void {
  const name = `billhook-changes-${memberId}`;
  const tab = `${performance.timeOrigin} ${Math.random()}`;
  const channel = new BroadcastChannel(name);
  const refresh = new RefreshChanged(client);
  const attendance = new Attendance();
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  const begunAt = performance.now();
  let place: string | undefined;
  let heardAt = locks ? begunAt : -Infinity;
  let following: AbortController | undefined;
  let isLeading = false;
  let recent: { readonly change: ScreenChange; readonly at: number }[] = [];

  const isRecent = ({ at }: { readonly at: number }): boolean => performance.now() - at < RECENT_MS;
  const send = (message: TabMessage): void => channel.postMessage(message);

  const receive = (message: TabMessage): void => {
    switch (message.kind) {
      case 'changes':
        if (message.to === undefined || message.to === tab) refresh.add(message.changes);
        break;
      case 'gap':
        refresh.all();
        break;
      case 'sign':
        heardAt = performance.now();
        place = message.place ?? place;
        break;
      case 'opened':
        if (!isLeading) break;
        send({ kind: 'changes', changes: recent.filter(isRecent).map(({ change }) => change), to: message.from });
        send({ kind: 'sign', place });
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => receive(data));

  const toAll = (message: TabMessage): void => {
    receive(message);
    send(message);
  };

  /** Reads the stream for all tabs, until this one stops or goes into the background. */
  const lead = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      isLeading = true;
      const stream = new ChangeStream(companyId, place, begunAt, {
        onChange: (change) => {
          const now = performance.now();
          recent.push({ change, at: now });
          // Seldom: an import sends thousands of changes.
          if (now - (recent[0]?.at ?? now) > 2 * RECENT_MS) recent = recent.filter(isRecent);
          toAll({ kind: 'changes', changes: [change] });
        },
        onSign: (at) => toAll({ kind: 'sign', place: at }),
        onGap: () => toAll({ kind: 'gap' }),
        onOtherCompany: readSession,
        // A dialog must not interrupt a person who is typing.
        onRejected: () => {
          if (!attendance.isAttended) readSession();
        },
      });
      const end = (): void => {
        isLeading = false;
        stream.close();
        resolve();
      };
      if (signal.aborted) end();
      else signal.addEventListener('abort', end);
    });

  const join = (): void => {
    if (following || !locks) return;
    const { signal } = (following = new AbortController());
    heardAt = performance.now();
    send({ kind: 'opened', from: tab });
    locks.request(name, { signal }, () => lead(signal)).catch(() => undefined);
  };
  const leave = (): void => {
    following?.abort();
    following = undefined;
  };

  let background: ReturnType<typeof setTimeout> | undefined;
  const onVisibility = (): void => {
    clearTimeout(background);
    if (document.hidden) background = setTimeout(leave, BACKGROUND_MS);
    else join();
  };
  document.addEventListener('visibilitychange', onVisibility);
  onVisibility();

  const polling = setInterval(() => {
    if (!document.hidden && performance.now() - heardAt > SILENT_MS) refresh.poll();
  }, POLL_MS);

  return () => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(background);
    clearInterval(polling);
    leave();
    channel.close();
    refresh.stop();
    attendance.end();
  };
}

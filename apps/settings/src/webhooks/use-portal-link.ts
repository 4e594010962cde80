import type { PortalLinkView } from '@billhook/contract/webhooks/portal';
import { ApiError, apiFetch } from '@billhook/ui/api-fetch';
import { useAction } from '@billhook/ui/use-action';
import { useCallback, useEffect, useRef, useState } from 'react';

/** A link works once and opens a session: it is kept in no cache, only in the frame's address until it is redeemed. */
async function createPortalLink(): Promise<string> {
  const link = await apiFetch<PortalLinkView>('/app/webhook-portal-links', { method: 'POST' });
  // On this page's own origin, whatever name the installation goes by: the portal's cookie and its messages need the same one.
  const { pathname, search } = new URL(link.url, location.origin);
  return pathname + search;
}

/** Renewals within this time are counted; a session that can't hold (cookies blocked) must not spin for ever. */
const RENEWAL_WINDOW_MS = 60_000;
const RENEWALS_AT_MOST = 3;

export interface PortalLink {
  /** Where the frame goes; undefined until the first link is there. */
  readonly source: string | undefined;
  readonly error: ApiError | undefined;
  /** The portal said that its session ended: fetches a fresh link, unless that happened too often of late. */
  renew(): void;
  retry(): void;
  /** Opens the portal in a new tab by a new link. Returns false when the browser blocked the tab. */
  openTab(): Promise<boolean>;
}

/** One fresh link at every visit. `endsAgain` is the text of the error for a session that keeps ending. */
export function usePortalLink(endsAgain: string): PortalLink {
  const [source, setSource] = useState<string>();
  const [spinning, setSpinning] = useState(false);
  const renewals = useRef<number[]>([]);
  const { run, error } = useAction(createPortalLink);
  const start = useRef(run);
  start.current = run;

  const fetchLink = useCallback(async () => {
    const result = await start.current();
    setSource(result.ok ? result.value : undefined);
  }, []);

  useEffect(() => {
    void fetchLink();
  }, [fetchLink]);

  const renew = useCallback(() => {
    const now = Date.now();
    renewals.current = [...renewals.current.filter((at) => now - at < RENEWAL_WINDOW_MS), now];
    if (renewals.current.length > RENEWALS_AT_MOST) {
      setSource(undefined);
      setSpinning(true);
    } else void fetchLink();
  }, [fetchLink]);

  const retry = () => {
    renewals.current = [];
    setSpinning(false);
    void fetchLink();
  };

  const openTab = async () => {
    // Opened before the request: after it, browsers take the tab for a pop-up.
    const tab = window.open('', '_blank');
    if (!tab) return false;
    const result = await start.current();
    if (result.ok) tab.location.replace(result.value);
    else tab.close();
    return true;
  };

  return {
    source,
    error: spinning ? new ApiError('portal_session_missing', endsAgain, 0) : error,
    renew,
    retry,
    openTab,
  };
}

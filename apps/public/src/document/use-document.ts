import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { asApiError } from '@billhook/ui/api-fetch';
import { chosenLanguage, isLanguage, showLanguage } from '@billhook/ui/i18n';
import { useCallback, useEffect, useState } from 'react';
import { readDocument, sendViewed } from './document-api.js';
import { previewOf } from './use-link-token.js';

export type Loaded =
  | { readonly state: 'loading' }
  /** The link is not valid: it was revoked, or never existed. */
  | { readonly state: 'invalid' }
  | { readonly state: 'failed' }
  | { readonly state: 'shown'; readonly document: PublicDocumentView };

const LOADING: Loaded = { state: 'loading' };
const INVALID: Loaded = { state: 'invalid' };

/** The state after a failed request: 401 means that the link is not valid, any other error that there is no preview. */
function failed(cause: unknown, token: string): Loaded {
  const { status } = asApiError(cause);
  const isRejected = previewOf(token) === undefined ? status === 401 : [401, 403, 404].includes(status);
  return isRejected ? INVALID : { state: 'failed' };
}

/** The language in which the seller writes to this client, unless this browser has another choice. */
async function speak({ locale }: PublicDocumentView): Promise<void> {
  if (chosenLanguage() === undefined && isLanguage(locale)) await showLanguage(locale);
}

/**
 * The document of a token. `show` replaces it with the result of an answer, `reload` fetches it again.
 * @param rendered by the server: the first fetch is left out
 */
export function useDocument(token: string, rendered?: Loaded) {
  const first = { loaded: rendered ?? LOADING, of: token };
  const [{ loaded, of }, setLoaded] = useState<{ loaded: Loaded; of: string }>(first);
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (token === '' || (rendered && round === 0)) return;
    const abort = new AbortController();
    readDocument(token, abort.signal)
      .then(async (document) => {
        await speak(document);
        setLoaded({ loaded: { state: 'shown', document }, of: token });
      })
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) setLoaded({ loaded: failed(cause, token), of: token });
      });
    return () => abort.abort();
  }, [token, round, rendered]);

  const show = useCallback(
    (document: PublicDocumentView) => setLoaded({ loaded: { state: 'shown', document }, of: token }),
    [token],
  );
  const reload = useCallback(() => {
    setLoaded({ loaded: LOADING, of: token });
    setRound((before) => before + 1);
  }, [token]);

  const current = token === '' ? INVALID : of === token ? loaded : LOADING;
  return { loaded: current, show, reload };
}

/** Reports once that the document is seen: when the page is visible, not in a background tab or prefetched. A preview is not reported. */
export function useReportViewed(token: string, { openedWith }: PublicDocumentView): void {
  const isPreview = openedWith === 'Preview';
  useEffect(() => {
    if (isPreview) return;
    let reported = false;
    const report = () => {
      if (reported || document.visibilityState !== 'visible') return;
      reported = true;
      sendViewed(token);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [token, isPreview]);
}

import type { PublicDocumentView } from '@billhook/contract/invoicing/public-document';
import { asApiError } from '@billhook/ui/api-fetch';
import { chosenLanguage, isLanguage } from '@billhook/ui/i18n';
import i18next from 'i18next';
import { useCallback, useEffect, useState } from 'react';
import { previewOf } from '../app/link-token.js';
import { readDocument, tellViewed } from './document-api.js';

export type Loaded =
  | { readonly state: 'loading' }
  /** The link opens nothing: it was revoked, or never was one. */
  | { readonly state: 'invalid' }
  | { readonly state: 'failed' }
  | { readonly state: 'shown'; readonly document: PublicDocumentView };

const LOADING: Loaded = { state: 'loading' };
const INVALID: Loaded = { state: 'invalid' };

/** What becomes of a request that failed: 401 means that the link is not valid, any refusal that there is nothing to preview. */
function failed(cause: unknown, token: string): Loaded {
  const { status } = asApiError(cause);
  const isRefused = previewOf(token) === undefined ? status === 401 : [401, 403, 404].includes(status);
  return isRefused ? INVALID : { state: 'failed' };
}

/** The language in which the seller writes to this client, unless another one was chosen in this browser. */
function speak({ locale }: PublicDocumentView): void {
  if (chosenLanguage() === undefined && isLanguage(locale) && locale !== i18next.language)
    void i18next.changeLanguage(locale);
}

/** The document that a token opens. `show` takes what an answer brought, `reload` reads it again. */
export function useDocument(token: string) {
  const [{ loaded, of }, setLoaded] = useState<{ loaded: Loaded; of: string }>({ loaded: LOADING, of: token });
  const [round, setRound] = useState(0);

  useEffect(() => {
    if (token === '') return;
    const abort = new AbortController();
    readDocument(token, abort.signal)
      .then((document) => {
        speak(document);
        setLoaded({ loaded: { state: 'shown', document }, of: token });
      })
      .catch((cause: unknown) => {
        if (!abort.signal.aborted) setLoaded({ loaded: failed(cause, token), of: token });
      });
    return () => abort.abort();
  }, [token, round]);

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

/** Reports once that the document is seen: when the page is in front, not in a tab behind or fetched ahead. A preview is not reported. */
export function useReportViewed(token: string, { openedWith }: PublicDocumentView): void {
  const isPreview = openedWith === 'Preview';
  useEffect(() => {
    if (isPreview) return;
    let reported = false;
    const report = () => {
      if (reported || document.visibilityState !== 'visible') return;
      reported = true;
      tellViewed(token);
    };
    report();
    document.addEventListener('visibilitychange', report);
    return () => document.removeEventListener('visibilitychange', report);
  }, [token, isPreview]);
}

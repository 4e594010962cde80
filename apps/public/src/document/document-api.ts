import type {
  AcceptDocument,
  DeclineDocument,
  PublicDocumentView,
  RejectDocument,
} from '@billhook/contract/public-document';
import { apiBlob, apiFetch, apiSend, type ApiRequest } from '@billhook/ui/api-fetch';

const PATH = '/public/api/document';

/** With the token and nothing else: a seller who is signed in looks at the page as the client does. */
const withToken = (token: string, headers: ApiRequest['headers'] = {}): ApiRequest => ({
  headers: { ...headers, authorization: `Bearer ${token}` },
  credentials: 'omit',
});

export function readDocument(token: string, signal: AbortSignal): Promise<PublicDocumentView> {
  return apiFetch<PublicDocumentView>(PATH, { ...withToken(token), signal });
}

/** Tells that the document is on a screen. Nobody waits for it, and nobody is told when it fails. */
export function tellViewed(token: string): void {
  apiSend(`${PATH}/viewed`, { ...withToken(token), method: 'POST' }).catch(() => undefined);
}

export type Answer =
  | { readonly action: 'accept'; readonly body: AcceptDocument }
  | { readonly action: 'decline'; readonly body: DeclineDocument }
  | { readonly action: 'reject'; readonly body: RejectDocument };

export function sendAnswer(token: string, { action, body }: Answer): Promise<PublicDocumentView> {
  return apiFetch<PublicDocumentView>(`${PATH}/${action}`, { ...withToken(token), method: 'POST', body });
}

/** Fetched and then saved, because an address that opens it by itself would have to carry the token. */
export async function savePdf(token: string, number: string): Promise<void> {
  const url = URL.createObjectURL(await apiBlob(`${PATH}/pdf`, withToken(token, { accept: 'application/pdf' })));
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${number.replaceAll('/', '-')}.pdf`,
  });
  link.click();
  // Browsers that ask where to save it read it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

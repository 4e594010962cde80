import type {
  AcceptDocument,
  DeclineDocument,
  PublicDocumentView,
  RejectDocument,
} from '@billhook/contract/invoicing/public-document';
import { apiBlob, apiFetch, apiSend, type ApiRequest } from '@billhook/ui/api-fetch';
import { previewOf } from './use-link-token.js';

const PATH = '/public/api/document';

/** Sends the cookies as well: a member of the company gets a preview. */
const withToken = (token: string, headers: ApiRequest['headers'] = {}): ApiRequest => ({
  headers: { ...headers, authorization: `Bearer ${token}` },
});

export function readDocument(token: string, signal: AbortSignal): Promise<PublicDocumentView> {
  const record = previewOf(token);
  if (record !== undefined) return apiFetch<PublicDocumentView>(`/app/${record}/page`, { signal });
  return apiFetch<PublicDocumentView>(PATH, { ...withToken(token), signal });
}

/** Reports that the document is on a screen. Fire and forget. */
export function sendViewed(token: string): void {
  apiSend(`${PATH}/viewed`, { ...withToken(token), method: 'POST' }).catch(() => undefined);
}

export type DocumentAnswer =
  | { readonly action: 'accept'; readonly body: AcceptDocument }
  | { readonly action: 'decline'; readonly body: DeclineDocument }
  | { readonly action: 'reject'; readonly body: RejectDocument };

export function sendAnswer(token: string, { action, body }: DocumentAnswer): Promise<PublicDocumentView> {
  return apiFetch<PublicDocumentView>(`${PATH}/${action}`, { ...withToken(token), method: 'POST', body });
}

/** Fetched and then saved, because a direct address would have to contain the token. */
export async function savePdf(token: string, number: string): Promise<void> {
  const headers = { accept: 'application/pdf' };
  const record = previewOf(token);
  const pdf = await (record === undefined
    ? apiBlob(`${PATH}/pdf`, withToken(token, headers))
    : apiBlob(`/app/${record}/pdf`, { headers }));
  const url = URL.createObjectURL(pdf);
  const link = Object.assign(document.createElement('a'), {
    href: url,
    download: `${number.replaceAll('/', '-')}.pdf`,
  });
  link.click();
  // Browsers that prompt for a location read it later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

import { attemptErrorWords, type AttemptFailure } from '@billhook/contract/webhooks/attempt-error-words';
import type { LocalizedText } from '@billhook/domain/shared/localized-text';

type AttemptErrorResult = Omit<AttemptFailure, 'error'> & { readonly error: string | null };

/** What an error adds to the status shown beside it, as text: "HTTP 502" beside "HTTP 502" adds nothing. */
export function addedError({ error, errorKind, responseStatus }: AttemptErrorResult): LocalizedText | null {
  const isStatus = error === null || error === `Responded with ${responseStatus}`;
  return isStatus ? null : attemptErrorWords({ error, errorKind, responseStatus });
}

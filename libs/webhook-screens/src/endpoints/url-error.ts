import { knownUrlRejection } from '@billhook/domain/webhooks/endpoint-url';
import { errorsByField, type ApiError } from '@billhook/ui/api-fetch';
import { inLanguage } from '@billhook/ui/domain-texts';

/** The error of the URL, in the words of the API. A rejected URL without a pointer names its rule in the detail. */
export function urlErrorOf(error: ApiError): string | undefined {
  return errorsByField(error)['url'] ?? (error.code === 'endpoint_refused' ? error.message : undefined);
}

/** The error of the URL in a language: errors of rules are translated, others keep the text of the API. */
export function urlErrorIn(language: string, error: string): string {
  const known = knownUrlRejection(error);
  return known ? inLanguage(known, language) : error;
}

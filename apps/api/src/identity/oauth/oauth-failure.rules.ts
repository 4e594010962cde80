import { statusOf } from '@billhook/contract/shared/problem-document';
import type { Problem } from '@billhook/domain/shared/problems';
import { renderOAuthPage } from './oauth-error-page.js';
import { isOAuthForBrowsers, isOAuthPage, isTokenEndpoint } from './oauth-routes.rules.js';

/** A response of the OAuth server that its library did not write. */
export interface OAuthFailure {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * A problem of Billhook as OAuth knows it: a page where a person sees the response, otherwise JSON (RFC 6749, 5.2).
 * @param request its address, and its header Accept-Language
 */
export function oauthFailure(
  problem: Problem,
  request: { readonly url: string; readonly language: string | undefined },
): OAuthFailure {
  const { url, language } = request;
  const status = statusOf(problem.code);
  const error = errorOf(status, url);
  const retryAfter = problem.options.extensions?.['retryAfter'];
  const headers = {
    'Cache-Control': 'no-store',
    ...(typeof retryAfter === 'number' && { 'Retry-After': String(retryAfter) }),
  };
  if (isOAuthPage(url)) {
    const page = renderOAuthPage({ kind: kindOf(status), error, language });
    return { status, headers: { ...headers, ...page.headers }, body: page.html };
  }
  return {
    status,
    headers: {
      ...headers,
      'Content-Type': 'application/json; charset=utf-8',
      // A script must be able to read when it may call again; the response says nothing about the application.
      ...(isOAuthForBrowsers(url) && {
        'Access-Control-Allow-Origin': '*',
        'Access-Control-Expose-Headers': 'Retry-After',
      }),
    },
    body: JSON.stringify({ error, error_description: describable(problem.message) }),
  };
}

/** A device that receives `slow_down` asks again later (RFC 8628, 3.5); any other code ends its sign-in. */
function errorOf(status: number, url: string): string {
  if (status === 429 && isTokenEndpoint(url)) return 'slow_down';
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
}

const kindOf = (status: number) => (status === 429 ? 'limited' : status >= 500 ? 'unavailable' : 'invalid');

/** The characters that RFC 6749 allows in a description. */
export const describable = (text: string): string => text.replace(/[^\x20\x21\x23-\x5b\x5d-\x7e]/g, "'");

import type { IncomingHttpHeaders } from 'node:http';

/** Current browsers send the first one; older ones, mail programs and proxies the others. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;

/**
 * Whether a program requests a page before a person opens it (`Sec-Purpose: prefetch;prerender`, `Purpose: preview`, `X-Moz: prefetch`).
 * Such a request must not use up a link that works once.
 */
export const isSpeculative = (headers: IncomingHttpHeaders): boolean =>
  PURPOSE_HEADERS.some((name) => /\b(prefetch|prerender|preview)\b/i.test(String(headers[name] ?? '')));

import type { Env } from '@billhook/platform/env';

/** Two years, as the preload lists of browsers require. Subdomains are excluded, because the operator may use them for other purposes. */
const HSTS = 'max-age=63072000';

/** The browser features that our pages do not use. */
const UNUSED = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'];
const PERMISSIONS = [...UNUSED, 'midi', 'payment', 'usb'].map((feature) => `${feature}=()`).join(', ');

/**
 * The headers of every response: pages, API, documents, errors. Headers that browsers accept only over https are sent only if the address is https.
 */
export function securityHeaders({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // Equivalent to `frame-ancestors 'none'` of the pages.
    'X-Frame-Options': 'DENY',
    ...(PUBLIC_URL.startsWith('https://') && {
      'Strict-Transport-Security': HSTS,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': PERMISSIONS,
    }),
  };
}

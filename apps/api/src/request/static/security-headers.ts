import type { Env } from '@billhook/platform/env';

/** Two years, as browsers' lists of https-only sites ask. Sub-domains are the operator's to decide on, who may serve other things there. */
const HSTS = 'max-age=63072000';

/** What no page of ours uses. */
const UNUSED = ['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'];
const PERMISSIONS = [...UNUSED, 'midi', 'payment', 'usb'].map((feature) => `${feature}=()`).join(', ');

/** Headers of every answer: pages, API, documents, refusals. Those that browsers take over https alone are sent under such an address alone. */
export function securityHeaders({ PUBLIC_URL }: Pick<Env, 'PUBLIC_URL'>): Readonly<Record<string, string>> {
  return {
    'X-Content-Type-Options': 'nosniff',
    // As `frame-ancestors 'none'` of the pages.
    'X-Frame-Options': 'DENY',
    ...(PUBLIC_URL.startsWith('https://') && {
      'Strict-Transport-Security': HSTS,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': PERMISSIONS,
    }),
  };
}

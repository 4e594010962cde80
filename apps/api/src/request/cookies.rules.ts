import type { Env } from '@billhook/platform/env';
import type { CookieSerializeOptions } from '@fastify/cookie';

type Where = Pick<Env, 'PUBLIC_URL'>;

const isSecure = ({ PUBLIC_URL }: Where): boolean => PUBLIC_URL.startsWith('https:');

/*
 * Browsers enforce the prefixes (RFC 6265bis, 4.1.3): such a cookie was set over https and by this host, so neither a sibling domain nor a person on
 * the network can set one. They require `Secure`, which is not possible over http, so the plain name is used there. The unused name is never read.
 */

/** The session cookie of the settings. */
export const sessionCookie = (env: Where): string => (isSecure(env) ? '__Host-billhook_session' : 'billhook_session');

/** The cookie of a webhook portal. Its path is /portal, which `__Host-` does not allow. */
export const portalCookie = (env: Where): string => (isSecure(env) ? '__Secure-billhook_portal' : 'billhook_portal');

/** A random text of the browser, to which the consent to an application is tied. */
export const browserCookie = (env: Where): string => (isSecure(env) ? '__Host-billhook_browser' : 'billhook_browser');

/** HttpOnly, SameSite, and Secure when the installation uses https. */
export function cookieOptions(env: Where, path: string, expires: Date): CookieSerializeOptions {
  return { path, expires, httpOnly: true, sameSite: 'lax', secure: isSecure(env) };
}

/** Browsers apply the rules of the cookie's name to its deletion as well. */
export function expiredCookieOptions(env: Where, path: string): CookieSerializeOptions {
  return cookieOptions(env, path, new Date(0));
}

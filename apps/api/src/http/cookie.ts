import type { CookieSerializeOptions } from '@fastify/cookie';
import type { Env } from '@billhook/platform/env';

/** Cookies that no script can read, that no other site can send along, and that only https carries where there is https. */
export function cookieOptions(env: Env, path: string, expires: Date): CookieSerializeOptions {
  return { path, expires, httpOnly: true, sameSite: 'lax', secure: env.PUBLIC_URL.startsWith('https:') };
}

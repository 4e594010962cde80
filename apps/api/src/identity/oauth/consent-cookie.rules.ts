import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import { randomText } from '@billhook/platform/ids';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { browserCookie } from '../../request/cookies.rules.js';

/** The cookie that ties an authorization to the browser that began it. Its path is the path of the consent API. */
export const CONSENT_COOKIE = 'billhook_consent';

const PURPOSE = 'consent-cookie';

const BROWSER_LENGTH = 24;
const BROWSER = /^[0-9A-Za-z]{24}$/;

interface CookieParts {
  readonly env: Pick<Env, 'PUBLIC_URL'>;
  readonly secrets: AppSecrets;
}

/**
 * Ties an authorization to the browser that begins it. A signature alone could be planted in another browser by a sibling domain; the text
 * that it signs cannot, over https.
 */
export function setConsentCookies(cookies: KoaContextWithOIDC['cookies'], uid: string, parts: CookieParts): void {
  const options = { httpOnly: true, sameSite: 'lax', signed: false } as const;
  const name = browserCookie(parts.env);
  const known = cookies.get(name, { signed: false });
  const browser = known !== undefined && BROWSER.test(known) ? known : randomText(BROWSER_LENGTH);
  cookies.set(name, browser, { ...options, path: '/' });
  const tie = signed(parts.secrets.current(PURPOSE).key, uid, browser);
  cookies.set(CONSENT_COOKIE, tie, { ...options, path: `/app/oauth/interactions/${uid}` });
}

/** Whether Billhook set the cookies when this browser began the authorization, even with an earlier application secret. */
export function isConsentOf(
  cookies: Readonly<Record<string, string | undefined>>,
  uid: string,
  { env, secrets }: CookieParts,
): boolean {
  const { [CONSENT_COOKIE]: tie, [browserCookie(env)]: browser } = cookies;
  if (tie === undefined || browser === undefined) return false;
  const given = Buffer.from(tie);
  return secrets.keys(PURPOSE).some(({ key }) => {
    const expected = Buffer.from(signed(key, uid, browser));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
}

const signed = (key: Buffer, uid: string, browser: string): string =>
  createHmac('sha256', key).update(`${uid} ${browser}`).digest('base64url');

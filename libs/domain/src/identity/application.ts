import type { LocalizedText } from '../shared/localized-text.js';
import { GRANTABLE_PERMISSIONS, type Permission } from './permissions.js';

/** How an application proves itself: a server with a secret, or a program that cannot keep one. */
export const APPLICATION_TYPES = ['confidential', 'public'] as const;
export type ApplicationType = (typeof APPLICATION_TYPES)[number];

/**
 * How an application became known to the installation: a member registered it, its client ID is the URL of its metadata document, it registered
 * itself, or it is part of Billhook.
 */
export const APPLICATION_SOURCES = ['registered', 'metadata', 'dynamic', 'builtin'] as const;
export type ApplicationSource = (typeof APPLICATION_SOURCES)[number];

/** The application of the command line `billhook`. Its row is created when it is first used. */
export const COMMAND_LINE = { clientId: 'billhook-cli', name: 'Billhook command line' } as const;

/** Which applications a company allows: every one, or those that it lists. */
export const APPLICATION_RULES = ['every', 'listed'] as const;
export type ApplicationRule = (typeof APPLICATION_RULES)[number];

/** The live secrets that an application can have: two, so that one can be replaced without an interruption. */
export const MOST_LIVE_SECRETS = 2;

/** What an application may ask for: its registered permissions, or those that keys can have if it registered none. */
export const requestable = (registered: readonly Permission[]): readonly Permission[] =>
  registered.length > 0 ? registered : GRANTABLE_PERMISSIONS;

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);

const REDIRECT_URI_FAULTS = {
  space: { en: 'must not contain spaces', fr: 'ne doit pas contenir d’espace' },
  wildcard: {
    en: 'must be a complete URL, without wildcards',
    fr: 'doit être une adresse complète, sans caractère générique',
  },
  incomplete: {
    en: 'must be a complete URL, like https://app.example.com/callback',
    fr: 'doit être une adresse complète, comme https://app.example.com/callback',
  },
  fragment: { en: 'must not contain a fragment (#)', fr: 'ne doit pas contenir de fragment (#)' },
  credential: {
    en: 'must not contain a user name or a password',
    fr: 'ne doit contenir ni nom d’utilisateur ni mot de passe',
  },
  scheme: {
    en: 'must begin with https://, or http:// for a loopback address',
    fr: 'doit commencer par https://, ou http:// pour une adresse de bouclage',
  },
  plain: {
    en: 'must begin with https://: http:// is allowed for 127.0.0.1, [::1] and localhost only',
    fr: 'doit commencer par https:// : http:// n’est permis que pour 127.0.0.1, [::1] et localhost',
  },
} as const satisfies Record<string, LocalizedText>;

/**
 * Why a redirect URI cannot be registered, as the end of a sentence; undefined if it can. Requests are compared with it character by
 * character; only the port of a loopback address may differ (RFC 8252, 7.3).
 */
export function redirectUriError(text: string): LocalizedText | undefined {
  if (/[\s\p{Cc}]/u.test(text)) return REDIRECT_URI_FAULTS.space;
  if (text.includes('*')) return REDIRECT_URI_FAULTS.wildcard;
  if (!URL.canParse(text)) return REDIRECT_URI_FAULTS.incomplete;
  const url = new URL(text);
  if (text.includes('#')) return REDIRECT_URI_FAULTS.fragment;
  if (url.username !== '' || url.password !== '') return REDIRECT_URI_FAULTS.credential;
  if (url.protocol === 'https:') return undefined;
  if (url.protocol !== 'http:') return REDIRECT_URI_FAULTS.scheme;
  return LOOPBACK.has(url.hostname) ? undefined : REDIRECT_URI_FAULTS.plain;
}

/**
 * Whether scripts of an origin belong to an application with these redirect URIs. A loopback address may have any port, as in
 * `redirectUriError`.
 * @param origin the value of the header Origin, which may be `null`
 */
export function isRedirectOrigin(redirectUris: readonly string[], origin: string): boolean {
  if (!URL.canParse(origin)) return false;
  const caller = new URL(origin);
  return redirectUris.some((uri) => {
    const { origin: registered, protocol, hostname } = new URL(uri);
    if (registered === caller.origin) return true;
    const isLoopback = protocol === 'http:' && LOOPBACK.has(hostname);
    return isLoopback && caller.protocol === protocol && caller.hostname === hostname;
  });
}

/** The paths of the OAuth server. */
export const OAUTH_ROUTES = {
  authorization: '/oauth/authorize',
  token: '/oauth/token',
  device_authorization: '/oauth/device',
  revocation: '/oauth/revoke',
  introspection: '/oauth/introspect',
  registration: '/oauth/register',
  jwks: '/oauth/jwks',
  // The page of the settings where a person enters the code.
  code_verification: '/settings/oauth/device',
} as const;

/** The metadata of the server (RFC 8414). */
export const OAUTH_METADATA = '/.well-known/oauth-authorization-server';

/** The endpoints that applications in a browser call from their own origin. */
const FOR_BROWSERS: readonly string[] = [
  OAUTH_ROUTES.token,
  OAUTH_ROUTES.revocation,
  OAUTH_ROUTES.device_authorization,
  OAUTH_ROUTES.registration,
];

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '';

/** Whether scripts of other sites may call a path of OAuth: its preflight cannot know the application. */
export function isOAuthForBrowsers(url: string): boolean {
  const path = pathOf(url);
  return (
    FOR_BROWSERS.includes(path) ||
    /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)(?:\/|$)/.test(path)
  );
}

/** Whether a person sees the response of a path of OAuth. */
export const isOAuthPage = (url: string): boolean => pathOf(url).startsWith(OAUTH_ROUTES.authorization);

/** Whether an address is the token endpoint. */
export const isTokenEndpoint = (url: string): boolean => pathOf(url) === OAUTH_ROUTES.token;

import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { OAuthAdapter, type AdapterParts } from './oauth-adapter.js';
import { OAUTH_ROUTES } from './oauth-routes.rules.js';

/**
 * Ends a code whose exchange failed, and the grant of the code, from which no token can come. A code that was stolen cannot be
 * tried with a second verifier, and a faulty application sees the error at the first attempt.
 */
export function endFailedCodes(server: Provider, parts: AdapterParts): void {
  const codes = new OAuthAdapter('AuthorizationCode', parts);
  server.use(async (ctx, next) => {
    await next();
    if (ctx.path !== OAUTH_ROUTES.token || ctx.status !== 400) return;
    const { oidc } = ctx as unknown as KoaContextWithOIDC;
    const { grant_type: grantType, code } = oidc.params ?? {};
    const error: unknown = typeof ctx.body === 'object' && ctx.body !== null && Reflect.get(ctx.body, 'error');
    if (grantType !== 'authorization_code' || typeof code !== 'string' || error !== 'invalid_grant') return;
    // Only the application of the code: its authentication has succeeded.
    if (oidc.client) await codes.fail(code, oidc.client.clientId);
  });
}

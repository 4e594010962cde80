import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { renderOAuthPage } from './oauth-error-page.js';
import { isOAuthPage } from './oauth-routes.rules.js';

/** A member of the metadata of clients that only Billhook sets: whether a member of a company registered the application. */
export const REGISTERED_HERE = 'registered_here';

/** Errors that are shown on a page with the address of the application as a link. */
const WITHHELD = new WeakSet<Error>();

/**
 * Without a decision of a person, the browser goes only to addresses that were registered here (RFC 9700, 4.11.2): anyone can publish a
 * metadata document, and send people through this installation to another site.
 */
export function withholdRedirects(server: Provider): void {
  server.on('authorization.error', (ctx, error: errors.OIDCProviderError) => {
    const { client, entities } = ctx.oidc;
    const isDecided = entities.Interaction?.result !== undefined;
    const isRegistered = client?.[REGISTERED_HERE] === true && !('clientIdMetadataDocument' in client);
    if (!error.allow_redirect || !isOAuthPage(ctx.path) || isDecided || isRegistered) return;
    error.allow_redirect = false;
    WITHHELD.add(error);
  });
}

/** Shows an error of a request to a person, with the address of the application if the browser would otherwise go there. */
export function renderRefusal(
  ctx: KoaContextWithOIDC,
  out: { readonly error?: string; readonly error_description?: string },
  cause: Error,
): void {
  const { error = 'invalid_request', error_description: detail = '' } = out;
  const link = WITHHELD.has(cause) ? linkOf(ctx, out) : undefined;
  const kind = link === undefined ? 'invalid' : 'unregistered';
  const { headers, html } = renderOAuthPage({ kind, error, detail, link, language: ctx.get('accept-language') });
  if (ctx.status < 400) ctx.status = 400;
  ctx.set(headers);
  ctx.body = html;
}

/** The redirect URI with the error, as the application expects it. The library has compared it with the application's redirect URIs. */
function linkOf({ oidc }: KoaContextWithOIDC, out: object): string | undefined {
  const redirectUri = oidc.params?.['redirect_uri'];
  if (!oidc.client || typeof redirectUri !== 'string') return undefined;
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(out)) {
    if (typeof value === 'string') url.searchParams.set(name, value);
  }
  return url.href;
}

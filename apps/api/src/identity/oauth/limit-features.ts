import type { Provider } from 'oidc-provider';
import { isOAuthPage, OAUTH_METADATA } from './oauth-routes.rules.js';

/** Its page needs a script, which no page of the server may run. */
const FORM_POST = 'form_post';

/** Members of OpenID Connect in the metadata: Billhook issues no ID token, and has no endpoint for keys. */
const OF_OPENID = [
  ...[
    'claim_types_supported',
    'claims_parameter_supported',
    'claims_supported',
    'id_token_signing_alg_values_supported',
    'jwks_uri',
  ],
  ...['request_uri_parameter_supported', 'subject_types_supported'],
];

/** The library announces and accepts more than works here: removes it from the metadata, and rejects it. */
export function limitFeatures(server: Provider): void {
  server.use(async (ctx, next) => {
    // An unknown mode is rejected, and the error is sent in the usual one.
    if (isOAuthPage(ctx.path) && ctx.query['response_mode'] === FORM_POST) {
      ctx.query = { ...ctx.query, response_mode: 'unsupported' };
    }
    await next();
    if (ctx.path === OAUTH_METADATA && typeof ctx.body === 'object' && ctx.body !== null) {
      ctx.body = announced(ctx.body as Readonly<Record<string, unknown>>);
    }
  });
}

function announced(metadata: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const without = (name: string, value: string): unknown[] => {
    const list = metadata[name];
    return Array.isArray(list) ? list.filter((each) => each !== value) : [];
  };
  return {
    ...Object.fromEntries(Object.entries(metadata).filter(([name]) => !OF_OPENID.includes(name))),
    response_modes_supported: without('response_modes_supported', FORM_POST),
    scopes_supported: without('scopes_supported', 'openid'),
  };
}

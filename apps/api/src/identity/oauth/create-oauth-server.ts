import { generateKeyPairSync } from 'node:crypto';
import { isRedirectOrigin } from '@billhook/domain/identity/application';
import { unregisteredError } from '@billhook/domain/identity/application-name';
import { resourceOf, resourceUrl } from '@billhook/domain/identity/oauth-resource';
import { APPLICATION_PERMISSIONS, isPermission, PERMISSIONS } from '@billhook/domain/identity/permissions';
import { generateSecret } from '@billhook/domain/identity/secret-format';
import { ACCESS_TOKEN_PREFIX, REFRESH_TOKEN_PREFIX } from '@billhook/domain/identity/secret-format';
import type { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import { newId, randomText } from '@billhook/platform/ids';
import type { Logger } from '@billhook/platform/logger';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import * as errors from 'oidc-provider/lib/helpers/errors.js';
import { Check, Prompt } from 'oidc-provider/lib/helpers/interaction_policy/index.js';
import { Provider } from 'oidc-provider/lib/provider.js';
import { answerFailures } from './answer-failures.js';
import { setConsentCookies } from './consent-cookie.rules.js';
import { endFailedCodes } from './end-failed-codes.js';
import { limitFeatures } from './limit-features.js';
import { ClientAdapter, GrantAdapter, NoSessions, OAuthAdapter, type AdapterParts } from './oauth-adapter.js';
import type { OAuthClientsService } from './oauth-clients.service.js';
import { describable } from './oauth-failure.rules.js';
import { OAUTH_ROUTES } from './oauth-routes.rules.js';
import type { OutboundFetch } from './outbound-fetch.js';
import { successorText } from './refresh-successor.rules.js';
import { REGISTERED_HERE, renderRefusal, withholdRedirects } from './withhold-redirects.js';

/** Seconds. Ten years mean that refresh tokens do not expire themselves: their grant ends them. */
const TTL = { access: 3_600, code: 60, device: 900, interaction: 3_600, refresh: 10 * 365 * 86_400 } as const;

/** Several times the size of a real document. */
const MOST_DOCUMENT_BYTES = 20_000;

export interface ServerParts extends Omit<
  AdapterParts,
  'reject' | 'rejectMetadata' | 'resourceUrl' | 'isOneTokenRevoked'
> {
  readonly env: Env;
  readonly logger: Logger;
  readonly secrets: AppSecrets;
  readonly clients: OAuthClientsService;
  readonly outbound: OutboundFetch;
}

/** The OAuth server: oidc-provider with our storage, tokens, consent page and limits. */
export function createOAuthServer(parts: ServerParts): Provider {
  const { env, logger, secrets, clients } = parts;
  const adapters: AdapterParts = {
    ...parts,
    resourceUrl: (resource) => resourceUrl(env.PUBLIC_URL, resource),
    reject: (description) => new errors.InvalidGrant(description),
    rejectMetadata: (description) => new errors.InvalidClientMetadata(description),
    isOneTokenRevoked: () => Provider.ctx?.oidc.route === 'revocation' && Provider.ctx.oidc.accessToken !== undefined,
  };
  // The settings decide each time: a prompt that only the result of the consent page fulfils.
  const consent = new Prompt(
    { name: 'consent', requestable: true },
    new Check(
      'consent_missing',
      'The user has to allow the access.',
      'consent_required',
      (ctx) => grantOf(ctx) === undefined,
    ),
  );
  const login = new Prompt({ name: 'login', requestable: true });

  const configuration = {
    adapter: (kind) => adapterOf(kind, adapters),
    routes: OAUTH_ROUTES,
    scopes: [...APPLICATION_PERMISSIONS],
    claims: {},
    responseTypes: ['code'],
    subjectTypes: ['public'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    pkce: { required: () => true },
    cookies: {
      keys: secrets.keys('oauth-cookie').map(({ key }) => key.toString('hex')),
      names: { session: 'billhook_oauth', interaction: 'billhook_oauth_step', resume: 'billhook_oauth_resume' },
      long: { httpOnly: true, sameSite: 'lax', path: '/oauth' },
      short: { httpOnly: true, sameSite: 'lax' },
    },
    // No ID token is issued. Without a key, the library uses a published one.
    jwks: {
      keys: [
        { ...generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' }), alg: 'ES256' },
      ],
    } as never,
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    ttl: {
      AccessToken: TTL.access,
      AuthorizationCode: TTL.code,
      DeviceCode: TTL.device,
      Interaction: TTL.interaction,
      RefreshToken: TTL.refresh,
      Grant: TTL.refresh,
      Session: TTL.interaction,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      revocation: { enabled: true, allowedPolicy: (_, client, token) => token.clientId === client.clientId },
      introspection: {
        enabled: true,
        // An application learns about its own tokens only.
        allowedPolicy: (_, client, token) => token.clientId === client.clientId,
      },
      deviceFlow: { enabled: true, charset: 'base-20', mask: '****-****' },
      registration: {
        enabled: env.OAUTH_DYNAMIC_REGISTRATION,
        issueRegistrationAccessToken: false,
        idFactory: () => newId('bha'),
        secretFactory: () => clients.newSecret(),
      },
      clientIdMetadataDocument: {
        ...{ enabled: true, ack: 'draft-02', cacheDuration: { min: 60, max: 3_600 } },
        allowClient: (_, { clientName, redirectUris }) => {
          const error = unregisteredError(clientName, redirectUris ?? []);
          if (error !== undefined) throw new errors.InvalidClientMetadata(error);
          return true;
        },
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: (_, __, oneOf) => (Array.isArray(oneOf) ? oneOf : resourceUrl(env.PUBLIC_URL, 'v1')) as string,
        useGrantedResource: () => true,
        getResourceServerInfo: (ctx, resource) => {
          const unknown = unknownScope(ctx.oidc.params?.['scope']);
          if (unknown !== undefined)
            throw new errors.InvalidScope(describable(`The scope ${unknown} is unknown.`), unknown);
          const found = resourceOf(env.PUBLIC_URL, resource);
          if (!found) throw new errors.InvalidTarget('The resource is not one of this installation.');
          return {
            scope: APPLICATION_PERMISSIONS.join(' '),
            audience: resourceUrl(env.PUBLIC_URL, found),
            accessTokenTTL: TTL.access,
            accessTokenFormat: 'opaque',
          };
        },
      },
    },
    interactions: {
      policy: [consent, login],
      url: (ctx, { uid, params }) => {
        const { resource } = params;
        if (Array.isArray(resource) && resource.length > 1) {
          throw new errors.InvalidTarget('Ask for one resource at a time.');
        }
        setConsentCookies(ctx.cookies, uid, parts);
        return `${env.PUBLIC_URL}/settings/oauth/consent/${uid}`;
      },
    },
    loadExistingGrant: async (ctx) => {
      const grantId = grantOf(ctx);
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    issueRefreshToken: (_, client) => client.grantTypeAllowed('refresh_token'),
    // OAuth 2.1 requires rotation for public clients. For confidential clients it only risks losing a token.
    rotateRefreshToken: (ctx) => ctx.oidc.client?.clientAuthMethod === 'none',
    // Tokens pass the check of their grant on each request.
    revokeGrantPolicy: () => false,
    expiresWithSession: () => false,
    // A client secret does not belong in a browser, except in the test sign-in of the settings.
    clientBasedCORS: (_, origin, client) =>
      origin === new URL(env.PUBLIC_URL).origin ||
      (client.clientAuthMethod === 'none' && isRedirectOrigin(client.redirectUris ?? [], origin)),
    fetch: (url: string | URL, options: unknown) => parts.outbound.fetch(url.toString(), outboundInit(options)),
    fetchResponseBodyLimits: { 'client_id metadata document': MOST_DOCUMENT_BYTES },
    renderError: renderRefusal,
    extraClientMetadata: {
      properties: [REGISTERED_HERE],
      validator: (ctx, name, value) => {
        if (value !== undefined && ctx?.oidc?.route === 'registration') {
          throw new errors.InvalidClientMetadata(`${name} is set by Billhook`);
        }
      },
    },
  } as Configuration;

  const server = new Provider(env.PUBLIC_URL, configuration);
  // The mount has determined the address and scheme of the request.
  server.proxy = true;
  issueOurForms(server, secrets);
  server.Client.prototype.compareClientSecret = function compareClientSecret(this: { clientId: string }, text: string) {
    return clients.hasSecret(this.clientId, text);
  };
  // The first is the outermost.
  answerFailures(server, logger);
  limitFeatures(server);
  endFailedCodes(server, adapters);
  withholdRedirects(server);
  return server;
}

const grantOf = (ctx: KoaContextWithOIDC): string | undefined => ctx.oidc.result?.consent?.grantId;

function adapterOf(kind: string, parts: AdapterParts): OAuthAdapter {
  switch (kind) {
    case 'Client':
      return new ClientAdapter(parts.clients, parts);
    case 'Grant':
      return new GrantAdapter(parts);
    case 'Session':
      return new NoSessions(kind, parts);
    default:
      return new OAuthAdapter(kind, parts);
  }
}

/** The first of the requested scopes that no application can have. Applications get refresh tokens without the scope of OpenID for them. */
function unknownScope(scope: unknown): string | undefined {
  if (typeof scope !== 'string') return undefined;
  const isKnown = (name: string): boolean => isPermission(name) && PERMISSIONS[name].grantable;
  const unknown = scope.split(' ').find((name) => name !== 'offline_access' && !isKnown(name));
  return unknown?.slice(0, 60);
}

function outboundInit(options: unknown): { headers: Record<string, string>; signal?: AbortSignal } {
  const { headers, signal } = (options ?? {}) as RequestInit;
  return { headers: Object.fromEntries(new Headers(headers)), ...(signal && { signal }) };
}

/** Tokens in the format of keys: scanners find them, and a typo costs no query. */
function issueOurForms(server: Provider, secrets: AppSecrets): void {
  const { AccessToken, RefreshToken } = server;
  Object.assign(AccessToken.prototype, {
    generateTokenId(this: { format?: string }) {
      this.format = 'opaque';
      return generateSecret(randomText, ACCESS_TOKEN_PREFIX).secret;
    },
  });
  Object.assign(RefreshToken.prototype, {
    generateTokenId: () => {
      const predecessor = server.constructor as unknown as { readonly ctx?: KoaContextWithOIDC };
      const rotated = predecessor.ctx?.oidc.entities.RotatedRefreshToken?.jti;
      const random = rotated === undefined ? randomText : successorText(secrets, rotated);
      return generateSecret(random, REFRESH_TOKEN_PREFIX).secret;
    },
  });
}

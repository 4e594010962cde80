import type { Env } from '@billhook/platform/env';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Provider } from 'oidc-provider';
import { addressOf } from '../../request/origin.js';
import { OAUTH_ROUTES } from './create-oauth-server.js';

const METADATA = '/.well-known/oauth-authorization-server';

/** The error page replaces it, because it has styles. */
const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";

/** The endpoints that applications in a browser call from their own origin. */
const FOR_BROWSERS: readonly string[] = [
  OAUTH_ROUTES.token,
  OAUTH_ROUTES.revocation,
  OAUTH_ROUTES.device_authorization,
  OAUTH_ROUTES.registration,
];

/** Whether scripts of other sites may call a path of OAuth: its preflight cannot know the application. */
export function isOAuthForBrowsers(url: string): boolean {
  const path = url.split('?', 1)[0] ?? '';
  return (
    FOR_BROWSERS.includes(path) ||
    /^\/\.well-known\/oauth-(?:authorization-server|protected-resource)(?:\/|$)/.test(path)
  );
}

/** The endpoints of the OAuth server; everything else under /oauth is unknown to the router. */
function endpoints({ OAUTH_DYNAMIC_REGISTRATION: registers }: Env): [methods: HTTPMethods[], url: string][] {
  const { authorization, token, device_authorization: device, revocation, introspection, registration } = OAUTH_ROUTES;
  return [
    [['GET'], authorization],
    [['GET'], `${authorization}/:uid`],
    ...[token, device, revocation, introspection].map((url): [HTTPMethods[], string] => [['POST'], url]),
    ...(registers ? [[['POST'], registration] as [HTTPMethods[], string]] : []),
    [['GET'], METADATA],
    [['GET'], `${METADATA}/*`],
  ];
}

/**
 * Hands the requests of OAuth to its server, after request ids, rate limits and the security headers, and before any body parser: the
 * server reads its bodies itself, up to 56 kB.
 */
export async function mountOAuth(fastify: FastifyInstance, server: Provider, env: Env): Promise<void> {
  const callback = server.callback();
  const { protocol, host } = new URL(env.PUBLIC_URL);

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request;
    // Clients of the specification before 2025 insert the well-known part before a path: there is one server for all.
    if (raw.url?.startsWith(`${METADATA}/`)) raw.url = METADATA;
    // The server takes address, scheme and host from these headers: they come from the settings, not from the request.
    raw.headers['x-forwarded-for'] = addressOf(request);
    raw.headers['x-forwarded-proto'] = protocol.slice(0, -1);
    raw.headers['x-forwarded-host'] = host;
    // No other site may frame its pages, and they run no script, so redirects have a text as well.
    void reply.header('X-Frame-Options', 'DENY').header('Content-Security-Policy', NO_CONTENT);
    // The library leaves registration to programs; clients in a browser register themselves as well, without a cookie.
    if (raw.url === OAUTH_ROUTES.registration) void reply.header('Access-Control-Allow-Origin', '*');
    reply.hijack();
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value);
    }
    await callback(raw, reply.raw);
  };

  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const [method, url] of endpoints(env)) {
      scope.route({ method, url, config: { access: 'public' }, handler: handle });
    }
  });
}

import { Problem } from '@billhook/domain/shared/problems';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { Provider } from 'oidc-provider';
import { addressOf } from '../../request/origin.rules.js';
import { problemOf } from '../../request/problems/problem.filter.js';
import { oauthFailure } from './oauth-failure.rules.js';
import { OAUTH_METADATA, OAUTH_ROUTES } from './oauth-routes.rules.js';

/** The error page replaces it, because it has styles. */
const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";

/** The endpoints of the OAuth server; everything else under /oauth is unknown to the router. */
export function oauthEndpoints({
  OAUTH_DYNAMIC_REGISTRATION: registers,
}: Pick<Env, 'OAUTH_DYNAMIC_REGISTRATION'>): [methods: HTTPMethods[], url: string][] {
  const { authorization, token, device_authorization: device, revocation, introspection, registration } = OAUTH_ROUTES;
  return [
    [['GET'], authorization],
    [['GET'], `${authorization}/:uid`],
    ...[token, device, revocation, introspection].map((url): [HTTPMethods[], string] => [['POST'], url]),
    ...(registers ? [[['POST'], registration] as [HTTPMethods[], string]] : []),
    [['GET'], OAUTH_METADATA],
    [['GET'], `${OAUTH_METADATA}/*`],
  ];
}

/**
 * Hands the requests of OAuth to its server, after request ids, rate limits and the security headers, and before any body parser: the
 * server reads its bodies itself, up to 56 kB.
 */
export async function mountOAuth(fastify: FastifyInstance, server: Provider, env: Env, logger: Logger): Promise<void> {
  const callback = server.callback();
  const { protocol, host } = new URL(env.PUBLIC_URL);

  const handle = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { raw } = request;
    // Clients of the specification before 2025 insert the well-known part before a path: there is one server for all.
    if (raw.url?.startsWith(`${OAUTH_METADATA}/`)) raw.url = OAUTH_METADATA;
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
    // The hooks before the server: its own errors do not arrive here.
    scope.setErrorHandler(async (error, request, reply) => {
      const problem = problemOf(error, request) ?? new Problem('internal_error');
      if (problem.code === 'internal_error') logger.error({ err: error, requestId: request.id }, 'unexpected error');
      request.problemCode = problem.code;
      const language = request.headers['accept-language'];
      const { status, headers, body } = oauthFailure(problem, { url: request.url, language });
      return reply.status(status).headers(headers).send(body);
    });
    for (const [method, url] of oauthEndpoints(env)) {
      scope.route({ method, url, config: { access: 'public' }, handler: handle });
    }
  });
}

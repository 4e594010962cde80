import { StoredResponses } from '@billhook/db/stored-responses';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { newTimedId } from '@billhook/platform/ids';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { METER, NO_METER, type Meter } from '@billhook/platform/metrics/meter';
import type { Platform } from '@billhook/platform/nest/platform.module';
import { plainPath } from '@billhook/platform/redact-secrets';
import { TRACER, type Tracer } from '@billhook/platform/tracing/tracer';
import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import { type INestApplication, StandardSchemaSerializerInterceptor } from '@nestjs/common';
import { ModulesContainer, Reflector } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessGate } from './access/access.gate.js';
import { RateLimitsService } from './access/rate-limits/rate-limits.service.js';
import { KeyRequestCounterService } from './identity/key-traffic/key-request-counter.service.js';
import { mountOAuth } from './identity/oauth/oauth-mount.js';
import { isOAuthForBrowsers } from './identity/oauth/oauth-routes.rules.js';
import { OAuthServer } from './identity/oauth/oauth-server.js';
import { RequestLogger } from './identity/request-log/request-logger.service.js';
import { serveArchives } from './installation/archives/archives.hooks.js';
import { ArchivesService } from './installation/archives/archives.service.js';
import { LinkPageService } from './invoicing/public-page/link-page.service.js';
import { BODY_LIMIT, limitBodies } from './request/body-limits.hooks.js';
import { compressReads } from './request/caching/compression.hooks.js';
import { respondConditionally } from './request/caching/conditional-reads.hooks.js';
import { innerCall } from './request/inner-call.js';
import { countRequests } from './request/metrics.hooks.js';
import { LinkHeaderInterceptor } from './request/paging/link-header.interceptor.js';
import { respondToBadUrl, respondToBrokenHttp, ignoreExpectations } from './request/problems/broken-requests.hooks.js';
import { ProblemFilter } from './request/problems/problem.filter.js';
import { StrictQueryInterceptor } from './request/problems/strict-query.interceptor.js';
import { ValidationPipe } from './request/problems/validation.pipe.js';
import { completeInjectedRequests, nameRequests, addRequestIds } from './request/request-context.hooks.js';
import { requireAccessRules } from './request/routes/declared-routes.rules.js';
import { announceDeprecations } from './request/routes/deprecated-routes.hooks.js';
import { respondToOptions, respondToPlainOptions, rejectOtherMethods } from './request/routes/http-methods.hooks.js';
import { RecordHeadersInterceptor } from './request/routes/record-headers.interceptor.js';
import { MAX_PARAM_LENGTH, RouteTable } from './request/routes/route-table.js';
import { ShutdownDelay, endConnections } from './request/shutdown-delay.hooks.js';
import { securityHeaders } from './request/static/security-headers.rules.js';
import { servePages } from './request/static/static-pages.hooks.js';
import { surfaceOfUrl } from './request/surface.rules.js';
import { IdempotencyInterceptor } from './request/writes/idempotency.interceptor.js';
import { acceptJsonOnly } from './request/writes/json-body.hooks.js';

/** How long a request may take to arrive. */
const REQUEST_TIMEOUT_MS = 30_000;

const HEALTH = '/health/';

/** How often Node looks for those that take longer. */
const CHECK_MS = 5_000;

/** Response headers of Billhook that a script of another site may read. */
const EXPOSED = [
  ...[
    'Request-Id',
    'Client-Request-Id',
    'ETag',
    'Content-Disposition',
    'Link',
    'Location',
    'Allow',
    'WWW-Authenticate',
  ],
  ...['RateLimit', 'RateLimit-Policy', 'Retry-After', 'Idempotent-Replayed', 'Preference-Applied'],
  ...['X-Required-Permissions', 'X-Key-Permissions', 'X-Key-Expires-At', 'Deprecation', 'Sunset'],
];

/** The HTTP server under the application. Billhook generates every request id; an id that a client sends is not used. */
export function createAdapter({ env, logger }: Pick<Platform, 'env' | 'logger'>): FastifyAdapter {
  const { TRUST_PROXY: trust } = env;
  return new FastifyAdapter({
    bodyLimit: BODY_LIMIT,
    trustProxy: typeof trust === 'number' ? (_address, hop) => hop < trust : trust,
    requestIdHeader: false,
    genReqId: () => innerCall()?.requestId ?? newTimedId('req', new Date()),
    requestTimeout: REQUEST_TIMEOUT_MS,
    // A hook rejects a request without Host with a problem, instead of an empty 400.
    // Node swaps the two limits if the limit of the headers, one minute by default, is the longer one.
    http: { connectionsCheckingInterval: CHECK_MS, requireHostHeader: false, headersTimeout: REQUEST_TIMEOUT_MS },
    // A request that arrives on an open connection while the process stops is served like the ones before it.
    return503OnClosing: false,
    routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
    frameworkErrors: respondToBadUrl(env, logger),
    clientErrorHandler: respondToBrokenHttp(env, logger),
  });
}

/** The origins whose scripts may read responses. The OAuth server decides for its endpoints, and this function for their preflights. */
function corsOrigin({ url = '', method }: { readonly url?: string; readonly method?: string }): '*' | false {
  const surface = surfaceOfUrl(url);
  // No cookie counts there, and the gate checks the origin of a call to /mcp by its credential.
  if (surface === 'api' || surface === 'mcp') return '*';
  return surface === 'none' && method === 'OPTIONS' && isOAuthForBrowsers(url) ? '*' : false;
}

/** Everything between the socket and the controllers, in the order in which it handles a request. Used by the program and by the tests. */
export async function configureApp(app: NestFastifyApplication): Promise<INestApplication> {
  const env = app.get<Env>(ENV);
  const logger = app.get<Logger>(LOGGER);
  const secure = securityHeaders(env);
  const gate = app.get(AccessGate);
  const routes = app.get(RouteTable);
  const fastify = app.getHttpAdapter().getInstance();

  requireAccessRules(app.get(ModulesContainer));
  ignoreExpectations(fastify.server);
  completeInjectedRequests(fastify);
  limitBodies(fastify);
  routes.watch(fastify);
  fastify.addHook('onRequest', async (_, reply) => {
    void reply.headers(secure);
  });
  addRequestIds(fastify);
  nameRequests(fastify, app.get<Tracer>(TRACER));
  endConnections(fastify, app.get(ShutdownDelay));
  fastify.addHook('onResponse', async (request, reply) => {
    const path = plainPath(request.url);
    const ms = Math.round(reply.elapsedTime);
    // Probes arrive every few seconds: only a failed one is worth a line.
    const level = reply.statusCode < 400 && request.routeOptions.url?.startsWith(HEALTH) ? 'debug' : 'info';
    logger[level](
      {
        requestId: request.id,
        clientRequestId: request.clientRequestId,
        by: request.principal?.label,
        problem: request.problemCode,
      },
      `${request.method} ${path} ${reply.statusCode} ${ms} ms`,
    );
  });
  const meter = app.get<Meter>(METER);
  if (meter !== NO_METER) countRequests(fastify, meter);
  respondToOptions(fastify, routes);
  await fastify.register(cors, {
    delegator: (request, done) =>
      done(null, {
        origin: corsOrigin(request),
        exposedHeaders: EXPOSED,
        maxAge: 7200,
        // An OPTIONS request without the headers of a preflight gets the same response.
        strictPreflight: false,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      }),
  });
  await fastify.register(cookie);
  acceptJsonOnly(fastify);
  respondToPlainOptions(fastify);
  fastify.addHook('onRequest', (request, reply) => gate.admit(request, reply));
  // The first hook after the body.
  fastify.addHook('preValidation', (request, reply) => gate.admitAgain(request, reply));
  rejectOtherMethods(fastify, routes);
  // Before responses are compressed.
  app.get(RequestLogger).watch(fastify);
  respondConditionally(fastify);
  compressReads(fastify);
  app.get(KeyRequestCounterService).watch(fastify);
  announceDeprecations(fastify, env.PUBLIC_URL);

  app.useGlobalPipes(new ValidationPipe());
  app.useGlobalInterceptors(
    new RecordHeadersInterceptor(env.PUBLIC_URL),
    new LinkHeaderInterceptor(env.PUBLIC_URL),
    new StrictQueryInterceptor(),
    new IdempotencyInterceptor(app.get(UnitOfWork), new StoredResponses(app.get(AppSecrets)), app.get<Clock>(CLOCK)),
    new StandardSchemaSerializerInterceptor(app.get(Reflector)),
  );
  app.useGlobalFilters(new ProblemFilter(env.PUBLIC_URL, logger, routes));
  await mountOAuth(fastify, app.get(OAuthServer).provider, env, logger);
  const archives = app.get(ArchivesService);
  const limits = app.get(RateLimitsService);
  const admit = (request: FastifyRequest, reply: FastifyReply) => limits.admitVisitor(request, reply);
  const links = app.get(LinkPageService);
  await servePages(
    fastify,
    env.PUBLIC_URL,
    (file, request, reply) => archives.addressOf(file, () => admit(request, reply)),
    (token, request, reply) => links.respond(token, request, reply),
  );
  // After the pages: before them, an error of the route would not become a problem.
  serveArchives(fastify, archives, admit);
  return app;
}

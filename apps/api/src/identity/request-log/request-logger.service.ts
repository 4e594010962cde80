import type { LoggedMessageView } from '@billhook/contract/identity/logged-request';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { LoggedTexts } from '@billhook/identity/request-log/request-log.repository';
import { ENV, type Env } from '@billhook/platform/env';
import { plainUrl, redactStored } from '@billhook/platform/redact-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { innerCall } from '../../request/inner-call.js';
import { callerNumber } from '../../request/principal.js';
import { asDocumented } from '../../request/routes/deprecation-headers.rules.js';
import { expandOf, permissionsNeeded } from '../../request/routes/route.decorator.js';
import { surfaceOfRequest } from '../../request/surface.rules.js';
import { loggedRequest, loggedResponse } from './logged-message.rules.js';
import { RequestLogWriter } from './request-log-writer.service.js';

/** Characters of a path with its query. */
const MOST_PATH = 2_000;

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** What the log keeps of a write or an error besides the bodies, as JSON in a row. */
export interface LoggedDetails {
  /** What a member needs to see it, as the route needed it. */
  readonly permissions: readonly Permission[];
  readonly request: Omit<LoggedMessageView, 'body'>;
  readonly response: Omit<LoggedMessageView, 'body'>;
}

/** The credential of a request, and where its company is. */
interface LoggedCaller {
  readonly companyId: number;
  readonly cell: number;
  readonly caller: number;
}

const NO_TEXTS: LoggedTexts = { details: null, requestBody: null, responseBody: null };

/** Adds each request to /v1, and each message to /mcp, with a known credential to the log. */
@Injectable()
export class RequestLogger {
  /** What is sent, for responses that the log keeps. */
  readonly #payloads = new WeakMap<FastifyRequest, unknown>();
  readonly #noted = new WeakSet<FastifyRequest>();

  constructor(
    private readonly writer: RequestLogWriter,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /** Register it before the hooks that compress responses. */
  watch(fastify: FastifyInstance): void {
    if (this.env.REQUEST_LOG_DAYS === 0) return;
    fastify.addHook('onSend', (request, reply, payload, done) => {
      if (hasDetails(request, reply)) this.#payloads.set(request, payload);
      // The client may disconnect before or while the response is sent: Fastify then calls no onResponse.
      if (reply.raw.destroyed) this.#note(request, reply);
      else reply.raw.once('close', () => this.#note(request, reply));
      done();
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.#note(request, reply);
      done();
    });
  }

  #note(request: FastifyRequest, reply: FastifyReply): void {
    const by = callerOf(request);
    const surface = surfaceOfRequest(request);
    if (!by || (surface !== 'api' && surface !== 'mcp') || this.#noted.has(request)) return;
    this.#noted.add(request);
    const { method, routeOptions } = request;
    const path = redactStored(plainUrl(request.url.slice(0, 2 * MOST_PATH))).slice(0, MOST_PATH);
    const inner = innerCall();
    const row = {
      id: inner ? `${request.id}.${inner.number}` : request.id,
      companyId: by.companyId,
      clientRequestId: request.clientRequestId === undefined ? null : redactStored(request.clientRequestId),
      caller: by.caller,
      method,
      route: request.is404 || routeOptions.url === undefined ? null : asDocumented(routeOptions.url),
      path,
      status: reply.statusCode,
      durationMs: Math.round(reply.elapsedTime),
      problem: request.problemCode ?? null,
      ...(hasDetails(request, reply) ? this.#textsOf(request, reply) : NO_TEXTS),
    };
    if (isCallerRejected(request, reply)) this.writer.addRejected(row, by.cell);
    else this.writer.add(row, by.cell);
  }

  #textsOf(request: FastifyRequest, reply: FastifyReply): LoggedTexts {
    const { body: requestBody, ...received } = loggedRequest(request);
    const { body: responseBody, ...sent } = loggedResponse(reply.getHeaders(), this.#payloads.get(request));
    const permissions = permissionsNeeded(request.routeOptions.config, expandOf(request));
    const details: LoggedDetails = { permissions, request: received, response: sent };
    return { details: JSON.stringify(details), requestBody, responseBody };
  }
}

/** A message to /mcp has none: the requests that it causes have theirs. */
const hasDetails = (request: FastifyRequest, reply: FastifyReply): boolean =>
  (reply.statusCode >= 400 || !READS.has(request.method)) &&
  surfaceOfRequest(request) === 'api' &&
  !isBodyPrivate(request) &&
  !isCallerRejected(request, reply);

/** A path without a route has no permission that a member would need to see the bodies. */
const isBodyPrivate = ({ is404, routeOptions }: FastifyRequest): boolean =>
  is404 || routeOptions.config.loggedWithoutBodies === true;

/** No limit counts requests above the limit, or with a credential that has ended. */
const isCallerRejected = ({ rejectedKey }: FastifyRequest, { statusCode }: FastifyReply): boolean =>
  statusCode === 429 || rejectedKey !== undefined;

/** The credential of a request, also if it has ended. A stranger's belongs to no company, and its requests are only counted. */
function callerOf({ principal, rejectedKey }: FastifyRequest): LoggedCaller | undefined {
  if (rejectedKey) {
    const { companyId, cell, id } = rejectedKey.key;
    return { companyId, cell, caller: id };
  }
  if (principal?.kind !== 'key' && principal?.kind !== 'app') return undefined;
  return { companyId: principal.company.id, cell: principal.company.cell, caller: callerNumber(principal) };
}

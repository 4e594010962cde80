import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, type Principal } from '../request/principal.js';
import { Authenticated } from '../request/routes/route.decorator.js';
import { McpService } from './mcp.service.js';
import { parameterError, withoutNullParams } from './message-form.rules.js';
import { messageOfStream, responseTypeOf } from './web-request.js';

/** JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;
const INVALID_PARAMS = -32_602;

/** The SDK's code for an error of the transport. */
const NOT_ACCEPTABLE = -32_000;

/** The MCP server (streamable HTTP, stateless). */
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @Authenticated()
  @ApiExcludeEndpoint()
  async post(@By() by: Principal, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const message = withoutNullParams(request.body);
    const type = responseTypeOf(request);
    if (type === undefined) {
      return refuse(reply, 406, idOf(message), NOT_ACCEPTABLE, 'Accept application/json or text/event-stream.');
    }
    // A batch would count as one request against the rate limits. MCP has none since 2025-06-18.
    if (Array.isArray(message)) return refuse(reply, 400, null, INVALID_REQUEST, 'Send one message per request.');
    if (methodOf(message) === 'subscriptions/listen') {
      return refuse(reply, 400, idOf(message), METHOD_NOT_FOUND, 'This server sends no notifications.');
    }
    const error = parameterError(message);
    // An error of a message that is well formed is a result of HTTP.
    if (error !== undefined) return refuse(reply, 200, idOf(message), INVALID_PARAMS, error);
    const response = await this.mcp.respond(request, by, message);
    // No message precedes the result, so a stream has ended when its text is complete.
    const text = await response.text();
    const headers = Object.fromEntries(response.headers);
    const isUnpacked = type === 'application/json' && headers['content-type']?.startsWith('text/event-stream') === true;
    void reply.status(response.status).headers({ ...headers, ...(isUnpacked && { 'content-type': type }) });
    void reply.header('Cache-Control', 'no-store').send(isUnpacked ? messageOfStream(text) : text);
  }
}

function refuse(reply: FastifyReply, status: number, id: unknown, code: number, message: string): void {
  void reply.status(status).send({ jsonrpc: '2.0', id, error: { code, message } });
}

const memberOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

const methodOf = (body: unknown): unknown => memberOf(body, 'method');

function idOf(body: unknown): string | number | null {
  const id = memberOf(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

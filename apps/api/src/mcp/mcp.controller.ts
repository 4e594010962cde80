import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { By, type Principal } from '../request/principal.js';
import { Authenticated } from '../request/requires.decorator.js';
import { McpService } from './mcp.service.js';

/** JSON-RPC 2.0, section 5.1. */
const INVALID_REQUEST = -32_600;
const METHOD_NOT_FOUND = -32_601;

/** The MCP server (streamable HTTP, stateless). */
@Controller('mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post()
  @Authenticated()
  @ApiExcludeEndpoint()
  async post(@By() by: Principal, @Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { body } = request;
    // A batch would count as one request against the rate limits. MCP has none since 2025-06-18.
    if (Array.isArray(body)) return refuse(reply, null, INVALID_REQUEST, 'Send one message per request.');
    if (methodOf(body) === 'subscriptions/listen') {
      return refuse(reply, idOf(body), METHOD_NOT_FOUND, 'This server sends no notifications.');
    }
    const response = await this.mcp.respond(request, by, body);
    void reply.status(response.status).headers(Object.fromEntries(response.headers));
    // No message precedes the result, so a stream has ended when its text is complete.
    void reply.header('Cache-Control', 'no-store').send(await response.text());
  }
}

function refuse(reply: FastifyReply, id: unknown, code: number, message: string): void {
  void reply.status(400).send({ jsonrpc: '2.0', id, error: { code, message } });
}

const memberOf = (body: unknown, name: string): unknown =>
  typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;

const methodOf = (body: unknown): unknown => memberOf(body, 'method');

function idOf(body: unknown): string | number | null {
  const id = memberOf(body, 'id');
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}

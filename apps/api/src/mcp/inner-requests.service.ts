import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { asInnerCall, type AfterWrite } from '../request/inner-call.js';
import type { ToolRequest } from './tool-call.rules.js';
import { withoutLinks } from './without-links.rules.js';

export interface InnerResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  /** The parsed JSON without links that open a document; undefined without a body or for another media type. */
  readonly body: unknown;
  readonly text: string;
}

/** What decides who the caller is, where they call from, and how links in responses begin. */
const TAKEN_OVER = ['authorization', 'user-agent', 'host', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/** Makes requests to this server in the same process, with the credential of the caller and all checks of the network. */
@Injectable()
export class InnerRequestsService {
  readonly #counts = new WeakMap<FastifyRequest, number>();

  constructor(private readonly host: HttpAdapterHost<FastifyAdapter>) {}

  /** @param caller the request on whose behalf this one is made; @param afterWrite runs in the transaction of a confirmed write */
  async send(
    caller: FastifyRequest,
    { method, url, headers, body }: Omit<ToolRequest, 'isDryRun'>,
    afterWrite?: AfterWrite,
  ): Promise<InnerResponse> {
    const { clientRequestId } = caller;
    const taken = TAKEN_OVER.flatMap((name): [string, string][] => {
      const value = caller.headers[name];
      return value === undefined ? [] : [[name, [value].flat().join(', ')]];
    });
    const response = await asInnerCall(
      { requestId: caller.id, number: this.#numberOf(caller), resource: 'mcp', ...(afterWrite && { afterWrite }) },
      () =>
        this.host.httpAdapter.inject({
          method,
          url,
          remoteAddress: caller.raw.socket.remoteAddress ?? '',
          headers: {
            // Without it, the library names itself as the program.
            'user-agent': undefined,
            ...Object.fromEntries(taken),
            ...(clientRequestId === undefined ? {} : { 'client-request-id': clientRequestId }),
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
        }),
    );
    const isJson = /json/.test(String(response.headers['content-type'] ?? '')) && response.body !== '';
    return {
      status: response.statusCode,
      headers: response.headers,
      body: isJson ? withoutLinks(JSON.parse(response.body)) : undefined,
      text: response.body,
    };
  }

  #numberOf(caller: FastifyRequest): number {
    const number = (this.#counts.get(caller) ?? 0) + 1;
    this.#counts.set(caller, number);
    return number;
  }

  /** A public page or file. @returns undefined if it does not exist */
  async page(caller: FastifyRequest, url: string): Promise<string | undefined> {
    const { status, text } = await this.send(caller, { method: 'GET', url, headers: {}, body: undefined });
    return status === 200 ? text : undefined;
  }
}

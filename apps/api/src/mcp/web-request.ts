import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

/** The media type of the response; undefined if the caller accepts neither. A range covers both (RFC 9110, 12.5.1). */
export function responseTypeOf({ headers }: FastifyRequest): string | undefined {
  const accepted = new Negotiator({ headers }).mediaTypes([JSON_TYPE, STREAM_TYPE]);
  return accepted.includes(STREAM_TYPE) ? STREAM_TYPE : accepted[0];
}

/**
 * The parts of a request that the SDK reads. The credential stays here. The SDK compares `Accept` literally, so it gets both types; and it
 * rejects the version header of a handshake, in which versions are yet to be negotiated.
 */
export function webRequest({ headers }: FastifyRequest, publicUrl: string, message: unknown): Request {
  const isHandshake = isInitialize(message);
  const read = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' &&
    /^(content-type|mcp-[\w-]+)$/.test(name) &&
    !(isHandshake && name === 'mcp-protocol-version')
      ? [[name, value]]
      : [],
  );
  const sent = { 'content-type': JSON_TYPE, ...Object.fromEntries(read), accept: `${JSON_TYPE}, ${STREAM_TYPE}` };
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers: sent, body: JSON.stringify(message ?? null) });
}

const isInitialize = (message: unknown): boolean =>
  typeof message === 'object' && message !== null && 'method' in message && message.method === 'initialize';

/** The message of a stream that has ended. The server sends one message for each request. */
export const messageOfStream = (text: string): string =>
  [...text.matchAll(/^data: ?(.*)$/gm)].map(([, line = '']) => line).join('\n');

import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bearerOf } from '../../access/authorization-header.rules.js';
import type { Principal } from '../../request/principal.js';
import { EVENT_STREAM } from '../../request/routes/route.decorator.js';
import type { LogEntry } from './log-feed.js';
import type { LogStreams } from './log-streams.js';

interface AskedStream<Type extends string, By extends Principal> {
  readonly by: By;
  readonly after: string | undefined;
  readonly types: readonly Type[] | undefined;
  readonly lastEventId: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Opens a stream of a log, after the last id that the client received or else after the position of the query. */
export async function respondWithStream<Type extends string, Entry extends LogEntry<Type>, By extends Principal>(
  streams: LogStreams<Type, Entry, By>,
  { by, after, types, lastEventId, request, reply }: AskedStream<Type, By>,
): Promise<StreamableFile> {
  const secret = request.sessionId ?? bearerOf(request.raw.headersDistinct.authorization ?? []) ?? '';
  // A client sends an empty header if it has no id yet.
  const place = lastEventId
    ? { text: lastEventId, parameter: 'Last-Event-ID' }
    : after === undefined
      ? undefined
      : { text: after, parameter: 'after' };
  const stream = await streams.begin({ by, secret, after: place, types, to: reply.raw });
  void reply.headers({ 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' });
  if (request.method !== 'HEAD') return new StreamableFile(stream, { type: EVENT_STREAM });
  // Fastify would read the body forever in order to discard it.
  stream.destroy();
  return new StreamableFile(Readable.from([]), { type: EVENT_STREAM });
}

import type { Readable } from 'node:stream';
import { Problem } from '@billhook/domain/shared/problems';
import { StreamableFile } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { rangeOf, type ByteRange } from './byte-range.rules.js';

/** A file of known size whose bytes are read in ranges. */
export interface RangedFile {
  readonly size: number;
  /** An entity tag that changes with the bytes. */
  readonly tag: string;
  readonly type: string;
  readonly name: string;
  readonly read: (range?: ByteRange) => Readable;
}

/**
 * Responds with a file, or with the range of it that the client asks for (RFC 9110, 14).
 * @throws Problem 416 range_not_satisfiable
 */
export function respondWithRange(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { size, tag, type, name, read }: RangedFile,
): StreamableFile {
  const isSame = headers['if-range'] === undefined || headers['if-range'] === tag;
  const range = isSame ? rangeOf(headers.range, size) : undefined;
  if (range === 'beyond') {
    void reply.header('Content-Range', `bytes */${size}`);
    throw new Problem(
      'range_not_satisfiable',
      `The file has ${size} bytes. Request bytes before its end, or omit Range.`,
    );
  }
  void reply.headers({ ETag: tag, 'Accept-Ranges': 'bytes', 'Cache-Control': 'private, no-cache' });
  if (range) void reply.status(206).header('Content-Range', `bytes ${range.from}-${range.to}/${size}`);
  const disposition = `attachment; filename="${name}"`;
  return new StreamableFile(read(range), { type, disposition, length: range ? range.to - range.from + 1 : size });
}

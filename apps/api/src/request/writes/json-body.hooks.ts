import { pointer } from '@billhook/contract/shared/body-errors';
import { NOT_KNOWN } from '@billhook/contract/shared/did-you-mean';
import { inexactNumber, NOT_EXACT } from '@billhook/domain/shared/exact-numbers';
import { Problem } from '@billhook/domain/shared/problems';
import { shortened } from '@billhook/domain/shared/shortened';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { surfaceOfRequest } from '../surface.rules.js';
import { countMembers, duplicateMember } from './duplicate-members.rules.js';

/** The media types of bodies: JSON, and for a patch also merge-patch+json (RFC 7396). */
const MEDIA_TYPES = ['application/json', 'application/merge-patch+json'];

/** JSON is UTF-8 (RFC 8259, 8.1). Invalid bytes are rejected, because replacing them would change the content. */
const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Deeper than any sensible body, and shallow enough for recursive functions. */
const MOST_DEPTH = 32;

/** Members with a special meaning in JavaScript. No member in the API has such a name, and ignoring them would hide a mistake. */
const NO_MEMBERS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** The part of the text that V8 quotes in its error: it may be the middle of a password. */
const EXCERPT = /, (?:\.{3})?".*"(?:\.{3})? is not valid JSON$/s;

const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;

/** Labels of UTF-8 and of ASCII, its subset. */
const UTF8_LABELS: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii']);

/**
 * Bodies are JSON: every other media type, charset or encoding is rejected (415), and the error for invalid JSON has its position. A body
 * of no bytes is not a body, whatever its headers say: an action such as send needs none, and many clients label it all the same.
 */
export function acceptJsonOnly(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { 'content-length': length = '0', 'transfer-encoding': chunked } = request.headers;
    if (Number(length) === 0 && chunked === undefined) delete request.headers['content-type'];
    done();
  });
  fastify.addContentTypeParser('*', rejectBytes);
  fastify.addContentTypeParser(MEDIA_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    const { 'content-encoding': encoding = 'identity', 'content-type': type = '' } = request.headers;
    const [, charset = 'utf-8'] = CHARSET.exec(type) ?? [];
    if (body.length === 0) return done(null, undefined);
    if (encoding.toLowerCase() !== 'identity') {
      return done(new Problem('unsupported_media_type', 'Send the body without a Content-Encoding.'));
    }
    if (!UTF8_LABELS.has(charset.toLowerCase())) {
      return done(new Problem('unsupported_media_type', 'Send the body as UTF-8.'));
    }
    try {
      const text = UTF8.decode(Buffer.from(body));
      const value: unknown = JSON.parse(text);
      const members = checkMembers(value, []);
      // An object keeps one of two members with the same name, so that fewer members were read than were sent.
      if (countMembers(body as Buffer) > members) throw duplicateProblem(text);
      // A tool call is checked as the request that it becomes, whose error the assistant can read.
      if (surfaceOfRequest(request) !== 'mcp') checkNumbers(text);
      done(null, value);
    } catch (error) {
      if (error instanceof Problem) return done(error);
      done(
        new Problem(
          'malformed_json',
          error instanceof SyntaxError
            ? `${error.message.replace(EXCERPT, ', which is not valid JSON')}.`
            : 'The body is not UTF-8.',
        ),
      );
    }
  });
}

/** A body of another media type, sent in chunks, is rejected at its first byte. For a path that does not exist, the 404 comes first. */
function rejectBytes(
  { is404 }: FastifyRequest,
  payload: FastifyRequest['raw'],
  done: (error: Error | null, body?: undefined) => void,
): void {
  if (is404) return done(null);
  const finish = (error: Error | null) => {
    payload.off('data', onData).off('end', onEnd).off('error', finish);
    done(error);
  };
  const onData = () => finish(new Problem('unsupported_media_type'));
  const onEnd = () => finish(null);
  payload.on('data', onData).on('end', onEnd).on('error', finish);
}

function duplicateProblem(text: string): Problem {
  const path = pointer(duplicateMember(text) ?? []);
  return new Problem('malformed_json', `The body has the member ${shortened(path, 200)} twice. Send each member once.`);
}

/**
 * @returns the number of members, of all levels
 * @throws Problem malformed_json for a body nested too deeply, invalid_body for a forbidden member name
 */
function checkMembers(value: unknown, path: (string | number)[]): number {
  if (typeof value !== 'object' || value === null) return 0;
  if (path.length >= MOST_DEPTH)
    throw new Problem('malformed_json', `The body is nested more than ${MOST_DEPTH} levels deep.`);
  if (Array.isArray(value)) {
    // By index: `Object.entries` of half a million numbers takes longer than their JSON.
    let below = 0;
    for (let index = 0; index < value.length; index++) below += checkBelow(value[index], index, path);
    return below;
  }
  const names = Object.keys(value);
  let count = names.length;
  for (const name of names) {
    if (NO_MEMBERS.has(name)) {
      const fieldError = {
        pointer: pointer([...path, name].map(String)),
        code: 'unknown_property',
        message: NOT_KNOWN,
      };
      throw new Problem('invalid_body', undefined, { errors: [fieldError] });
    }
    count += checkBelow((value as Record<string, unknown>)[name], name, path);
  }
  return count;
}

/** @throws Problem invalid_body for a number that parsing changes: 9007199254740993 would become 9007199254740992 */
function checkNumbers(text: string): void {
  const place = inexactNumber(text);
  if (place === undefined) return;
  const fieldError = { pointer: place, code: 'number_not_exact', message: NOT_EXACT };
  throw new Problem('invalid_body', undefined, { errors: [fieldError] });
}

function checkBelow(inner: unknown, place: string | number, path: (string | number)[]): number {
  if (typeof inner !== 'object' || inner === null) return 0;
  path.push(place);
  const count = checkMembers(inner, path);
  path.pop();
  return count;
}

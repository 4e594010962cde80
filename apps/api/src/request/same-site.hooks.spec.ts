import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { rejectCrossSite } from './same-site.hooks.js';

const HOST = 'billhook.example';

/** As much of a request as the rule looks at. */
const request = (method: string, headers: Record<string, string>): FastifyRequest =>
  ({ method, headers, host: HOST }) as unknown as FastifyRequest;

const refused = (method: string, headers: Record<string, string>): boolean => {
  try {
    rejectCrossSite(request(method, headers));
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'cross_site' });
    return true;
  }
};

describe('refuseCrossSite', () => {
  it.each<[Record<string, string>, boolean]>([
    [{}, false],
    [{ 'sec-fetch-site': 'same-origin' }, false],
    [{ 'sec-fetch-site': 'none' }, false],
    [{ 'sec-fetch-site': 'same-site' }, true],
    [{ 'sec-fetch-site': 'cross-site' }, true],
    [{ 'sec-fetch-site': 'something-new' }, true],
    [{ 'sec-fetch-site': 'cross-site', origin: `https://${HOST}` }, true],
    [{ origin: `https://${HOST}` }, false],
    [{ origin: `https://${HOST}:443` }, false],
    [{ origin: `https://${HOST}:8443` }, true],
    [{ origin: `https://${HOST}.evil.example` }, true],
    [{ origin: `https://evil.example/${HOST}` }, true],
    [{ origin: `https://${HOST}@evil.example` }, true],
    [{ origin: 'null' }, true],
    [{ origin: '' }, true],
  ])('a change with %j is refused: %s', (headers, expected) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(refused(method, headers)).toBe(expected);
  });

  it('lets every reading be', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(refused(method, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(false);
    }
  });
});

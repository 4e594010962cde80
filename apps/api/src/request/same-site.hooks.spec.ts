import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { rejectCrossSite } from './same-site.hooks.js';

const HOST = 'billhook.example';

/** The parts of a request that the rule reads. */
const request = (method: string, headers: Record<string, string>): FastifyRequest =>
  ({ method, headers, host: HOST }) as unknown as FastifyRequest;

const isRejected = (method: string, headers: Record<string, string>): boolean => {
  try {
    rejectCrossSite(request(method, headers));
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: 'cross_site' });
    return true;
  }
};

describe('rejectCrossSite', () => {
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
  ])('a change with %j is rejected: %s', (headers, expected) => {
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) expect(isRejected(method, headers)).toBe(expected);
  });

  it('accepts every read', () => {
    for (const method of ['GET', 'HEAD', 'OPTIONS']) {
      expect(isRejected(method, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })).toBe(false);
    }
  });
});

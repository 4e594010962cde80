import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { isSpeculative } from './speculative-request.rules.js';

describe('isSpeculative', () => {
  it.each<[IncomingHttpHeaders, boolean]>([
    [{}, false],
    [{ 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }, false],
    [{ 'sec-purpose': 'prefetch' }, true],
    [{ 'sec-purpose': 'prefetch;prerender' }, true],
    [{ 'sec-purpose': 'Prefetch;anonymous-client-ip' }, true],
    [{ purpose: 'prefetch' }, true],
    [{ 'x-purpose': 'preview' }, true],
    [{ 'x-moz': 'prefetch' }, true],
    [{ purpose: 'billing' }, false],
    [{ 'sec-purpose': '' }, false],
  ])('%j: %s', (headers, expected) => {
    expect(isSpeculative(headers)).toBe(expected);
  });
});

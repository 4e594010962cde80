import { describe, expect, it } from '@jest/globals';
import type { FastifyRequest } from 'fastify';
import { surfaceOf, surfaceOfRequest, type Surface } from './surface.rules.js';

describe('surfaceOf', () => {
  it.each<[string, Surface]>([
    ['/v1', 'api'],
    ['/v1/', 'api'],
    ['/v1/clients?limit=1', 'api'],
    ['/v1?x=/app', 'api'],
    ['/v10/clients', 'none'],
    ['/v1x', 'none'],
    ['/V1/clients', 'none'],
    ['/app', 'settings-api'],
    ['/app/session', 'settings-api'],
    ['/apple', 'none'],
    ['/mcp', 'mcp'],
    ['/mcp?x=1', 'mcp'],
    ['/mcpx', 'none'],
    ['/portal/api', 'portal-api'],
    ['/portal/api/session', 'portal-api'],
    ['/portal/apis', 'none'],
    ['/portal/enter', 'none'],
    ['/public/api', 'public-page'],
    ['/public/api/document/viewed', 'public-page'],
    ['/public/apis', 'none'],
    ['/d/', 'none'],
    ['/portal/', 'none'],
    ['/settings/v1/', 'none'],
    ['/health/live', 'none'],
    ['/', 'none'],
    ['', 'none'],
  ])('of %s is %s', (url, surface) => {
    expect(surfaceOf(url)).toBe(surface);
  });
});

describe('surfaceOfRequest', () => {
  const of = (url: string, route?: string): Surface =>
    surfaceOfRequest({ url, routeOptions: { url: route } } as unknown as FastifyRequest);

  it('is that of the route, for any spelling of its address', () => {
    for (const url of [
      '/v1/clients',
      '/%761/clients',
      'http://elsewhere.example/v1/clients',
      '/settings/../v1/clients',
    ]) {
      expect(of(url, '/v1/clients')).toBe('api');
    }
    expect(of('/v1/clients', '/settings/*')).toBe('none');
  });

  it('is that of the address if there is no route, in any spelling', () => {
    for (const url of ['/v1/nothing', '/%761/nothing', '/v%31/nothing', 'http://elsewhere.example/v1/nothing']) {
      expect(of(url)).toBe('api');
    }
    expect(of('/v1/%zz')).toBe('api');
    expect(of('/nothing')).toBe('none');
  });
});

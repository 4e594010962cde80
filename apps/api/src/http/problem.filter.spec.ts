import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ProblemView } from '@billhook/contract/problem';
import { createLogger } from '@billhook/platform/logger';
import { NotFoundException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { fastify } from 'fastify';
import { ProblemFilter } from './problem.filter.js';
import { RouteTable } from './route-table.js';

const routes = new RouteTable();
const server = fastify();
const filter = new ProblemFilter(
  'https://billing.example',
  createLogger({ level: 'silent', pretty: false }),
  routes,
);

beforeAll(async () => {
  routes.watch(server);
  server.get('/v1/clients', () => ({}));
  server.get('/v1/clients/:id', () => ({}));
  server.setNotFoundHandler((request, reply) => {
    filter.catch(new NotFoundException(), new ExecutionContextHost([request, reply]));
  });
  await server.ready();
});
afterAll(() => server.close());

describe('a path with a slash too many', () => {
  it.each([
    ['/v1/clients/', 'The path is right without the slash at the end.'],
    ['/v1/clients/7/?a=b', 'The path is right without the slash at the end.'],
    ['/v1/clients//', 'Check the path against the reference.'],
    ['/v1/nothing/', 'Check the path against the reference.'],
    ['/v1/nothing', 'Check the path against the reference.'],
    ['/', 'Check the path against the reference.'],
  ])('%s is told: %s', async (url, detail) => {
    const answer = await server.inject({ method: 'GET', url });
    expect(answer.json<ProblemView>()).toMatchObject({ status: 404, code: 'route_not_found', detail });
  });
});

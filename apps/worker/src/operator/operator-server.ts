import type { Logger } from '@billhook/platform/logger';
import { createBullBoard } from '@bull-board/api';
import { BullMQAdapter } from '@bull-board/api/bullMQAdapter';
import { FastifyAdapter } from '@bull-board/fastify';
import type { Queue } from 'bullmq';
import { fastify, type FastifyInstance } from 'fastify';
import type { JobTimers } from '../jobs/job-timers.service.js';
import { JobTimersAdapter } from './job-timers-adapter.js';
import { requireOperator } from './operator-sign-in.hooks.js';

/** Like the other pages: nothing from other hosts. The page of Bull Board has inline styles, and a `<base>`. */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'self'; form-action 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
} as const;

/** The fonts of another host, which the policy would block with an error in the console. */
const FOREIGN_FONTS = /<link href="https:[^>]*>/g;

const READS = ['GET', 'HEAD'];

export interface OperatorServerParts {
  readonly queue: Queue;
  readonly timers: JobTimers;
  readonly password: string;
  readonly logger: Logger;
}

/** A server for Bull Board, which shows the queue and the jobs of this worker and changes nothing. */
export function createOperatorServer({ queue, timers, password, logger }: OperatorServerParts): FastifyInstance {
  const server = fastify({ logger: false, forceCloseConnections: true, bodyLimit: 1_024 });
  // In braces: a hook that returns the reply would have to send it.
  server.addHook('onRequest', async (_, reply) => {
    void reply.headers(HEADERS);
  });
  requireOperator(server, password, logger);
  server.addHook('onRequest', async ({ method }, reply) => {
    if (!READS.includes(method)) return reply.status(405).header('Allow', READS.join(', ')).send();
  });
  server.addHook('onSend', async (_, reply, payload) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html');
    return isPage && typeof payload === 'string' ? payload.replace(FOREIGN_FONTS, '') : payload;
  });
  const pages = new FastifyAdapter();
  createBullBoard({
    queues: [
      new BullMQAdapter(queue, { readOnlyMode: true, description: 'Wake-ups of the workers. Deliveries are rows.' }),
      new JobTimersAdapter(timers),
    ],
    serverAdapter: pages,
    options: { uiConfig: { boardTitle: 'Billhook operator', hideDocsLink: true, sortQueues: true } },
  });
  void server.register(pages.registerPlugin());
  return server;
}

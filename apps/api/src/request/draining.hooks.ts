import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const READINESS = '/health/ready';

/** Whether this process is about to stop. */
@Injectable()
export class Draining {
  private started = false;

  get isStarted(): boolean {
    return this.started;
  }

  /** From now on the process is not ready, serves every request, and ends its connections with their next response. */
  start(): void {
    this.started = true;
  }
}

/** Lets a proxy move its requests to other processes before this one stops listening, so that none of them fails. */
export function drainConnections(fastify: FastifyInstance, draining: Draining): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!draining.isStarted) return;
    void reply.header('Connection', 'close');
    if (request.url.split('?', 1)[0] === READINESS) {
      throw new Problem('not_ready', 'This process is stopping. Send requests to another process.', {
        extensions: { retryAfter: 5 },
      });
    }
  });
}

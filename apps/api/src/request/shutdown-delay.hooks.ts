import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';

const READINESS: readonly string[] = ['/health/serving', '/health/ready'];

/** Whether this process is about to stop. */
@Injectable()
export class ShutdownDelay {
  private ending: (() => void) | undefined;

  get isStarted(): boolean {
    return this.ending !== undefined;
  }

  /**
   * From now on the process is not ready, serves every request, and ends its connections with their next response.
   * @returns when the time is over, or after `end`
   */
  async run(ms: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.ending = resolve;
      timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
  }

  /** Ends the delay early. */
  end(): void {
    this.ending?.();
  }
}

/** Lets a proxy move its requests to other processes before this one stops listening, so that none of them fails. */
export function endConnections(fastify: FastifyInstance, delay: ShutdownDelay): void {
  fastify.addHook('onRequest', async (request, reply) => {
    if (!delay.isStarted) return;
    void reply.header('Connection', 'close');
    if (READINESS.includes(request.url.split('?', 1)[0] ?? '')) {
      throw new Problem('not_ready', 'This process is stopping. Send requests to another process.', {
        extensions: { retryAfter: 5 },
      });
    }
  });
}

import { BUSY_STATUS, once, type MessageStore } from './message-store.js';
import { checkSecrets, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

interface FastifyLike {
  addContentTypeParser(
    type: string,
    options: { parseAs: 'buffer' },
    parser: (request: never, body: Buffer, done: (error: Error | null, body?: unknown) => void) => void,
  ): unknown;
  removeContentTypeParser(type: string): unknown;
  post(path: string, handler: (request: FastifyLikeRequest, reply: FastifyLikeReply) => Promise<unknown>): unknown;
}

interface FastifyLikeRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

interface FastifyLikeReply {
  code(status: number): FastifyLikeReply;
  send(body?: unknown): unknown;
}

export interface WebhookRouteOptions {
  readonly path: string;
  readonly secrets: string | readonly string[] | undefined;
  readonly handle: (event: WebhookEvent) => unknown;
  /** Remembers messages: a repeat gets 204 and is not handled again. */
  readonly store?: MessageStore | undefined;
}

/**
 * A Fastify plugin with the route of a receiver. Register it in a scope: within it, JSON bodies stay raw.
 * @throws WebhookVerificationError if the secret is missing or malformed
 */
export function billhookWebhook(
  app: FastifyLike,
  { path, secrets, handle, store }: WebhookRouteOptions,
  done: () => void,
): void {
  const valid = checkSecrets(secrets);
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_, body, parsed) => parsed(null, body));
  app.post(path, async (request, reply) => {
    try {
      const event = await verify(request.body as Uint8Array, request.headers, valid);
      const state = await once(store, event.id, () => handle(event));
      return reply.code(state === 'busy' ? BUSY_STATUS : 204).send();
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return reply.code(400).send(error.message);
    }
  });
  done();
}

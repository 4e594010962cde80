import { checkSecrets, verify, WebhookVerificationError, type WebhookEvent } from './verify.js';

/**
 * A handler for servers with the `Request` and `Response` of fetch: Next (`export const POST = webhookHandler(…)`), Hono
 * (`app.post('/hooks', (c) => handler(c.req.raw))`), Deno, Bun, Cloudflare. Responds with 204, or with 400 for what is not genuine.
 * @throws WebhookVerificationError if the secret is missing or malformed
 */
export function webhookHandler(
  secrets: string | readonly string[] | undefined,
  handle: (event: WebhookEvent, request: Request) => unknown,
): (request: Request) => Promise<Response> {
  const valid = checkSecrets(secrets);
  return async (request) => {
    let event: WebhookEvent;
    try {
      event = await verify(await request.arrayBuffer(), request.headers, valid);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      return new Response(error.message, { status: 400, headers: { 'content-type': 'text/plain; charset=utf-8' } });
    }
    await handle(event, request);
    return new Response(null, { status: 204 });
  };
}

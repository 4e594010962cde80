import type { FastifyInstance } from 'fastify';

/** Adds what injected requests lack: the headers as Node lists them, each once here. Register it before all other hooks. */
export function completeInjectedRequests(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', async ({ raw }) => {
    if (raw.headersDistinct as typeof raw.headersDistinct | undefined) return;
    const lists = Object.entries(raw.headers).map(([name, value]) => [name, [value ?? []].flat()]);
    Object.defineProperty(raw, 'headersDistinct', { value: Object.fromEntries(lists) as typeof raw.headersDistinct });
  });
}

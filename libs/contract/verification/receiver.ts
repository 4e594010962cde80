import { createServer, type IncomingMessage } from 'node:http';
import { verify } from './verify.js';

const secret = process.env.BILLHOOK_WEBHOOK_SECRET ?? '';
if (!/^wh(sec|pk)_/.test(secret)) throw new Error('The signing secret of the endpoint is missing or malformed.');

// Messages repeat. A database remembers their ids after a restart as well.
const handled = new Set<string>();

async function receive(request: IncomingMessage): Promise<number> {
  if (request.method !== 'POST' || request.url !== '/webhooks/billhook') return 404;
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const headers = request.headers as Record<string, string | undefined>;
    const event = verify(secret, headers, body);
    if (handled.has(event.id)) return 204;
    console.log(event.id);
    handled.add(event.id);
    return 204;
  } catch {
    return 400;
  }
}

createServer((request, response) => {
  void receive(request).then((status) => response.writeHead(status).end());
}).listen(4000);

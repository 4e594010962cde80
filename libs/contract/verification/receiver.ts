import { createServer } from 'node:http';
import { verify } from './verify.js';

createServer(async (request, response) => {
  if (request.method !== 'POST' || request.url !== '/webhooks/billhook') return response.writeHead(404).end();
  const body = Buffer.concat(await request.toArray()).toString();
  try {
    const headers = request.headers as Record<string, string | undefined>;
    const event = verify(process.env.BILLHOOK_WEBHOOK_SECRET ?? '', headers, body);
    console.log(event.id);
    return response.writeHead(204).end();
  } catch {
    return response.writeHead(400).end();
  }
}).listen(4000);

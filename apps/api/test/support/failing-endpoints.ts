import type { ClientView } from '@billhook/contract/invoicing/client';
import type { ListOf } from '@billhook/contract/shared/page';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { selfSigned } from '@billhook/testing/certificates';
import { freePort } from '@billhook/testing/free-port';
import { eventually } from '@billhook/testing/patience';
import { TlsReceiver } from '@billhook/testing/tls-receiver';
import { ENDPOINTS, type WebhookWorld } from './webhooks.js';

/** Why a delivery fails, by the end of the URL of its endpoint. */
export const FAILURES = {
  dns: 'The host name is not known to DNS',
  refused: 'Connection refused',
  tls: 'TLS: the certificate has expired',
  timeout: 'No response within 2 s',
  http500: 'HTTP 500',
  http410: 'HTTP 410 Gone',
} as const;
type Failure = keyof typeof FAILURES;

/**
 * Creates an endpoint for each failure, and changes a client, which sends all of them a message that fails.
 * @param hooks knows no name in DNS
 * @returns stops the receiver that has an expired certificate
 */
export async function failEachWay(hooks: WebhookWorld): Promise<() => Promise<void>> {
  const { key, receiver, engine } = hooks;
  const tls = await new TlsReceiver(await selfSigned({ host: '127.0.0.1', days: -1 })).start();
  receiver.answer('/why/timeout', 'hang');
  receiver.answer('/why/http500', { status: 500 });
  receiver.answer('/why/http410', { status: 410 });
  const origins: Readonly<Record<Failure, string>> = {
    dns: 'http://missing.example',
    refused: `http://127.0.0.1:${await freePort()}`,
    tls: `https://127.0.0.1:${tls.port}`,
    timeout: receiver.url,
    http500: receiver.url,
    http410: receiver.url,
  };
  const ids: number[] = [];
  for (const [failure, origin] of Object.entries(origins)) {
    const endpoint = await hooks.create({ url: `${origin}/why/${failure}`, eventTypes: ['client.updated'] });
    ids.push(endpoint.id);
  }
  const { body: clients } = await key.call<ListOf<ClientView>>('GET', '/v1/clients');
  await key.call('PATCH', `/v1/clients/${clients.data[0]?.id}`, { body: { name: 'Atelier Lumen' } });
  await engine.sweep();
  for (const id of ids) {
    await eventually(`endpoint ${id} has failed`, async () => {
      const { body } = await key.call<WebhookEndpointView>('GET', `${ENDPOINTS}/${id}`);
      return body.health.lastFailure ?? undefined;
    });
  }
  return () => tls.stop();
}

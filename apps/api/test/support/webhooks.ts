import type { ListOf } from '@billhook/contract/shared/page';
import type { WebhookDeliveryView } from '@billhook/contract/webhooks/delivery';
import type { WebhookEndpointView } from '@billhook/contract/webhooks/endpoint';
import { UnitOfWork } from '@billhook/db/unit-of-work';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { createLogger } from '@billhook/platform/logger';
import { eventually } from '@billhook/testing/patience';
import { Receiver } from '@billhook/testing/receiver';
import { AttemptSender } from '@billhook/webhooks/attempts/attempt-sender';
import { EgressGuard } from '@billhook/webhooks/attempts/egress-guard';
import { DeliveryStates } from '@billhook/webhooks/deliveries/delivery-states.repository';
import { EndpointStates } from '@billhook/webhooks/endpoints/endpoint-states';
import { CellEngines, type CellEngine } from '@billhook/webhooks/engine/cell-engines';
import { DeliveryEngine } from '@billhook/webhooks/engine/delivery-engine';
import type { InFlightTotals } from '@billhook/webhooks/engine/in-flight-deliveries';
import { Relay } from '@billhook/webhooks/engine/relay';
import { RelayTurn } from '@billhook/webhooks/engine/relay-turn';
import { WorkerHeartbeat } from '@billhook/webhooks/engine/worker-heartbeat';
import { TestApi } from './api.js';
import { clientBody } from './bodies.js';
import { World, type KeyCaller } from './world.js';

export const ENDPOINTS = '/v1/webhook-endpoints';
export const DELIVERIES = '/v1/webhook-deliveries';
export const endpointBody = { url: 'https://example.com/hooks', eventTypes: ['client.created', 'invoice.paid'] };

export type CreatedEndpoint = WebhookEndpointView & { readonly secret: string };

/** The application with a receiver and the engine of the worker, which runs on request. */
export class WebhookWorld {
  private constructor(
    readonly api: TestApi,
    readonly world: World,
    public key: KeyCaller,
    readonly receiver: Receiver,
    public engine: CellEngines,
  ) {}

  /** @param settings environment variables that differ from the defaults of tests */
  static async start(settings: Readonly<Record<string, string>> = {}): Promise<WebhookWorld> {
    const api = await TestApi.start(settings);
    const world = new World(api);
    return new WebhookWorld(api, world, await world.key(), await new Receiver().start(), engineOf(api));
  }

  async stop(): Promise<void> {
    await this.engine.stop(0);
    await this.receiver.stop();
    await this.api.stop();
  }

  async create(overrides: object = {}, caller = this.key): Promise<CreatedEndpoint> {
    const answer = await caller.call<CreatedEndpoint>('POST', ENDPOINTS, { body: { ...endpointBody, ...overrides } });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.body;
  }

  /** An endpoint at a path of the receiver, and a delivery to it that has reached a status. */
  async deliver(path: string, status: string): Promise<{ endpoint: CreatedEndpoint; delivery: WebhookDeliveryView }> {
    const endpoint = await this.create({ url: this.receiver.url + path });
    const client = await this.key.call('POST', '/v1/clients', { body: clientBody });
    if (client.status !== 201) throw new Error(client.text);
    await this.engine.sweep();
    return { endpoint, delivery: await this.settled(endpoint.id, status) };
  }

  /** Replaces the engine, which keeps looking for 150 ms after an event, by one that looks only on request. */
  async restEngine(): Promise<void> {
    await this.engine.stop(0);
    this.engine = engineOf(this.api);
  }

  async settled(endpointId: number, status: string): Promise<WebhookDeliveryView> {
    const query = `${DELIVERIES}?endpointId=${endpointId}&status=${status}`;
    const first = async () => (await this.key.call<ListOf<WebhookDeliveryView>>('GET', query)).body.data[0];
    return eventually(`a delivery to endpoint ${endpointId} is ${status}`, first);
  }

  /** Lets the time pass until an access has expired: both sides have stored when. */
  async expire(grantId: number): Promise<void> {
    for (const [table, key] of [
      ['oauth_grants', 'id'],
      ['webhook_grants', 'grant_id'],
    ] as const) {
      await this.api.database.query({
        name: `test_expire_${table}`,
        text: `UPDATE ${table} SET expires_at = now() - interval '1 s' WHERE ${key} = $1`,
        values: [grantId],
      });
    }
  }

  /** The audit entries of a target, oldest first. */
  async audited(target: number): Promise<string[]> {
    const rows = await this.api.database.query<{ action: string }>({
      name: 'test_audited',
      text: 'SELECT action FROM audit_log WHERE company_id = $1 AND target = $2 ORDER BY id',
      values: [this.key.companyId, String(target)],
    });
    return rows.map(({ action }) => action);
  }
}

function engineOf(api: TestApi): CellEngines {
  const uow = api.app.get(UnitOfWork);
  const logger = createLogger('test', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const deliveries = new DeliveryStates(api.database, uow);
  const sender = new AttemptSender({ guard: api.app.get(EgressGuard), timeoutMs: 2_000 });
  const shared = { send: sender.send.bind(sender), close: () => Promise.resolve() };
  const create = (totals: InFlightTotals): CellEngine => {
    const heartbeat = new WorkerHeartbeat(api.database, logger);
    const engine = new DeliveryEngine({
      observer: { attempt: () => ({ traceparent: undefined, ended: () => undefined }) },
      relay: new RelayTurn(uow, new Relay(uow, { fanOut: true, firstWaitMs: 0 }), deliveries),
      ...{ deliveries, heartbeat, totals },
      states: new EndpointStates(uow),
      publicUrl: 'https://billing.example',
      sender: shared,
      secrets: api.app.get(AppSecrets),
      logger,
      schedule: [0, 600],
      enabled: true,
    });
    return { engine, heartbeat };
  };
  const engines = new CellEngines(api.cells, create, sender);
  engines.follow();
  return engines;
}

import { WebhookEndpointsService } from '@billhook/api/webhooks/endpoints/endpoints.service';
import { CreateWebhookEndpoint } from '@billhook/contract/webhooks/endpoint';
import { Database } from '@billhook/db/database';
import { insertRows } from '@billhook/db/row';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { DAY_MS, HOUR_MS } from '@billhook/domain/shared/durations';
import { dueNotice } from '@billhook/domain/webhooks/endpoint-health';
import { ENV, type Env } from '@billhook/platform/env';
import { WebhookDelivery } from '@billhook/webhooks/deliveries/delivery.entity';
import {
  disableGone,
  eventsSinceCreation,
  insertPastAttempts,
  insertPastHours,
  insertPastRuns,
  setPastState,
} from '@billhook/webhooks/demo-history/demo-history.repository';
import { histogramOf } from '@billhook/webhooks/endpoints/latency.rules';
import { Relay } from '@billhook/webhooks/engine/relay';
import type { INestApplicationContext } from '@nestjs/common';
import type { ChronicleActor } from './chronicle-player.js';
import { deliveryHistory, type DeliveryHistory, type PlayedAttempt } from './delivery-history.js';
import { demoReceivers } from './demo-receivers.js';
import type { Timetable } from './timetable.js';

/** The age of the endpoints, in days. */
const MADE = 80;

/** Older attempts are left out: each day of attempts is a table, which the first worker creates before it delivers anything. */
const ATTEMPTS_DAYS = 14;

/**
 * Creates endpoints and their deliveries since their creation, as the engine would have written them.
 * @param receiverUrl the URL of a running receiver
 */
export function planWebhooks(
  app: INestApplicationContext,
  timetable: Timetable,
  by: ChronicleActor,
  receiverUrl: string,
): void {
  const { today: now } = timetable;
  timetable.plan(MADE, async () => {
    const uow = app.get(UnitOfWork);
    // Prevents the first worker from delivering a whole year.
    const relay = new Relay(uow, { fanOut: false, firstWaitMs: 0 });
    while ((await relay.run()).more);

    const { WEBHOOK_RETRY_SCHEDULE: schedule, PUBLIC_URL: publicUrl } = app.get<Env>(ENV);
    const histories: DeliveryHistory[] = [];
    for (const receiver of demoReceivers(now, receiverUrl)) {
      const body = CreateWebhookEndpoint.parse(receiver.endpoint);
      const { endpoint, secret } = await app.get(WebhookEndpointsService).create(by, body);
      const events = await eventsSinceCreation(app.get(Database), endpoint);
      histories.push(deliveryHistory(events, { endpoint, secret, receiver, schedule, publicUrl, now }));
    }
    await uow.run(async (tx) => {
      await writeDeliveries(tx, histories, now);
      for (const history of histories) {
        await writeEndpoint(tx, history, now);
        await insertPastRuns(tx, history.endpointId, by.label, history.runs);
      }
    });
    for (const { endpointId, goneAt } of histories) {
      if (!goneAt) continue;
      timetable.planAt(goneAt, async () => {
        await uow.run((tx) => disableGone(tx, endpointId, goneAt));
      });
    }
  });
}

async function writeDeliveries(tx: Tx, histories: readonly DeliveryHistory[], now: Date): Promise<void> {
  const played = histories.flatMap(({ deliveries }) => deliveries);
  // Lists are ordered by ids, which follow the order of sending.
  played.sort((a, b) => a.row.createdAt.getTime() - b.row.createdAt.getTime());
  const rows = played.map(({ row }) => row);
  const ids = await insertRows(tx, WebhookDelivery, rows);
  const since = now.getTime() - ATTEMPTS_DAYS * DAY_MS;
  const attempts = ids.flatMap((deliveryId, n) =>
    (played[n]?.attempts ?? []).map((attempt) => ({ ...attempt, deliveryId })),
  );
  const kept = attempts.filter(({ startedAt }) => startedAt.getTime() >= since);
  await insertPastAttempts(tx, kept);
}

async function writeEndpoint(tx: Tx, { endpointId, deliveries, state }: DeliveryHistory, now: Date): Promise<void> {
  const stats = statsOf(deliveries.flatMap(({ attempts }) => attempts));
  await insertPastHours(tx, endpointId, stats);
  const last = deliveries.length;
  // No one reads the emails of the demo: notices that are due count as sent.
  const notice = dueNotice({ ...state, heldUntil: null, notice: null, noticeAt: null }, now);
  await setPastState(tx, { ...state, endpointId, last, notice, noticeAt: notice && now });
}

const endOf = ({ startedAt, durationMs }: PlayedAttempt): number => startedAt.getTime() + durationMs;

/** The statistics of each hour. */
function statsOf(attempts: readonly PlayedAttempt[]) {
  const hours = new Map<number, PlayedAttempt[]>();
  for (const attempt of attempts) {
    const hour = Math.floor(endOf(attempt) / HOUR_MS) * HOUR_MS;
    hours.set(hour, [...(hours.get(hour) ?? []), attempt]);
  }
  return [...hours].map(([hour, ended]) => {
    const durations = ended.map(({ durationMs }) => durationMs);
    const successes = ended.filter(({ outcome }) => outcome === 'Succeeded').map(endOf);
    const succeeded = successes.length;
    return {
      hour: new Date(hour),
      succeeded,
      failed: ended.length - succeeded,
      durationMs: durations.reduce((sum, duration) => sum + duration, 0),
      histogram: histogramOf(durations),
      lastSuccessAt: succeeded > 0 ? new Date(Math.max(...successes)) : null,
    };
  });
}

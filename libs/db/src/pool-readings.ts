import type { Readings } from '@billhook/platform/metrics/meter';
import type { DataSource } from 'typeorm';
import { poolOf } from './unit-of-work.js';

/** The state of the connection pool, for a scrape. */
export function poolReadings(source: DataSource): Readings {
  const { totalCount, idleCount, waitingCount } = poolOf(source);
  const counts = { used: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  return {
    billhook_db_pool_connections: Object.entries(counts).map(([state, value]) => ({ labels: { state }, value })),
  };
}

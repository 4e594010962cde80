import type { KeyActivityView, KeyTrafficView } from '@billhook/contract/identity/key-traffic';
import { KEY_OUTCOMES, type KeyOutcome } from '@billhook/domain/identity/key-outcome';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { KeyHost, KeyPermission } from '@billhook/identity/key-traffic/key-traffic.entity';
import type { DayCount, EndedKeyCalls, RouteCount } from '@billhook/identity/key-traffic/key-traffic.repository';
import { softwareOf } from '../../request/origin.rules.js';

type OutcomeCounts = Record<KeyOutcome, number>;

interface Counted {
  readonly outcome: KeyOutcome;
  readonly count: number;
}

function sums(counted: readonly Counted[]): OutcomeCounts {
  const counts = { ok: 0, refused: 0, limited: 0, failed: 0, dead: 0 };
  for (const { outcome, count } of counted) counts[outcome] += count;
  return counts;
}

const total = (counts: OutcomeCounts): number => KEY_OUTCOMES.reduce((sum, outcome) => sum + counts[outcome], 0);

export interface TrafficRows {
  readonly days: readonly DayCount[];
  readonly routes: readonly RouteCount[];
  readonly hosts: readonly KeyHost[];
  readonly permissions: readonly KeyPermission[];
}

/**
 * @param window its days, `YYYY-MM-DD`
 * @param scopes the permissions of the key
 */
export function presentTraffic(
  { days, routes, hosts, permissions }: TrafficRows,
  window: readonly string[],
  scopes: readonly Permission[],
): KeyTrafficView {
  const lastUsed = new Map(permissions.map(({ permission, lastUsedAt }) => [permission, lastUsedAt]));
  return {
    days: window.map((day) => ({ day, ...sums(days.filter((each) => each.day === day)) })),
    routes: presentRoutes(routes),
    hosts: hosts.map(({ ip, userAgent, dead, firstAt, lastAt, count, lastMethod, lastRoute }) => ({
      ...{ ip, userAgent, dead, lastMethod, lastRoute },
      ...softwareOf(userAgent),
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
      requests: count,
    })),
    permissions: scopes.map((permission) => ({
      permission,
      lastUsedAt: lastUsed.get(permission)?.toISOString() ?? null,
    })),
  };
}

function presentRoutes(counts: readonly RouteCount[]): KeyTrafficView['routes'] {
  const views = new Map<string, KeyTrafficView['routes'][number]>();
  for (const { method, route, outcome, count } of counts) {
    const view = views.get(`${method} ${route}`) ?? { method, route, ...sums([]) };
    view[outcome] += count;
    views.set(`${method} ${route}`, view);
  }
  const name = ({ method, route }: KeyTrafficView['routes'][number]): string => `${route} ${method}`;
  return [...views.values()].sort((a, b) => total(b) - total(a) || name(a).localeCompare(name(b)));
}

/** @param ids in the order of the response */
export function presentActivity(
  ids: readonly number[],
  days: readonly DayCount[],
  window: readonly string[],
  dead: readonly EndedKeyCalls[],
): KeyActivityView {
  const living = days.filter(({ outcome }) => outcome !== 'dead');
  const onDay = (id: number, day: string): number =>
    living.reduce((sum, each) => (each.keyId === id && each.day === day ? sum + each.count : sum), 0);
  return {
    data: ids.map((id) => ({ id, days: window.map((day) => onDay(id, day)) })),
    dead: dead.map((key) => ({ ...key, lastAt: key.lastAt.toISOString(), hosts: [...key.hosts] })),
  };
}

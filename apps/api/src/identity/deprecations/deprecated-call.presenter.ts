import type { DeprecatedCallList, DeprecatedRouteView } from '@billhook/contract/identity/deprecation';
import type { DeprecatedRoute, DeprecatedRoutes } from '../../request/routes/deprecated-routes.js';
import type { CallRow } from '@billhook/identity/deprecations/deprecated-calls.repository';

/** Calls grouped by route, in their order. Routes that are gone or no longer deprecated are left out. */
export function presentDeprecatedCalls(rows: readonly CallRow[], routes: DeprecatedRoutes): DeprecatedCallList {
  const data = new Map<DeprecatedRoute, DeprecatedRouteView>();
  for (const row of rows) {
    const route = routes.find(row);
    if (!route) continue;
    const view = data.get(route) ?? presentRoute(route);
    view.keys.push(presentCaller(row));
    data.set(route, view);
  }
  return { data: [...data.values()] };
}

function presentRoute({ method, route, since, sunset, successor, guide }: DeprecatedRoute): DeprecatedRouteView {
  return { method, route, since, sunset, successor: successor ?? null, guide: `/docs/${guide}`, keys: [] };
}

function presentCaller(row: CallRow): DeprecatedRouteView['keys'][number] {
  return {
    id: row.keyId,
    name: row.keyName,
    prefix: row.prefix,
    creator: { id: row.memberId, name: row.memberName, email: row.memberEmail },
    firstCallAt: row.firstAt.toISOString(),
    lastCallAt: row.lastAt.toISOString(),
    calls: row.count,
  };
}

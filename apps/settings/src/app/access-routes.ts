import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../audit/audit-search.js';
import { rootRoute } from './root-route.js';

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../audit/audit-page.js'), 'AuditPage'),
});

/** Who may do what, and who did. */
export const accessRoutes = [auditRoute] as const;

import { CrashPage } from '@billhook/ui/components/problem-page';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { companyKeySearch, keySearch } from '../api-keys/key-search.js';
import { documentRoutes } from './document-routes.js';
import { FirstPage } from './first-page.js';
import { moneyRoutes } from './money-routes.js';
import { rootRoute } from './root-route.js';

const indexRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: FirstPage });

const myKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  validateSearch: keySearch,
  component: lazyRouteComponent(() => import('../api-keys/my-keys-page.js'), 'MyKeysPage'),
});

const companyKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company-keys',
  validateSearch: companyKeySearch,
  component: lazyRouteComponent(() => import('../company-keys/company-keys-page.js'), 'CompanyKeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('../webhooks/webhooks-page.js'), 'WebhooksPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    indexRoute,
    ...documentRoutes,
    ...moneyRoutes,
    myKeysRoute,
    companyKeysRoute,
    webhooksRoute,
  ]),
  basepath: '/settings',
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  trailingSlash: 'never',
});

// A new page is read from its start: the focus follows, as it would after loading a document.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('main')?.focus();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

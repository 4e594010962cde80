import { CrashPage, NotFoundPage } from '@billhook/ui/components/problem-page';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { companyKeySearch, keySearch } from '../api-keys/key-search.js';
import { RootLayout } from './root-layout.js';

const rootRoute = createRootRoute({
  component: RootLayout,
  errorComponent: CrashPage,
  notFoundComponent: () => <NotFoundPage home="/settings/" />,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/api-keys', replace: true });
  },
});

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
  routeTree: rootRoute.addChildren([indexRoute, myKeysRoute, companyKeysRoute, webhooksRoute]),
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

import { CrashPage, NotFoundPage } from '@billhook/ui/components/problem-page';
import { deliverySearch } from '@billhook/webhook-screens/deliveries/delivery-search';
import { endpointSearch } from '@billhook/webhook-screens/endpoints/endpoint-search';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { PortalLayout } from './portal-layout.js';

const rootRoute = createRootRoute({
  component: PortalLayout,
  errorComponent: CrashPage,
  notFoundComponent: () => <NotFoundPage home="/portal/" />,
});

const endpointsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('@billhook/webhook-screens/endpoints/endpoints-page'), 'EndpointsPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/endpoints/$endpointId',
  validateSearch: endpointSearch,
  component: lazyRouteComponent(() => import('@billhook/webhook-screens/endpoints/endpoint-page'), 'EndpointPage'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deliveries',
  validateSearch: deliverySearch,
  component: lazyRouteComponent(() => import('@billhook/webhook-screens/deliveries/deliveries-page'), 'DeliveriesPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([endpointsRoute, endpointRoute, deliveriesRoute]),
  basepath: '/portal',
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
});

// A new page is read from its start: the focus moves, as it does after loading a document.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('main')?.focus();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

// In the first script, which every other page imports as well.
import '@billhook/webhook-screens/endpoint-list/endpoints-page';
import { CrashPage, NotFoundPage } from '@billhook/ui/components/problem-page';
import { restoreScroll } from '@billhook/ui/restore-scroll';
import { MOVED_WEBHOOK_PAGES, WEBHOOK_PAGES } from '@billhook/webhook-screens/webhook-pages';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { PortalLayout } from './portal-layout.js';

const rootRoute = createRootRoute({
  component: PortalLayout,
  errorComponent: CrashPage,
  notFoundComponent: () => <NotFoundPage home="/portal/" />,
});

const pages = WEBHOOK_PAGES.map(({ path, page }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: lazyRouteComponent(page),
  }),
);

const moved = MOVED_WEBHOOK_PAGES.map(({ from, to }) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path: from,
    beforeLoad: () => {
      throw redirect({ to, replace: true });
    },
  }),
);

export const router = createRouter({
  routeTree: rootRoute.addChildren([...pages, ...moved]),
  basepath: '/portal',
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
});

restoreScroll(router);

// A new page is read from its start: the focus moves, as it does after loading a document.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('main')?.focus();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

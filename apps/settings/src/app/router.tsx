import { CrashPage } from '@billhook/ui/components/problem-page';
import { restoreScroll } from '@billhook/ui/restore-scroll';
import { createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { withHomeTexts } from '../shared/texts/with-home-texts.js';
import { accessRoutes } from './access-routes.js';
import { applicationRoutes } from './application-routes.js';
import { documentRoutes } from './document-routes.js';
import { keyRoutes } from './key-routes.js';
import { moneyRoutes } from './money-routes.js';
import { page, rootRoute } from './root-route.js';
import { webhooksRoute } from './webhooks-routes.js';

const homeRoute = createRoute({
  ...page('/'),
  component: lazyRouteComponent(() => withHomeTexts(import('../invoicing/home/home-page.js')), 'HomePage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    homeRoute,
    ...documentRoutes,
    ...moneyRoutes,
    ...accessRoutes,
    ...keyRoutes,
    ...applicationRoutes,
    webhooksRoute,
  ]),
  basepath: '/settings',
  defaultPreload: 'intent',
  defaultErrorComponent: CrashPage,
  trailingSlash: 'never',
});

restoreScroll(router);

// The focus moves to the start of a new page, as after loading a document.
router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
  if (fromLocation && pathChanged) document.getElementById('main')?.focus();
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Whether it is open without a session. */
    readonly public?: boolean;
    /** Whether it has no navigation, for pages to which another program sends its user. */
    readonly bare?: boolean;
  }
}

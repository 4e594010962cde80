import { addTexts } from '@billhook/ui/i18n';
import { texts } from '@billhook/webhook-screens/texts/texts';
import { MOVED_WEBHOOK_PAGES, WEBHOOK_PAGES } from '@billhook/webhook-screens/webhook-pages';
import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from './root-route.js';

/** Loads the texts of the webhook pages, which other pages of the settings do not need. */
async function loadLayout() {
  const [layout] = await Promise.all([import('../webhooks/webhooks-layout.js'), addTexts(texts)]);
  return layout;
}

/** The pages of the webhook portal, within the settings. */
export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(loadLayout, 'WebhooksLayout'),
});

/** Not as a literal: the type of the router does not know the pages of the table. */
const webhooksPage = (path: string): string => `/webhooks${path}`;

// Not in the type of the route: the paths come from a table, and links to them are relative to its base.
webhooksRoute.addChildren([
  ...WEBHOOK_PAGES.map(({ path, page }) =>
    createRoute({
      getParentRoute: () => webhooksRoute,
      path,
      component: lazyRouteComponent(page),
    }),
  ),
  ...MOVED_WEBHOOK_PAGES.map(({ from, to }) =>
    createRoute({
      getParentRoute: () => webhooksRoute,
      path: from,
      beforeLoad: () => {
        throw redirect({ to: webhooksPage(to), replace: true });
      },
    }),
  ),
]);

import { addTexts } from '@billhook/ui/i18n';
import { texts } from '@billhook/webhook-screens/texts/texts';
import { WEBHOOK_PAGES } from '@billhook/webhook-screens/webhook-pages';
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
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

// Not in the type of the route: the paths come from a table, and links to them are relative to its base.
webhooksRoute.addChildren(
  WEBHOOK_PAGES.map(({ path, page }) =>
    createRoute({
      getParentRoute: () => webhooksRoute,
      path,
      component: lazyRouteComponent(page),
    }),
  ),
);

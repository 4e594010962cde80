import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyKeySearch, keyPageSearch, keySearch } from '../identity/keys/key-search.js';
import { requestSearch } from '../identity/request-log/request-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { recordParams, rootRoute } from './root-route.js';

const myKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys',
  validateSearch: keySearch,
  component: lazyRouteComponent(() => import('../identity/keys/key-list/my-keys-page.js'), 'MyKeysPage'),
});

const myKeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/api-keys/$id',
  params: recordParams,
  validateSearch: keyPageSearch,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/keys/key-page/key-page.js')), 'MyKeyPage'),
});

const companyKeysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company-keys',
  validateSearch: companyKeySearch,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/company-keys/company-keys-page.js')),
    'CompanyKeysPage',
  ),
});

const companyKeyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/company-keys/$id',
  params: recordParams,
  validateSearch: keyPageSearch,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/keys/key-page/key-page.js')),
    'CompanyKeyPage',
  ),
});

const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logs',
  validateSearch: requestSearch,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/request-log/requests-page.js')),
    'RequestsPage',
  ),
});

const requestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logs/$id',
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/request-log/request-page.js')), 'RequestPage'),
});

/** Keys: the member's own, and all of the company; and the requests that they made. */
export const keyRoutes = [
  myKeysRoute,
  myKeyRoute,
  companyKeysRoute,
  companyKeyRoute,
  requestsRoute,
  requestRoute,
] as const;

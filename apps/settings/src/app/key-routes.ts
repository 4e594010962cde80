import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { companyKeySearch, keyPageSearch, keySearch } from '../identity/keys/key-search.js';
import { requestSearch } from '../identity/request-log/request-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { page, recordPage } from './root-route.js';

/** Keys: the member's own, and all of the company; and the requests that they made. */
export const keyRoutes = [
  createRoute({
    ...page('/api-keys'),
    validateSearch: keySearch,
    component: lazyRouteComponent(() => import('../identity/keys/key-list/my-keys-page.js'), 'MyKeysPage'),
  }),
  createRoute({
    ...recordPage('/api-keys/$id'),
    validateSearch: keyPageSearch,
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/keys/key-page/key-page.js')), 'MyKeyPage'),
  }),
  createRoute({
    ...page('/company-keys'),
    validateSearch: companyKeySearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/company-keys/company-keys-page.js')),
      'CompanyKeysPage',
    ),
  }),
  createRoute({
    ...recordPage('/company-keys/$id'),
    validateSearch: keyPageSearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/keys/key-page/key-page.js')),
      'CompanyKeyPage',
    ),
  }),
  createRoute({
    ...page('/logs'),
    validateSearch: requestSearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/request-log/requests-page.js')),
      'RequestsPage',
    ),
  }),
  createRoute({
    ...page('/logs/$id'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/request-log/request-page.js')),
      'RequestPage',
    ),
  }),
] as const;

import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { applicationSearch, deviceSearch } from '../identity/applications/application-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { page, recordPage } from './root-route.js';

/** Applications: their authorisation, one's own, and those in the company. */
export const applicationRoutes = [
  createRoute({
    ...page('/oauth/consent/$uid'),
    staticData: { bare: true },
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/consent/consent-page.js')), 'ConsentPage'),
  }),
  createRoute({
    ...page('/oauth/device'),
    staticData: { bare: true },
    validateSearch: deviceSearch,
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/consent/device-page.js')), 'DevicePage'),
  }),
  createRoute({
    ...page('/oauth/test'),
    staticData: { public: true },
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/sign-in-test-page.js')),
      'SignInTestPage',
    ),
  }),
  createRoute({
    ...page('/applications'),
    validateSearch: applicationSearch,
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/authorised-page.js')),
      'AuthorisedPage',
    ),
  }),
  createRoute({
    ...recordPage('/applications/authorised/$id'),
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/applications/grant-page.js')), 'GrantPage'),
  }),
  createRoute({
    ...page('/applications/registered'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/my-applications-page.js')),
      'MyApplicationsPage',
    ),
  }),
  createRoute({
    ...recordPage('/applications/registered/$id'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/application-page.js')),
      'ApplicationPage',
    ),
  }),
  createRoute({
    ...page('/applications/company'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/company-applications-page.js')),
      'CompanyApplicationsPage',
    ),
  }),
  createRoute({
    ...recordPage('/applications/company/$id'),
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/applications/company-application-page.js')),
      'CompanyApplicationPage',
    ),
  }),
] as const;

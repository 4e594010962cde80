import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { applicationSearch, deviceSearch } from '../identity/applications/application-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { recordParams, rootRoute } from './root-route.js';

const consentRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/consent/$uid',
  staticData: { bare: true },
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/consent/consent-page.js')), 'ConsentPage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/device',
  staticData: { bare: true },
  validateSearch: deviceSearch,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/consent/device-page.js')), 'DevicePage'),
});

const signInTestRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth/test',
  staticData: { public: true },
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/sign-in-test-page.js')),
    'SignInTestPage',
  ),
});

const authorisedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications',
  validateSearch: applicationSearch,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/authorised-page.js')),
    'AuthorisedPage',
  ),
});

const grantRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/authorised/$id',
  params: recordParams,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/applications/grant-page.js')), 'GrantPage'),
});

const registeredRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/registered',
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/my-applications-page.js')),
    'MyApplicationsPage',
  ),
});

const applicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/registered/$id',
  params: recordParams,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/application-page.js')),
    'ApplicationPage',
  ),
});

const companyApplicationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/company',
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/company-applications-page.js')),
    'CompanyApplicationsPage',
  ),
});

const companyApplicationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/applications/company/$id',
  params: recordParams,
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/applications/company-application-page.js')),
    'CompanyApplicationPage',
  ),
});

/** Applications: their authorisation, one's own, and those in the company. */
export const applicationRoutes = [
  consentRoute,
  deviceRoute,
  signInTestRoute,
  authorisedRoute,
  grantRoute,
  registeredRoute,
  applicationRoute,
  companyApplicationsRoute,
  companyApplicationRoute,
] as const;

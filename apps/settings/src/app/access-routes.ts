import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../identity/audit/audit-search.js';
import { memberSearch } from '../identity/members/member-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { recordParams, rootRoute } from './root-route.js';

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit-log',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/audit/audit-page.js')), 'AuditPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  validateSearch: memberSearch,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/members/members-page.js')), 'MembersPage'),
});

const memberRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members/$id',
  params: recordParams,
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/members/member-page.js')), 'MemberPage'),
});

const accountRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/account',
  component: lazyRouteComponent(() => withLaterTexts(import('../identity/account/account-page.js')), 'AccountPage'),
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: { public: true },
  component: lazyRouteComponent(() => import('../identity/session/forgot-password-page.js'), 'ForgotPasswordPage'),
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: { public: true },
  component: lazyRouteComponent(() => import('../identity/session/reset-password-page.js'), 'ResetPasswordPage'),
});

const invitationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  staticData: { public: true },
  component: lazyRouteComponent(
    () => withLaterTexts(import('../identity/session/invitation-page.js')),
    'InvitationPage',
  ),
});

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  staticData: { public: true },
  component: lazyRouteComponent(() => import('../installation/set-up/set-up-page.js'), 'SetUpPage'),
});

/** Members and the audit log. */
export const accessRoutes = [
  auditRoute,
  membersRoute,
  memberRoute,
  accountRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  invitationRoute,
  setUpRoute,
] as const;

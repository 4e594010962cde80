import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { auditSearch } from '../identity/audit/audit-search.js';
import { memberSearch } from '../identity/members/member-search.js';
import { withLaterTexts } from '../shared/texts/with-later-texts.js';
import { page, recordPage } from './root-route.js';

/** Members and the audit log. */
export const accessRoutes = [
  createRoute({
    ...page('/audit-log'),
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/audit/audit-page.js')), 'AuditPage'),
  }),
  createRoute({
    ...page('/members'),
    validateSearch: memberSearch,
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/members/members-page.js')), 'MembersPage'),
  }),
  createRoute({
    ...recordPage('/members/$id'),
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/members/member-page.js')), 'MemberPage'),
  }),
  createRoute({
    ...page('/account'),
    component: lazyRouteComponent(() => withLaterTexts(import('../identity/account/account-page.js')), 'AccountPage'),
  }),
  createRoute({
    ...page('/forgot-password'),
    staticData: { public: true },
    component: lazyRouteComponent(() => import('../identity/session/forgot-password-page.js'), 'ForgotPasswordPage'),
  }),
  createRoute({
    ...page('/reset-password'),
    staticData: { public: true },
    component: lazyRouteComponent(() => import('../identity/session/reset-password-page.js'), 'ResetPasswordPage'),
  }),
  createRoute({
    ...page('/invitation'),
    staticData: { public: true },
    component: lazyRouteComponent(
      () => withLaterTexts(import('../identity/session/invitation-page.js')),
      'InvitationPage',
    ),
  }),
  createRoute({
    ...page('/set-up'),
    staticData: { public: true },
    component: lazyRouteComponent(() => import('../installation/set-up/set-up-page.js'), 'SetUpPage'),
  }),
] as const;

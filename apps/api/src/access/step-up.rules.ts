import { isConfirmed, stepUpOf } from '@billhook/domain/identity/step-up';
import { Problem } from '@billhook/domain/shared/problems';
import { allowsRoute } from '@billhook/domain/webhooks/portal-access';
import type { FastifyRequest } from 'fastify';
import type { AnyPrincipal, MemberPrincipal, PortalPrincipal } from '../request/principal.js';

/**
 * Rejects a session whose password was confirmed too long ago. For operations that require it conditionally (`when` of their row).
 * @throws Problem 403 step_up_required
 */
export function requireStepUp({ session }: Pick<MemberPrincipal | PortalPrincipal, 'session'>, now: Date): void {
  if (!isConfirmed(session.confirmedAt, now)) throw new Problem('step_up_required');
}

/** Rejects what a view-only portal may not do. @throws Problem 403 portal_view_only */
export function requirePortalAccess(
  principal: AnyPrincipal,
  { method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
): void {
  if (principal.kind !== 'portal') return;
  if (!allowsRoute(principal.access, method, routeOptions.url ?? '')) throw new Problem('portal_view_only');
}

/** Rejects the operations that always require it. A key has no session and no password. @throws Problem 403 step_up_required */
export function requireStepUpOfRoute(
  principal: AnyPrincipal,
  { method, routeOptions }: Pick<FastifyRequest, 'method' | 'routeOptions'>,
  now: Date,
): void {
  if (principal.kind !== 'member' && principal.kind !== 'portal') return;
  const row = stepUpOf(method, routeOptions.url ?? '');
  if (row && row.when === undefined) requireStepUp(principal, now);
}

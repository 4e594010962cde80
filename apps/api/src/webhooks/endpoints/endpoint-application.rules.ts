import { isEndedAccess } from '@billhook/domain/identity/grant';
import { Problem } from '@billhook/domain/shared/problems';
import type { UncountedEndpoint } from '@billhook/webhooks/endpoints/endpoints.repository';
import type { Principal } from '../../request/principal.js';
import { requireReadable } from './readable-types.rules.js';

/** The grant of a new endpoint if an application creates it. */
export const grantOf = (by: Principal): number | null => (by.kind === 'app' ? by.grant.id : null);

/**
 * The grant of an endpoint that the caller enables. One whose grant has ended is taken over by the same application under its new grant.
 * @throws Problem application_access_ended for every other caller
 */
export function grantAfterEnabling(by: Principal, endpoint: UncountedEndpoint): number | null {
  const { application, grantId, eventTypes } = endpoint;
  if (!application || !isEndedAccess(application.access)) return grantId;
  if (by.kind !== 'app' || by.application.id !== application.id) {
    const detail = `The access of ${application.name} ${application.access === 'expired' ? 'has expired' : 'was revoked'}.`;
    throw new Problem('application_access_ended', detail);
  }
  requireReadable(by, eventTypes);
  return by.grant.id;
}

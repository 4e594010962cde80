import type { EndpointScope } from '@billhook/webhooks/endpoints/endpoints.repository';
import type { Principal } from '../../request/principal.js';

/** The endpoints that a caller knows: an application its own, unless it may manage all of them. */
export function endpointScopeOf(by: Principal): EndpointScope {
  const { id: companyId } = by.company;
  const seesAll = by.kind !== 'app' || by.permissions.includes('integration.manage_all');
  return seesAll ? { companyId } : { companyId, grantId: by.grant.id };
}

import { isEndedAccess, type GrantAccess } from '@billhook/domain/identity/grant';
import { Problem } from '@billhook/domain/shared/problems';
import { ownsEndpoint, type ChangedByGrants } from '@billhook/domain/webhooks/endpoint-ownership';
import type { BoundChange, UncountedEndpoint } from '@billhook/webhooks/endpoints/endpoints.repository';
import type { Principal } from '../../request/principal.js';
import { requireReadable } from './readable-types.rules.js';

/** The grant of a new endpoint if an application creates it. */
export const grantOf = (by: Principal): number | null => (by.kind === 'app' ? by.grant.id : null);

/** The grant that the changes of a caller depend on; null for a member, a key, and the grant of the endpoint. */
export const bindingGrantOf = (by: Principal, endpoint: UncountedEndpoint): number | null =>
  by.kind === 'app' && by.grant.id !== endpoint.grantId ? by.grant.id : null;

/**
 * An application never sees or replaces the secret of an endpoint that it does not own: it would know the secret after
 * its access has ended.
 * @throws Problem 403 secret_of_another_owner
 */
export function requireOwnSecret(by: Principal, { application }: UncountedEndpoint): void {
  if (by.kind !== 'app') return;
  if (!ownsEndpoint({ id: by.application.id, memberId: by.memberId }, application)) {
    throw new Problem('secret_of_another_owner');
  }
}

/** On which grants an endpoint depends. */
export interface EndpointGrants {
  readonly grantId: number | null;
  readonly changedByGrants: ChangedByGrants;
}

/**
 * The grants of an endpoint that the caller enables. The application's new grant takes over what depends on its ended grants.
 * @param changedByGrants the values after the edit of the caller
 * @throws Problem application_access_ended for every other caller
 */
export function grantsAfterEnabling(
  by: Principal,
  endpoint: UncountedEndpoint,
  changedByGrants: ChangedByGrants,
): EndpointGrants {
  const { application, grantId, eventTypes, applicationChanges } = endpoint;
  const isOwner = by.kind === 'app' && by.application.id === application?.id;
  const hasOwnerEnded = application !== null && isEndedAccess(application.access);
  if (hasOwnerEnded && !isOwner) throw accessEnded(`${endOf(application)}.`);
  const ended = applicationChanges.filter(
    ({ member, application: { access, grantId: id } }) => isEndedAccess(access) && changedByGrants?.[member] === id,
  );
  const others = ended.filter(({ application: { id } }) => !(by.kind === 'app' && by.application.id === id));
  if (others.length > 0) throw accessEnded(setFirst(others));
  if (by.kind !== 'app' || (!hasOwnerEnded && ended.length === 0)) return { grantId, changedByGrants };
  requireReadable(by, eventTypes);
  const next = new Map(Object.entries(changedByGrants ?? {}));
  for (const { member } of ended) {
    if (isOwner) next.delete(member);
    else next.set(member, by.grant.id);
  }
  return {
    grantId: hasOwnerEnded ? by.grant.id : grantId,
    changedByGrants: next.size === 0 ? null : Object.fromEntries(next),
  };
}

const endOf = ({ name, access }: { readonly name: string; readonly access: GrantAccess }): string =>
  `The access of ${name} ${access === 'expired' ? 'has expired' : 'was revoked'}`;

const setFirst = (changes: readonly BoundChange[]): string =>
  changes
    .map(
      ({ member, application }) =>
        `${endOf(application)}, and it set \`${member}\`. Set it to the value that you want.`,
    )
    .join(' ');

const accessEnded = (detail: string): Problem => new Problem('application_access_ended', detail);

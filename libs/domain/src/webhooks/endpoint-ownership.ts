import { isEndedAccess, type GrantAccess } from '../identity/grant.js';

/** The members that decide which texts an endpoint receives and where they are sent; a custom header may route them further. */
export const DESTINATION_MEMBERS = ['url', 'headers', 'payload', 'filter'] as const;

/** What an application may set on an endpoint that it does not own, only as long as its access works. */
export const BOUND_MEMBERS = [...DESTINATION_MEMBERS, 'eventTypes', 'status'] as const;
export type BoundMember = (typeof BOUND_MEMBERS)[number];

/** The grant that set each of these members; null if the owner of the endpoint set them all. */
export type ChangedByGrants = { readonly [M in BoundMember]?: number } | null;

/** An application, and the access with which it acts or acted. */
export interface ApplicationAccess {
  readonly id: number;
  readonly memberId: number;
  readonly access: GrantAccess;
}

/**
 * Whether an endpoint belongs to an application that acts for a member: it created the endpoint for that member, or for another one whose
 * access has ended, so that it can continue with the endpoint.
 * @param owner null for an endpoint of the company
 */
export const ownsEndpoint = (
  by: Pick<ApplicationAccess, 'id' | 'memberId'>,
  owner: ApplicationAccess | null,
): boolean => owner !== null && owner.id === by.id && (owner.memberId === by.memberId || isEndedAccess(owner.access));

/** An edit of an endpoint, as far as ownership depends on it. */
export interface OwnedEdit {
  /** The members whose value differs. */
  readonly changed: readonly string[];
  /** The members that the caller named. Naming one without a difference confirms its value. */
  readonly named: readonly string[];
  /** The status after the edit. */
  readonly status: 'Enabled' | 'Disabled';
  /** The grant that the changes depend on; null for changes by the owner, a member or a key. */
  readonly grantId: number | null;
}

/** Which grants set which members after an edit. The endpoint works only as long as all of them do. */
export function changedByAfter(
  before: ChangedByGrants,
  { changed, named, status, grantId }: OwnedEdit,
): ChangedByGrants {
  const after: Partial<Record<BoundMember, number>> = { ...before };
  for (const member of BOUND_MEMBERS) {
    const isChanged = changed.includes(member);
    if (grantId === null ? isChanged || named.includes(member) : isChanged) delete after[member];
    if (grantId !== null && isChanged) after[member] = grantId;
  }
  // A disabled endpoint sends nothing, so no access must last for it.
  if (status === 'Disabled') delete after.status;
  return Object.keys(after).length === 0 ? null : after;
}

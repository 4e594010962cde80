import type { ActorKind } from '@billhook/domain/identity/audit';
import type { Origin, Principal } from '../../request/principal.js';

/** Who did it, as the audit log keeps them. */
export interface Actor {
  readonly companyId: number;
  readonly kind: ActorKind;
  /** The member, or the one whose key or portal session it was. */
  readonly memberId: number | null;
  readonly keyId: number | null;
  /** In words, which stay what they were when names and addresses change. */
  readonly label: string;
  /** Null where no request is behind it. */
  readonly origin: Origin | null;
}

/** The principal of a request. */
export function actorOf(by: Principal): Actor {
  return {
    companyId: by.company.id,
    kind: by.kind,
    memberId: 'memberId' in by ? by.memberId : null,
    keyId: by.kind === 'key' ? by.key.id : null,
    label: by.label,
    origin: by.origin,
  };
}

/** Somebody who is no principal yet: a person who signs in, or who opens a link that was made for them. */
export function memberActor(
  member: { readonly companyId: number; readonly memberId: number; readonly email: string },
  origin: Origin,
): Actor {
  const { companyId, memberId, email } = member;
  return { companyId, kind: 'member', memberId, keyId: null, label: `member ${email}`, origin };
}

/** Billhook itself. @param origin of the request that made it act, where there is one: a stranger who reports a leaked key */
export function systemActor(companyId: number, origin: Origin | null = null): Actor {
  return { companyId, kind: 'system', memberId: null, keyId: null, label: 'system', origin };
}

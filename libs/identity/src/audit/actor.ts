import type { ActorKind } from '@billhook/domain/identity/audit';
import { actorLabel } from '@billhook/domain/shared/actor-label';

/** Where a request came from; stored with what it did. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

/** Who did something, as the audit log stores it. */
export interface Actor {
  readonly companyId: number;
  readonly kind: ActorKind;
  /** The member, or the owner of the key or portal session. */
  readonly memberId: number | null;
  readonly keyId: number | null;
  /** A text, because an entry must stay readable when names and addresses change. */
  readonly label: string;
  /** Null when no request caused it. */
  readonly origin: Origin | null;
}

/** A person without a session yet: someone who signs in, or who opens a link sent to them. */
export function memberActor(
  member: { readonly companyId: number; readonly memberId: number; readonly email: string },
  origin: Origin,
): Actor {
  const { companyId, memberId, email } = member;
  return { companyId, kind: 'member', memberId, keyId: null, label: actorLabel('member', email), origin };
}

/** Billhook itself. @param origin of the request that caused it, if any: a stranger who reports a leaked key */
export function systemActor(companyId: number, origin: Origin | null = null): Actor {
  return { companyId, kind: 'system', memberId: null, keyId: null, label: actorLabel('system'), origin };
}

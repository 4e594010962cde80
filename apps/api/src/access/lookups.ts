import type { KeyPrincipal, MemberPrincipal, Origin, PortalPrincipal } from './principal.js';

/** What the gate needs to know of the features: how to turn a credential into a principal. Each feature binds its own. */
export abstract class KeyLookup {
  /** @throws Problem key_unknown, key_revoked, key_expired */
  abstract find(secret: string, from: Origin): Promise<KeyPrincipal>;
}

export abstract class SessionLookup {
  abstract find(sessionId: string): Promise<MemberPrincipal | undefined>;
}

export abstract class PortalLookup {
  abstract find(sessionId: string): Promise<PortalPrincipal | undefined>;
}

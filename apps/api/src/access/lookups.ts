import type { Origin } from '@billhook/identity/audit/actor';
import type { DocumentPrincipal, KeyPrincipal, MemberPrincipal, PortalPrincipal } from '../request/principal.js';

/** What the gate needs to know of the features: how to turn a credential into a principal. Each feature binds its own. */
export abstract class KeyLookup {
  /** @throws Problem key_unknown; KeyRefused key_revoked, key_expired, address_not_allowed */
  abstract find(secret: string, from: Origin): Promise<KeyPrincipal>;
  /** A second look within one request, of which the use of the key is noted already. @throws Problem as `find` */
  abstract findAgain(secret: string, from: Origin): Promise<KeyPrincipal>;
}

export abstract class SessionLookup {
  abstract find(sessionId: string): Promise<MemberPrincipal | undefined>;
  /** Whether the person who is signed in by it is an active member of the company, in whichever company they work now. */
  abstract worksFor(sessionId: string, companyId: number): Promise<boolean>;
}

export abstract class PortalLookup {
  abstract find(sessionId: string): Promise<PortalPrincipal | undefined>;
}

export abstract class DocumentLookup {
  /** @param token as it was sent, whatever it is; undefined is looked up like any other that opens nothing */
  abstract find(token: string | undefined): Promise<DocumentPrincipal | undefined>;
}

import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import type { Origin } from '@billhook/identity/audit/actor';
import type {
  AppPrincipal,
  DocumentPrincipal,
  KeyPrincipal,
  MemberPrincipal,
  PortalPrincipal,
} from '../request/principal.js';

/** How the gate turns a credential into a principal. The feature that owns the credential binds it. */
export abstract class KeyLookup {
  /** @throws Problem key_unknown; KeyRejected key_revoked, key_expired, address_not_allowed */
  abstract find(secret: string, from: Origin): Promise<KeyPrincipal>;
  /** A second look-up within one request, which does not record a use. @throws Problem as `find` */
  abstract findAgain(secret: string, from: Origin): Promise<KeyPrincipal>;
}

export abstract class TokenLookup {
  /** @throws Problem token_unknown, token_revoked, token_for_another_resource */
  abstract find(token: string, from: Origin, resource: OAuthResource): Promise<AppPrincipal>;
  /** A second look-up within one request, which does not record a use. @throws Problem as `find` */
  abstract findAgain(token: string, from: Origin, resource: OAuthResource): Promise<AppPrincipal>;
}

export abstract class SessionLookup {
  abstract find(sessionId: string): Promise<MemberPrincipal | undefined>;
  /** A second look-up within one request, or one of a request that no person caused: it does not record a use. */
  abstract findAgain(sessionId: string): Promise<MemberPrincipal | undefined>;
  /** Whether the person of the session is an active member of the company, whichever company they work in now. */
  abstract worksFor(sessionId: string, companyId: number): Promise<boolean>;
}

export abstract class PortalLookup {
  abstract find(sessionId: string): Promise<PortalPrincipal | undefined>;
}

export abstract class DocumentLookup {
  /** @param token as it was sent; undefined takes as long as any other token that does not work */
  abstract find(token: string | undefined): Promise<DocumentPrincipal | undefined>;
}

import { stepUpOf } from '../identity/step-up.js';

export const PORTAL_ACCESS = ['full', 'view'] as const;
/** What a portal may do. `view` reads everything except secrets, and changes nothing. */
export type PortalAccess = (typeof PORTAL_ACCESS)[number];

/** share: for another person. visit: the member opens the portal, in the settings or in a tab. */
export const PORTAL_LINK_PURPOSES = ['share', 'visit'] as const;
export type PortalLinkPurpose = (typeof PORTAL_LINK_PURPOSES)[number];

/** These only compute something from their body. */
const READING_POSTS: readonly string[] = ['/portal/api/webhook-endpoints/:id/diagnose'];

/**
 * Whether a portal may call a route. What shows a secret requires the password, so the table of those operations decides for reads.
 * @param path in the router's notation: `/portal/api/webhook-endpoints/:id`
 */
export function allowsRoute(access: PortalAccess, method: string, path: string): boolean {
  if (access === 'full') return true;
  const isRead = method === 'GET' || method === 'HEAD' || (method === 'POST' && READING_POSTS.includes(path));
  return isRead && stepUpOf(method, path) === undefined;
}

/** Why a link does not open the portal. */
export type LinkRejection = 'portal_link_invalid' | 'portal_link_used' | 'portal_link_expired' | 'portal_link_revoked';

interface LinkState {
  readonly redeemedAt: Date | null;
  readonly revokedAt: Date | null;
  readonly expiresAt: Date;
}

/** @param link undefined if no link has the token */
export function linkRejection(link: LinkState | undefined, now: Date): LinkRejection {
  if (!link) return 'portal_link_invalid';
  if (link.revokedAt) return 'portal_link_revoked';
  if (link.redeemedAt) return 'portal_link_used';
  // Otherwise its member may not sign in, which the holder of a link does not learn.
  return link.expiresAt <= now ? 'portal_link_expired' : 'portal_link_invalid';
}

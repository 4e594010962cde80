import { COMPANY_KINDS } from '@billhook/domain/identity/company';
import { PORTAL_ACCESS, PORTAL_LINK_PURPOSES } from '@billhook/domain/webhooks/portal-access';
import { z } from 'zod';
import { PermissionName } from '../identity/permission.js';
import { Id, Instant } from '../shared/common.js';

const access = z.enum(PORTAL_ACCESS).meta({
  description:
    'full: everything that the member may do with webhooks. view: everything can be looked at, nothing can be changed, and no signing secret is shown',
});

const purpose = z.enum(PORTAL_LINK_PURPOSES).meta({
  description: 'share: for another person. visit: the member opens the portal',
});

export const CreatePortalLink = z
  .strictObject({ access: access.default('full'), purpose: purpose.default('share') })
  .meta({ id: 'CreatePortalLink', example: { access: 'view' } });
export type CreatePortalLink = z.infer<typeof CreatePortalLink>;

export const PortalLinkView = z
  .object({ id: Id, url: z.string(), access, expiresAt: Instant })
  .meta({ id: 'PortalLink' });
export type PortalLinkView = z.infer<typeof PortalLinkView>;

/** A link that can be used, or whose session is open. */
export const ActivePortalLink = z
  .object({
    id: Id,
    access,
    purpose,
    status: z.enum(['unused', 'open']).meta({ description: 'open: the link was used, and its session is open' }),
    createdBy: z.object({ id: Id, name: z.string() }),
    createdAt: Instant,
    redeemedAt: Instant.nullable(),
    expiresAt: Instant.meta({ description: 'Of the link while it is unused, then of its session' }),
  })
  .meta({ id: 'ActivePortalLink' });
export type ActivePortalLink = z.infer<typeof ActivePortalLink>;

/** The list is as long as this at most; every visit of the settings opens one link. */
export const MAX_LISTED_PORTAL_LINKS = 100;

export const ActivePortalLinks = z
  .object({ data: z.array(ActivePortalLink) })
  .meta({ id: 'ActivePortalLinks', description: `The newest ${MAX_LISTED_PORTAL_LINKS} links` });
export type ActivePortalLinks = z.infer<typeof ActivePortalLinks>;

export const RedeemPortalLink = z
  .strictObject({ token: z.string().min(1).max(100).meta({ description: 'The parameter token of the link' }) })
  .meta({ id: 'RedeemPortalLink', example: { token: 'bhp_0000000000000000000000000000000000000000000000' } });
export type RedeemPortalLink = z.infer<typeof RedeemPortalLink>;

export const PortalSessionView = z
  .object({
    company: z.object({ id: Id, name: z.string(), kind: z.enum(COMPANY_KINDS) }),
    access,
    confirmedAt: Instant.meta({ description: 'When the password was last confirmed' }),
    expiresAt: Instant,
    permissions: z.array(PermissionName).meta({
      description:
        'The permissions of the member that matter in the portal: managing webhooks, and reading events and their records',
    }),
    allowHttp: z.boolean(),
  })
  .meta({ id: 'PortalSession' });
export type PortalSessionView = z.infer<typeof PortalSessionView>;

import { z } from 'zod';
import { Id, Instant } from '../shared/common.js';
import { PermissionName } from '../identity/permission.js';

export const PortalLinkView = z.object({ url: z.string(), expiresAt: Instant }).meta({ id: 'PortalLink' });
export type PortalLinkView = z.infer<typeof PortalLinkView>;

export const PortalSessionView = z
  .object({
    company: z.object({ id: Id, name: z.string() }),
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

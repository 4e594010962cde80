import { z } from 'zod';
import { Id, Instant } from './common.js';

export const PortalLinkView = z.object({ url: z.string(), expiresAt: Instant }).meta({ id: 'PortalLink' });
export type PortalLinkView = z.infer<typeof PortalLinkView>;

export const PortalSessionView = z
  .object({ company: z.object({ id: Id, name: z.string() }), expiresAt: Instant, allowHttp: z.boolean() })
  .meta({ id: 'PortalSession' });
export type PortalSessionView = z.infer<typeof PortalSessionView>;

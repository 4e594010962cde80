import { KEY_EXPIRIES } from '@billhook/domain/identity/key-status';
import { OAUTH_RESOURCES } from '@billhook/domain/identity/oauth-resource';
import { z } from 'zod';
import { Id, Instant } from '../../shared/common.js';
import { PermissionName, PermissionNames } from '../permission.js';
import { ApplicationSummary } from './application.js';

const ConsentPermission = z.object({
  permission: PermissionName,
  held: z.boolean().meta({ description: 'Whether the member holds it in this company; otherwise it is not granted' }),
});

const ConsentCompany = z.object({
  id: Id,
  name: z.string(),
  current: z.boolean().meta({ description: 'Whether the session is in this company' }),
  permissions: z.array(ConsentPermission).meta({ description: 'The permissions that the application asks for' }),
  expiries: z
    .array(z.enum(KEY_EXPIRIES))
    .meta({ description: 'The choices that the key policy of the company allows' }),
  refusal: z.object({ code: z.string(), detail: z.string() }).nullable().meta({
    description:
      'Why the application cannot be authorised for this company: `plan_required`, `application_not_allowed` or `nothing_to_grant`',
  }),
});

/** What the consent page shows. */
export const ConsentView = z
  .object({
    application: ApplicationSummary,
    redirectHost: z.string().nullable().meta({ description: 'Where the browser goes next; null in the device flow' }),
    resource: z.enum(OAUTH_RESOURCES).meta({ description: 'What the access is for: the API, or the MCP server' }),
    companies: z
      .array(ConsentCompany)
      .meta({ description: 'The companies in which the account is an active member, the current one first' }),
    device: z
      .object({ userCode: z.string(), ip: z.string().nullable(), userAgent: z.string().nullable() })
      .nullable()
      .meta({ description: 'In the device flow: the code, and where it was requested' }),
    expiresAt: Instant.meta({ description: 'When the request of the application expires' }),
  })
  .meta({ id: 'Consent' });
export type ConsentView = z.infer<typeof ConsentView>;

export const DecideConsent = z
  .discriminatedUnion('decision', [
    z.strictObject({ decision: z.literal('deny') }),
    z.strictObject({
      decision: z.literal('allow'),
      companyId: Id,
      scopes: PermissionNames.min(1, 'must contain at least one permission').meta({
        description: 'Permissions that the application asks for and the member holds',
      }),
      expiry: z.enum(KEY_EXPIRIES).meta({ description: 'When the access ends' }),
    }),
  ])
  .meta({
    id: 'DecideConsent',
    example: { decision: 'allow', companyId: 1, scopes: ['invoice.read'], expiry: '1y' },
  });
export type DecideConsent = z.infer<typeof DecideConsent>;

export const DecidedConsent = z
  .object({
    redirectTo: z.string().nullable().meta({
      description: 'Where to send the browser; null in the device flow, where the program polls for the result',
    }),
  })
  .meta({ id: 'DecidedConsent' });
export type DecidedConsent = z.infer<typeof DecidedConsent>;

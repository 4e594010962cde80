import { APPLICATION_SOURCES, APPLICATION_TYPES, redirectUriError } from '@billhook/domain/identity/application';
import { isReservedName, MOST_APPLICATION_NAME, RESERVED_NAME } from '@billhook/domain/identity/application-name';
import { PERMISSIONS } from '@billhook/domain/identity/permissions';
import { z } from 'zod';
import { list } from '../../shared/bounded.js';
import { Id, Instant, oneLine } from '../../shared/common.js';
import { PermissionName, PermissionNames } from '../permission.js';

const HttpsUrl = z
  .string()
  .max(500)
  .refine((text) => URL.canParse(text) && /^https:\/\/[^\s@]+$/.test(text), 'must be a URL that begins with https://');

const RedirectUri = z
  .string()
  .max(1_000)
  .refine((text) => redirectUriError(text) === undefined, {
    error: ({ input }) => redirectUriError(String(input))?.en,
    params: { code: 'invalid_redirect_uri' },
  });

const MOST_REDIRECT_URIS = 20;
const RedirectUris = list(RedirectUri)
  .max(MOST_REDIRECT_URIS, `must have at most ${MOST_REDIRECT_URIS} URLs`)
  .refine((uris) => new Set(uris).size === uris.length, 'must not contain a URL twice')
  .meta({
    description:
      'Where Billhook may send the browser back to: https, or http on a loopback address, whose port may then be any. Empty for an application that uses the device flow only',
    example: ['https://app.example.com/callback'],
  });

const Scopes = PermissionNames.refine((names) => names.every((name) => PERMISSIONS[name].grantable), {
  error: 'must only contain permissions that an application can have',
  params: { code: 'not_grantable' },
}).meta({ description: 'The permissions that it may ask for; empty for each that an application can have' });

const fields = {
  name: oneLine(MOST_APPLICATION_NAME)
    .refine((name) => !isReservedName(name), { error: RESERVED_NAME, params: { code: 'reserved_name' } })
    .meta({
      description: 'Shown on the consent page. Not the name of Billhook, or of an application that is part of it',
      example: 'Acme Sync',
    }),
  homepage: HttpsUrl.nullable(),
  logoUrl: HttpsUrl.nullable().meta({
    description: 'A PNG, JPEG or WebP of at most 200 kB. Billhook loads it once and shows its own copy',
  }),
  redirectUris: RedirectUris,
  scopes: Scopes,
};

export const CreateApplication = z
  .strictObject({
    ...fields,
    homepage: fields.homepage.optional(),
    logoUrl: fields.logoUrl.optional(),
    type: z.enum(APPLICATION_TYPES).meta({
      description:
        '"confidential" for a server, which authenticates with a client secret; "public" for a program on the device of a person, which cannot keep one',
    }),
  })
  .meta({
    id: 'CreateApplication',
    example: {
      name: 'Acme Sync',
      type: 'confidential',
      redirectUris: ['https://app.example.com/callback'],
      scopes: ['client.read', 'invoice.read'],
    },
  });
export type CreateApplication = z.infer<typeof CreateApplication>;

export const UpdateApplication = z
  .strictObject(fields)
  .partial()
  .meta({ id: 'UpdateApplication', example: { redirectUris: ['https://app.example.com/callback'] } });
export type UpdateApplication = z.infer<typeof UpdateApplication>;

export const ApplicationSecret = z.object({
  id: Id,
  prefix: z.string().meta({ description: 'Identifies the secret without revealing it', example: 'bhs_3kTn9Qa1' }),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  revokedAt: Instant.nullable(),
});

/** The part of an application that everyone who uses it can see. */
export const ApplicationSummary = z
  .object({
    id: Id,
    clientId: z.string().meta({ example: 'bha_3kTn9Qa1ZsX0dE5uWm7L2p' }),
    name: z.string(),
    publisher: z
      .string()
      .nullable()
      .meta({ description: 'The company that registered it here; null if it is not registered here' }),
    source: z.enum(APPLICATION_SOURCES),
    host: z
      .string()
      .nullable()
      .meta({ description: 'The host of its metadata document, for an application that is not registered here' }),
    homepage: z.string().nullable(),
    logo: z.string().nullable().meta({ description: 'The path of our copy of its logo' }),
  })
  .meta({ id: 'ApplicationSummary' });
export type ApplicationSummary = z.infer<typeof ApplicationSummary>;

/** How much an application is used. */
export const APPLICATION_USE = {
  lastUsedAt: Instant.nullable(),
  requests7d: z.int().meta({ description: 'Requests of the last 7 days, including today' }),
  days: z
    .array(z.int())
    .meta({ description: 'Requests per day (UTC) over the last 30 days, oldest first, while the access worked' }),
};

export const ApplicationView = ApplicationSummary.extend({
  type: z.enum(APPLICATION_TYPES),
  logoUrl: z.string().nullable(),
  redirectUris: z.array(z.string()),
  scopes: z.array(PermissionName),
  secrets: z.array(ApplicationSecret).meta({ description: 'Newest first, revoked ones included' }),
  createdAt: Instant,
  createdBy: z.string(),
  archivedAt: Instant.nullable().meta({
    description: 'From then on, no one can authorise it and its tokens do not work',
  }),
  grants: z.int().meta({ description: 'How many members, of all companies, have authorised it now' }),
  ...APPLICATION_USE,
}).meta({ id: 'Application' });
export type ApplicationView = z.infer<typeof ApplicationView>;

export const ApplicationList = z.object({ data: z.array(ApplicationView) }).meta({ id: 'ApplicationList' });
export type ApplicationList = z.infer<typeof ApplicationList>;

/** With the secret, once. */
export const CreatedApplication = z
  .object({
    application: ApplicationView,
    secret: z
      .string()
      .nullable()
      .meta({ description: 'The client secret, which is shown only once; null for a public application' }),
  })
  .meta({ id: 'CreatedApplication' });
export type CreatedApplication = z.infer<typeof CreatedApplication>;

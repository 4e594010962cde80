import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import type { CompanyKind, Plan } from '@billhook/domain/identity/company';
import type { KeyStatus } from '@billhook/domain/identity/key-status';
import type { OAuthResource } from '@billhook/domain/identity/oauth-resource';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { PortalAccess } from '@billhook/domain/webhooks/portal-access';
import type { Origin } from '@billhook/identity/audit/actor';
import type { DocumentResource } from '@billhook/invoicing/document-base/document-ref';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyRejected } from './key-rejected.js';

interface PrincipalBase {
  readonly company: {
    readonly id: number;
    readonly name: string;
    readonly kind: CompanyKind;
    readonly plan: Plan;
    readonly timeZone: string;
    /** Milliseconds by which its time is ahead of the machine's; 0 unless it is a sandbox. */
    readonly clockOffset: number;
    /** Where its rows are: 1 in an installation with one cell. */
    readonly cell: number;
    /** Set while a deletion is requested: the company is read-only. */
    readonly deletesAt: Date | null;
  };
  /** Its permissions now. */
  readonly permissions: readonly Permission[];
  /** Its name in logs and records: "member ada@example.com", "key bhk_3kTn9Qa1". */
  readonly label: string;
}

/** The company of the row with which a credential was found. */
export const companyOfRow = (row: {
  readonly companyId: number;
  readonly companyName: string;
  readonly companyKind: CompanyKind;
  readonly plan: Plan;
  readonly timeZone: string;
  readonly clockOffset: number;
  readonly cell: number;
  readonly deletesAt: Date | null;
}): PrincipalBase['company'] => ({
  ...{ id: row.companyId, name: row.companyName, kind: row.companyKind, plan: row.plan, timeZone: row.timeZone },
  ...{ clockOffset: row.clockOffset, cell: row.cell, deletesAt: row.deletesAt },
});

interface MemberwisePrincipal extends PrincipalBase {
  readonly memberId: number;
}

/** A request made with an API key. */
export interface KeyPrincipal extends MemberwisePrincipal {
  readonly kind: 'key';
  readonly key: {
    readonly id: number;
    readonly name: string;
    readonly prefix: string;
    readonly scopes: readonly Permission[];
    readonly expiresAt: Date | null;
    readonly status: KeyStatus;
    /** The first key of a chain of rotations, which identifies a client across them. */
    readonly familyId: number;
    /** Requests a minute; null without a specific limit. */
    readonly rateLimit: number | null;
  };
  readonly creatorActive: boolean;
  /** The permissions of the key's owner now. */
  readonly creatorPermissions: readonly Permission[];
}

/** A request made with the access token of an application, for the member who authorised it. */
export interface AppPrincipal extends MemberwisePrincipal {
  readonly kind: 'app';
  readonly application: {
    readonly id: number;
    readonly clientId: string;
    readonly name: string;
    readonly redirectUris: readonly string[];
  };
  readonly grant: {
    readonly id: number;
    readonly resource: OAuthResource;
    readonly scopes: readonly Permission[];
    readonly createdAt: Date;
    readonly expiresAt: Date | null;
    readonly status: KeyStatus;
  };
  /** When the access token expires. */
  readonly expiresAt: Date;
  /** Whether the policy of the company allows the application. */
  readonly isAllowed: boolean;
  /** Whether the member is active, and the permissions of the member now. */
  readonly creatorActive: boolean;
  readonly creatorPermissions: readonly Permission[];
}

/** A credential of /v1 and /mcp: a key, or an access token. */
export type BearerPrincipal = KeyPrincipal | AppPrincipal;

/** The number under which streams, rate limits and traffic count a caller: a key by its id, an application by its negative grant id. */
export const callerNumber = (by: BearerPrincipal): number => (by.kind === 'key' ? by.key.id : -by.grant.id);

/** A person signed in to the settings. */
export interface MemberPrincipal extends MemberwisePrincipal {
  readonly kind: 'member';
  readonly accountId: number;
  readonly session: {
    readonly id: number;
    readonly idHash: Buffer;
    readonly confirmedAt: Date;
    readonly expiresAt: Date;
  };
}

/** A webhook portal that was opened by its link. */
export interface PortalPrincipal extends MemberwisePrincipal {
  readonly kind: 'portal';
  readonly access: PortalAccess;
  readonly accountId: number;
  readonly session: { readonly idHash: Buffer; readonly confirmedAt: Date; readonly expiresAt: Date };
}

/** The client who opened a document with a link. Answers require the client link. */
export interface DocumentPrincipal extends PrincipalBase {
  readonly kind: 'document';
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  /** Whether its page leads to that of the client. */
  readonly leadsToClient: boolean;
  /** The hash of the link's token. The link may be revoked before an answer is recorded. Null for demo clients, who have no link. */
  readonly tokenHash: Buffer | null;
}

export type AnyPrincipal = BearerPrincipal | MemberPrincipal | PortalPrincipal | DocumentPrincipal;

/** Who makes a request, and from where. */
export type Principal = AnyPrincipal & { readonly origin: Origin };

/** The caller of a route of the settings. */
export type SignedInMember = MemberPrincipal & Principal;

/** The caller of a route under /v1. */
export type BearerCaller = BearerPrincipal & Principal;

/** A member, key, application or portal of the company, as opposed to its client. */
export type CompanyPrincipal = Exclude<Principal, { readonly kind: 'document' }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access gate; on public routes only for a valid key or access token. */
    principal?: Principal;
    /** When the gate checked the caller (`performance.now()`); absent on public routes. */
    judgedAt?: number;
    /** The value of the session cookie, for long responses that check the session again. */
    sessionId?: string;
    /** Why a known key was rejected: it has ended, or the network address is not allowed. */
    rejectedKey?: KeyRejected;
  }
}

function principalOf(context: ExecutionContext): Principal {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('a public route has no principal');
  return principal;
}

/** The principal of the request, which the access gate has set. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Principal => principalOf(context));

/** The calling key or application, for a controller of /v1 only. */
export const ByBearer = createParamDecorator((_: unknown, context: ExecutionContext): BearerCaller => {
  const principal = principalOf(context);
  if (principal.kind !== 'key' && principal.kind !== 'app') throw new Error('only /v1 has a key or an application');
  return principal;
});

/** The member who is signed in, for a controller of the settings. */
export const ByMember = createParamDecorator((_: unknown, context: ExecutionContext): MemberPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'member') throw new Error('only the settings have a member');
  return principal;
});

/** The member of the portal session, for a controller of the portal only. */
export const ByPortal = createParamDecorator((_: unknown, context: ExecutionContext): PortalPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'portal') throw new Error('only the portal has a portal session');
  return principal;
});

/** The client who opened a document by a link, for the controller of that page. */
export const ByClient = createParamDecorator((_: unknown, context: ExecutionContext): DocumentPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'document') throw new Error('only the page of a document has a client');
  return principal;
});

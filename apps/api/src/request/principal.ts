import type { KeyStatus } from '@billhook/domain/identity/api-key';
import type { Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import type { DocumentResource } from '@billhook/invoicing/documents/document-files.repository';
import type { Origin } from '@billhook/identity/audit/actor';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyRejected } from './key-rejected.js';

interface PrincipalBase {
  readonly company: { readonly id: number; readonly name: string; readonly plan: Plan; readonly timeZone: string };
  /** Its permissions now. */
  readonly permissions: readonly Permission[];
  /** Its name in logs and records: "member ada@example.com", "key bhk_3kTn9Qa1". */
  readonly label: string;
}

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
  readonly accountId: number;
  readonly session: { readonly idHash: Buffer; readonly confirmedAt: Date; readonly expiresAt: Date };
}

/** The client who opened a document by a link: they may see it, and answer it by the answering link. */
export interface DocumentPrincipal extends PrincipalBase {
  readonly kind: 'document';
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  /** Of the link, which may be revoked before an answer is recorded; null for demo clients, who have none. */
  readonly tokenHash: Buffer | null;
}

export type AnyPrincipal = KeyPrincipal | MemberPrincipal | PortalPrincipal | DocumentPrincipal;

/** Who makes a request, and from where. */
export type Principal = AnyPrincipal & { readonly origin: Origin };

/** The caller of a route of the settings. */
export type SignedInMember = MemberPrincipal & Principal;

/** The caller of a route under /v1. */
export type CallingKey = KeyPrincipal & Principal;

/** A member, key or portal of the company, as opposed to its client. */
export type CompanyPrincipal = Exclude<Principal, { readonly kind: 'document' }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access gate; on public routes only for a valid key. */
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

/** The calling key, for a controller of /v1 only. */
export const ByKey = createParamDecorator((_: unknown, context: ExecutionContext): KeyPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'key') throw new Error('only /v1 has a key');
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

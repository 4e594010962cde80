import type { KeyStatus } from '@billhook/domain/identity/api-key';
import type { Plan } from '@billhook/domain/identity/company';
import type { Permission } from '@billhook/domain/identity/permissions';
import type { OpenedWith } from '@billhook/contract/invoicing/public-document';
import type { DocumentResource } from '@billhook/invoicing/documents/document-files.repository';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import type { KeyRefused } from './key-refused.js';

/** Where a request came from; kept with what it did. */
export interface Origin {
  readonly ip: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}

interface PrincipalBase {
  readonly company: { readonly id: number; readonly name: string; readonly plan: Plan; readonly timeZone: string };
  /** What it may do now. */
  readonly permissions: readonly Permission[];
  /** How logs and records name it: "member ada@example.com", "key bhk_3kTn9Qa1". */
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
    /** The first of the keys that replaced each other: what a client keeps when its key is rotated. */
    readonly familyId: number;
    /** Requests a minute, where it has a limit of its own. */
    readonly rateLimit: number | null;
  };
  readonly creatorActive: boolean;
  /** What the member who created the key holds now. */
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

/** Who opened a document by one of its links: they may see that document, and answer it if it is the answering link. */
export interface DocumentPrincipal extends PrincipalBase {
  readonly kind: 'document';
  readonly resource: DocumentResource;
  readonly recordId: number;
  readonly openedWith: OpenedWith;
  /** Of the link, which may be revoked before an answer is recorded; null for the clients of the demo, who have none. */
  readonly tokenHash: Buffer | null;
}

export type AnyPrincipal = KeyPrincipal | MemberPrincipal | PortalPrincipal | DocumentPrincipal;

/** Who makes a request, and from where. */
export type Principal = AnyPrincipal & { readonly origin: Origin };

/** Somebody of the company itself, by whatever credential: not its client. */
export type CompanyPrincipal = Exclude<Principal, { readonly kind: 'document' }>;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the access gate; absent on public routes, but for a good key that came along. */
    principal?: Principal;
    /** When the gate looked up who it is (`performance.now()`); absent on public routes. */
    judgedAt?: number;
    /** What the cookie of a signed-in browser holds, for an answer so long that the session is looked up again on the way. */
    sessionId?: string;
    /** Why the key that a request was made with was refused, which was known: it is dead, or not to be used from there. */
    refusedKey?: KeyRefused;
  }
}

function principalOf(context: ExecutionContext): Principal {
  const { principal } = context.switchToHttp().getRequest<FastifyRequest>();
  if (!principal) throw new Error('a public route has no principal');
  return principal;
}

/** The principal of the request, for a controller. The gate has let it in, so it is there. */
export const By = createParamDecorator((_: unknown, context: ExecutionContext): Principal => principalOf(context));

/** The key that calls, for a controller of /v1 alone. */
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

/** The member whose portal it is, for a controller of the portal alone. */
export const ByPortal = createParamDecorator((_: unknown, context: ExecutionContext): PortalPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'portal') throw new Error('only the portal has a portal session');
  return principal;
});

/** The client who opened a document by its link, for the controller of that page. */
export const ByClient = createParamDecorator((_: unknown, context: ExecutionContext): DocumentPrincipal & Principal => {
  const principal = principalOf(context);
  if (principal.kind !== 'document') throw new Error('only the page of a document has a client');
  return principal;
});

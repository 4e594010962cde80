import { EXPANSIONS, isExpansion, namesToExpand, type ExpansionName } from '@billhook/contract/invoicing/expand';
import { isPermission, type Permission } from '@billhook/domain/identity/permissions';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

/**
 * The access rule of a route, in its configuration, so that the gate can reject before the body is read, and in the OpenAPI document. The
 * application does not start if a route has none.
 */
export type AccessRule = 'public' | 'authenticated' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
    /** Whether a suspended key may call it. */
    evenSuspended?: boolean;
    /** Whether it needs the client link of a document; a read-only link is rejected. */
    answers?: boolean;
    /** What its response can be expanded by. */
    expansions?: readonly ExpansionName[];
    /** Whether a public route is exempt from rate limits. */
    isUncounted?: boolean;
    /** The limit of its body, if it accepts a file. */
    mostBytes?: number;
    /** Whether the request log leaves out the bodies, because they need more than the permission of the route. */
    loggedWithoutBodies?: boolean;
    /** Whether a public route learns the session of the caller, if there is one. */
    readsSession?: boolean;
  }
}

const access = (
  rule: AccessRule,
  more: Omit<FastifyContextConfig, 'access' | 'url' | 'method'> = {},
): MethodDecorator => applyDecorators(RouteConfig({ access: rule, ...more }), ApiExtension('x-permission', rule));

/**
 * The permission that the caller must hold now.
 * @param expansions what the response can be expanded by, by name: each needs further permissions
 * @param more the limit of a body that is a file, and whether the request log leaves out the bodies
 */
export const Requires = (
  permission: Permission,
  expansions: Readonly<Partial<Record<ExpansionName, unknown>>> = {},
  more: Pick<FastifyContextConfig, 'mostBytes' | 'loggedWithoutBodies'> = {},
): MethodDecorator => access(permission, { ...more, expansions: Object.keys(expansions).filter(isExpansion) });

/**
 * Documents a permission that a body may need beyond the route's. The service checks it: the gate reads no body.
 * @param sentence which content needs which permission
 */
export const MayRequire = (sentence: string): MethodDecorator => ApiExtension('x-more-permissions', sentence);

/**
 * Any caller with a valid credential of the surface.
 * @param evenSuspended for routes that explain why a key does not work; elsewhere a suspended key is rejected
 */
export const Authenticated = ({ evenSuspended = false } = {}): MethodDecorator =>
  access('authenticated', { evenSuspended });

/** The client of a document, with its client link. */
export const RequiresAnsweringLink = (): MethodDecorator => access('authenticated', { answers: true });

interface PublicOptions {
  /** Whether it is exempt from rate limits: for the probes of a load balancer. */
  readonly isUncounted?: boolean;
  /** Whether it learns the session of the caller, if there is one, which is not counted. */
  readonly readsSession?: boolean;
}

/** Without a credential, rate limited by network address. */
export const Public = (options: PublicOptions = {}): MethodDecorator => access('public', { ...options });

/**
 * All permissions that a call needs: the route's, and those of its expansions. Undeclared expansions are left out: validation rejects
 * them.
 * @param expand the values of the query parameter
 */
export function permissionsNeeded(
  { access: rule = 'public', expansions = [] }: FastifyContextConfig,
  expand: unknown,
): Permission[] {
  const requested = namesToExpand(expand);
  const expanded = expansions.filter((name) => requested.includes(name)).map((name) => EXPANSIONS[name]);
  return [...new Set([rule, ...expanded])].filter(isPermission);
}

/** The requested expansions, from the query as the client wrote it. */
export function expandOf({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, 'expand') : undefined;
}

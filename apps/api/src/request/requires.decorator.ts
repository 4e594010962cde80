import { EXPANSIONS, isExpansion, namesToExpand, type ExpansionName } from '@billhook/contract/invoicing/expand';
import { isPermission, type Permission } from '@billhook/domain/identity/permissions';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';

/**
 * What a route asks of its caller. Kept in the route's own configuration, so that the gate can refuse before the body is read,
 * and said in the OpenAPI document. A route that says nothing is refused.
 */
export type AccessRule = 'public' | 'authenticated' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
    /** Whether a key that does not work now may call it all the same. */
    evenSuspended?: boolean;
    /** Whether it is an answer of a document's client, which a link that only shows the document does not take. */
    answers?: boolean;
    /** What its answer can be expanded by. */
    expansions?: readonly ExpansionName[];
    /** Whether a route that is open to everybody counts nobody. */
    isUncounted?: boolean;
  }
}

const access = (
  rule: AccessRule,
  more: Omit<FastifyContextConfig, 'access' | 'url' | 'method'> = {},
): MethodDecorator => applyDecorators(RouteConfig({ access: rule, ...more }), ApiExtension('x-permission', rule));

/**
 * The permission that the caller must hold now.
 * @param expansions what the answer can be expanded by, by its name: what is asked of it needs permissions of its own
 */
export const Requires = (
  permission: Permission,
  expansions: Readonly<Partial<Record<ExpansionName, unknown>>> = {},
): MethodDecorator => access(permission, { expansions: Object.keys(expansions).filter(isExpansion) });

/**
 * Says in the OpenAPI document what a body may need beside the permission of its route. The service judges it: the gate reads no body.
 * @param sentence what needs what
 */
export const MayRequire = (sentence: string): MethodDecorator => ApiExtension('x-more-permissions', sentence);

/**
 * Any caller with a valid credential of the surface.
 * @param evenSuspended for where the holder of a key reads why it does not work; else a suspended key is refused, as everywhere
 */
export const Authenticated = ({ evenSuspended = false } = {}): MethodDecorator =>
  access('authenticated', { evenSuspended });

/** The client of a document, by its answering link. */
export const RequiresAnsweringLink = (): MethodDecorator => access('authenticated', { answers: true });

interface PublicOptions {
  /** Whether it may be called as often as one likes: by the probes of a load balancer. */
  readonly isUncounted?: boolean;
}

/** Open to everybody, and counted by the address. */
export const Public = (options: PublicOptions = {}): MethodDecorator => access('public', { ...options });

/**
 * All permissions that a call needs: the route's own, and those of what it asks to be expanded by. What the route does not declare is
 * left out; its query is refused for it.
 * @param expand the values of the parameter, as the query holds them
 */
export function permissionsNeeded(
  { access: rule = 'public', expansions = [] }: FastifyContextConfig,
  expand: unknown,
): Permission[] {
  const asked = namesToExpand(expand);
  const expanded = expansions.filter((name) => asked.includes(name)).map((name) => EXPANSIONS[name]);
  return [...new Set([rule, ...expanded])].filter(isPermission);
}

/** What is asked to be expanded; the query is an object of what the client wrote. */
export function expandOf({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, 'expand') : undefined;
}

import type { Permission } from '@billhook/domain/permissions';
import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension } from '@nestjs/swagger';

/**
 * What a route asks of its caller. Kept in the route's own configuration, so that the gate can refuse before the body is read,
 * and said in the OpenAPI document. A route that says nothing is refused.
 */
export type AccessRule = 'public' | 'authenticated' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
  }
}

const access = (rule: AccessRule): MethodDecorator =>
  applyDecorators(RouteConfig({ access: rule }), ApiExtension('x-permission', rule));

/** The permission that the caller must hold now. */
export const Requires = (permission: Permission): MethodDecorator => access(permission);

/** Any caller with a valid credential of the surface. */
export const Authenticated = (): MethodDecorator => access('authenticated');

/** Open to everybody. */
export const Public = (): MethodDecorator => access('public');

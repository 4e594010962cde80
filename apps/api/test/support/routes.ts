import { isPermission, type Permission } from '@billhook/domain/permissions';
import { RequestMethod } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { TestApi } from './api.js';

/** A route that asks for a permission, with ids in its path that no record has. */
export interface GuardedRoute {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

const paths = (target: object): string[] => [Reflect.getMetadata('path', target) as string | string[]].flat();

/** The guarded routes below a prefix, from the controllers themselves: no document and no list of ours stands between. */
export function guardedRoutes(api: TestApi, prefix: string): GuardedRoute[] {
  return [...api.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, unknown> | undefined;
      const handlers = Object.getOwnPropertyNames(prototype ?? {}).map((name) => prototype?.[name]);
      return handlers.flatMap((handler) => {
        if (!metatype || typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) return [];
        const config = Reflect.getMetadata('__fastify_route_config__', handler) as { access?: string } | undefined;
        const permission = config?.access ?? '';
        if (!isPermission(permission)) return [];
        const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
        return paths(metatype).flatMap((base) =>
          paths(handler).map((rest) => ({ method, path: pathOf(base, rest), permission })),
        );
      });
    })
    .filter(({ path }) => path.startsWith(prefix));
}

function pathOf(base: string, rest: string): string {
  const parts = `${base}/${rest}`.split('/').filter(Boolean);
  return `/${parts.map((part) => (part.startsWith(':') ? '999999999' : part)).join('/')}`;
}

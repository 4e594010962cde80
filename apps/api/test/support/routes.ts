import { isPermission, type Permission } from '@billhook/domain/identity/permissions';
import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, ModulesContainer } from '@nestjs/core';
import type { TestApi } from './api.js';

/** A route that asks for a permission, with ids in its path that no record has. */
export interface GuardedRoute {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
}

const paths = (target: object): string[] => [Reflect.getMetadata('path', target) as string | string[]].flat();

interface Route {
  readonly method: string;
  /** With the names of its parameters: `/app/api-keys/:id`. */
  readonly path: string;
  readonly access: string | undefined;
  /** Its declared errors. */
  readonly problems: readonly string[];
}

/** The routes below a prefix, read from the controllers, not from the document or a list. */
export function routesBelow(api: TestApi, prefix: string): Route[] {
  return [...api.app.get(ModulesContainer).values()]
    .flatMap((module) => [...module.controllers.values()])
    .flatMap(({ metatype }) => {
      const prototype = metatype?.prototype as Record<string, unknown> | undefined;
      // Inherited handlers too: the frame of records declares most routes.
      const handlers = new MetadataScanner().getAllMethodNames(prototype ?? null).map((name) => prototype?.[name]);
      return handlers.flatMap((handler) => {
        if (!metatype || typeof handler !== 'function' || !Reflect.hasMetadata('method', handler)) return [];
        const config = Reflect.getMetadata('__fastify_route_config__', handler) as { access?: string } | undefined;
        const said = Reflect.getMetadata('swagger/apiExtension', handler) as { 'x-problems'?: string[] } | undefined;
        const problems = said?.['x-problems'] ?? [];
        const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
        return paths(metatype).flatMap((base) =>
          paths(handler).map((rest) => ({ method, path: joined(base, rest), access: config?.access, problems })),
        );
      });
    })
    .filter(({ path }) => path.startsWith(prefix));
}

/** Those that ask for a permission. */
export function guardedRoutes(api: TestApi, prefix: string): GuardedRoute[] {
  return routesBelow(api, prefix).flatMap(({ method, path, access = '' }) =>
    isPermission(access) ? [{ method, path: path.replaceAll(/:[^/]+/g, '999999999'), permission: access }] : [],
  );
}

const joined = (base: string, rest: string): string => `/${`${base}/${rest}`.split('/').filter(Boolean).join('/')}`;

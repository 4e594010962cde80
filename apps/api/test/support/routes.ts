import { isPermission, type Permission } from '@billhook/domain/identity/permissions';
import { ModulesContainer } from '@nestjs/core';
import { declaredRoutes } from '../../src/request/routes/declared-routes.rules.js';
import type { TestApi } from './api.js';

/** A route that requires a permission, with ids in its path that no record has. */
export interface GuardedRoute {
  readonly method: string;
  readonly path: string;
  readonly permission: Permission;
  /** What every call needs: the permission, and a second one of some routes. */
  readonly needs: readonly Permission[];
}

interface Route {
  readonly method: string;
  /** With the names of its parameters: `/app/api-keys/:id`. */
  readonly path: string;
  readonly access: string | undefined;
  readonly also: string | undefined;
  /** Its declared errors. */
  readonly problems: readonly string[];
}

/** The routes below a prefix, read from the controllers, not from the document or a list. */
export function routesBelow(api: TestApi, prefix: string): Route[] {
  return declaredRoutes(api.app.get(ModulesContainer))
    .flatMap(({ handler, method, paths, access, also }) => {
      const said = Reflect.getMetadata('swagger/apiExtension', handler) as { 'x-problems'?: string[] } | undefined;
      return paths.map((path) => ({ method, path, access, also, problems: said?.['x-problems'] ?? [] }));
    })
    .filter(({ path }) => path.startsWith(prefix));
}

/** The routes that require a permission. */
export function guardedRoutes(api: TestApi, prefix: string): GuardedRoute[] {
  return routesBelow(api, prefix).flatMap(({ method, path, access = '', also = '' }) => {
    const needs = [access, also].filter(isPermission);
    const at = path.replaceAll(/:[^/]+/g, '999999999');
    return isPermission(access) ? [{ method, path: at, permission: access, needs }] : [];
  });
}

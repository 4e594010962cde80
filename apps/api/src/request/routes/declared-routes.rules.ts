import { RequestMethod } from '@nestjs/common';
import { MetadataScanner, type ModulesContainer } from '@nestjs/core';
import { surfaceOf } from '../surface.rules.js';

/** A handler of a controller, inherited ones included. */
export interface DeclaredRoute {
  /** `ClientsController.list` */
  readonly name: string;
  readonly handler: object;
  readonly method: string;
  /** With the names of their parameters: `/app/api-keys/:id`. */
  readonly paths: readonly string[];
  readonly access: string | undefined;
  /** A second permission that every call needs. */
  readonly also: string | undefined;
}

/** Every route of every controller. */
export function declaredRoutes(modules: ModulesContainer): DeclaredRoute[] {
  const controllers = [...modules.values()].flatMap((module) => [...module.controllers.values()]);
  return controllers.flatMap(({ metatype }) => {
    const prototype = metatype?.prototype as Readonly<Record<string, unknown>> | undefined;
    return new MetadataScanner().getAllMethodNames(prototype ?? null).flatMap((name) => {
      const handler = prototype?.[name];
      if (!metatype || typeof handler !== 'function' || !Reflect.hasMetadata('path', handler)) return [];
      const config = Reflect.getMetadata('__fastify_route_config__', handler) as
        | { access?: string; also?: string }
        | undefined;
      const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
      const paths = pathsOf(metatype).flatMap((base) => pathsOf(handler).map((rest) => joined(base, rest)));
      return [{ name: `${metatype.name}.${name}`, handler, method, paths, access: config?.access, also: config?.also }];
    });
  });
}

/** @throws Error that names every route without an access rule, or with one that no credential can meet */
export function requireAccessRules(modules: ModulesContainer): void {
  const routes = declaredRoutes(modules);
  const undeclared = routes.filter(({ access }) => access === undefined);
  const unreachable = routes.filter(
    ({ access, paths }) =>
      access !== undefined && access !== 'public' && paths.some((path) => surfaceOf(path) === 'none'),
  );
  const messages = [
    ...undeclared.map((route) => `${described(route)} has no access rule. Add @Requires, @Authenticated or @Public.`),
    ...unreachable.map(
      (route) => `${described(route)} has an access rule, but its path accepts no credential. Use @Public.`,
    ),
  ];
  if (messages.length > 0) throw new Error(messages.join('\n'));
}

const described = ({ name, method, paths }: DeclaredRoute): string => `${name} (${method} ${paths.join(', ')})`;

const pathsOf = (target: object): string[] => [Reflect.getMetadata('path', target) as string | string[]].flat();

const joined = (base: string, rest: string): string =>
  `/${[base, rest].join('/').split('/').filter(Boolean).join('/')}`;

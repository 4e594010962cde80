import { applyDecorators } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { FASTIFY_ROUTE_CONFIG_METADATA } from '@nestjs/platform-fastify/constants.js';
import { ApiOperation, type ApiOperationOptions } from '@nestjs/swagger';
import type { FastifyContextConfig } from 'fastify';

/** The announcement of a removal. Days are calendar dates and begin at midnight UTC. */
export interface Deprecation {
  /** The day from which it is deprecated; may be in the future. */
  readonly since: string;
  /** The time after which it may be removed: at least a year after `since`. */
  readonly sunset: string;
  /** The route that replaces it, like `/v1/things/{id}`; it has the parameters of the path. */
  readonly successor?: string;
  /** The section of the guides that explains the migration, below /docs/: `versioning/#…`. */
  readonly guide: string;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation;
  }
}

/** The metadata key of `ApiOperation` in @nestjs/swagger, which does not export it. */
const API_OPERATION = 'swagger/apiOperation';

/** JavaScript turns 30 February into 2 March. */
function isDay(text: string): boolean {
  const time = Date.parse(text);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}

/**
 * Announces the removal of a route, in the headers of every response (RFC 9745, RFC 8594) and in the document. Must be above `@Requires` and
 * `@Returns`, whose metadata it extends.
 * @throws Error at startup if it breaks the promises of the versioning guide
 */
export const Deprecated =
  (deprecation: Deprecation): MethodDecorator =>
  (target, key, descriptor) => {
    const name = `${target.constructor.name}.${String(key)}`;
    const handler: unknown = descriptor.value;
    if (typeof handler !== 'function') throw new Error(`${name}: only a route can be deprecated`);
    const config = Reflect.getMetadata(FASTIFY_ROUTE_CONFIG_METADATA, handler) as FastifyContextConfig | undefined;
    const operation = Reflect.getMetadata(API_OPERATION, handler) as ApiOperationOptions | undefined;
    // Decorators run from the last to the first, and those two would overwrite this one.
    if (!config?.access || !operation) throw new Error(`${name}: put @Deprecated above @Requires and @Returns`);
    check(name, deprecation);
    const description = [wordsOf(deprecation), operation.description].filter(Boolean).join('\n\n');
    applyDecorators(
      RouteConfig({ ...config, deprecated: deprecation }),
      ApiOperation({ ...operation, deprecated: true, description }),
    )(target, key, descriptor);
  };

function check(name: string, { since, sunset, guide }: Deprecation): void {
  for (const day of [since, sunset]) {
    if (!isDay(day)) throw new Error(`${name}: ${day} is not a calendar date`);
  }
  const yearLater = `${Number(since.slice(0, 4)) + 1}${since.slice(4)}`;
  if (sunset < yearLater) throw new Error(`${name}: a deprecated route stays for at least a year, until ${yearLater}`);
  if (!/^[a-z-]+\/(#[a-z0-9-]+)?$/.test(guide)) throw new Error(`${name}: ${guide} is not a guide`);
}

function wordsOf({ since, sunset, successor, guide }: Deprecation): string {
  const instead = successor === undefined ? '' : ` Use \`${successor}\` instead.`;
  return `**Deprecated since ${since}; removed on ${sunset} or later.**${instead} [How to migrate](/docs/${guide}).`;
}

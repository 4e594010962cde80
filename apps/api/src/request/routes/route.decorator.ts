import { EXPANSIONS, isExpansion, namesToExpand, type ExpansionName } from '@billhook/contract/invoicing/expand';
import { isPermission, type Permission } from '@billhook/domain/identity/permissions';
import type { ProblemCode } from '@billhook/domain/shared/problems';
import { applyDecorators, HttpCode, SerializeOptions, SetMetadata, StreamableFile } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExtension, ApiHeader, ApiOperation, ApiResponse } from '@nestjs/swagger';
import type { FastifyContextConfig, FastifyRequest } from 'fastify';
import { z } from 'zod';

/**
 * The access rule of a route, in its configuration, so that the gate can reject before the body is read, and in the OpenAPI document. The
 * application does not start if a route has none.
 */
export type AccessRule = 'public' | 'authenticated' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: AccessRule;
    /** A second permission that every call needs. */
    also?: Permission;
    /** Whether a suspended key may call it. */
    evenSuspended?: boolean;
    /** Whether it needs the client link of a document; a read-only link is rejected. */
    answers?: boolean;
    /** What its response can be expanded by. */
    expansions?: readonly ExpansionName[];
    /** Whether a public route is exempt from rate limits. */
    isUncounted?: boolean;
    /** Whether an earlier request can include a request with this path, which then does not count towards the rate limits. */
    canBeIncluded?: boolean;
    /** The limit of its body, if it accepts a file. */
    mostBytes?: number;
    /** Whether the request log leaves out the bodies, because they need more than the permission of the route. */
    loggedWithoutBodies?: boolean;
    /** Whether a public route learns the session of the caller, if there is one. */
    readsSession?: boolean;
    /** Whether pages call it by themselves, which is no use of the session. */
    isUnattended?: boolean;
  }
}

const access = (
  rule: AccessRule,
  more: Omit<FastifyContextConfig, 'access' | 'url' | 'method'> = {},
): MethodDecorator => applyDecorators(RouteConfig({ access: rule, ...more }), ApiExtension('x-permission', rule));

/**
 * The permission that the caller must hold now.
 * @param expansions what the response can be expanded by, by name: each needs further permissions
 * @param more a second permission, the limit of a body that is a file, whether the request log leaves out the bodies, and whether an earlier
 *   request can include it
 */
export const Requires = (
  permission: Permission,
  expansions: Readonly<Partial<Record<ExpansionName, unknown>>> = {},
  more: Pick<FastifyContextConfig, 'also' | 'mostBytes' | 'loggedWithoutBodies' | 'canBeIncluded'> = {},
): MethodDecorator => access(permission, { ...more, expansions: Object.keys(expansions).filter(isExpansion) });

/**
 * Documents a permission that a body may need beyond the route's. The service checks it: the gate reads no body.
 * @param sentence which content needs which permission
 */
export const MayRequire = (sentence: string): MethodDecorator => ApiExtension('x-more-permissions', sentence);

/**
 * Any caller with a valid credential of the surface.
 * @param evenSuspended for routes that explain why a key does not work; elsewhere a suspended key is rejected
 * @param isUnattended whether pages call it by themselves, which is no use of the session
 */
export const Authenticated = ({ evenSuspended = false, isUnattended = false } = {}): MethodDecorator =>
  access('authenticated', { evenSuspended, isUnattended });

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
 * All permissions that a call needs: those of the route, and those of its expansions. Undeclared expansions are left out: validation rejects
 * them.
 * @param expand the values of the query parameter
 */
export function permissionsNeeded(
  { access: rule = 'public', also, expansions = [] }: FastifyContextConfig,
  expand: unknown,
): Permission[] {
  const requested = namesToExpand(expand);
  const expanded = expansions.filter((name) => requested.includes(name)).map((name) => EXPANSIONS[name]);
  return [...new Set([rule, ...(also ? [also] : []), ...expanded])].filter(isPermission);
}

/** The requested expansions, from the query as the client wrote it. */
export function expandOf({ query }: FastifyRequest): unknown {
  return typeof query === 'object' && query !== null ? Reflect.get(query, 'expand') : undefined;
}

/** Set on a route whose response has no body. */
export const RETURNS_NOTHING = 'returns nothing';

export interface Outcome {
  /** One sentence, for the list of operations. */
  readonly summary: string;
  readonly description?: string;
  readonly status?: 200 | 201 | 202 | 207;
  /** For 201: the collection of the created record, for its Location. */
  readonly at?: string;
  /** The errors of this operation, in addition to the errors of every route. */
  readonly problems?: readonly ProblemCode[];
}

/** The metadata key for the collection of a created record. */
export const CREATED_COLLECTION = 'created-collection';

const WORDS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: the work is done after the response',
  207: 'A result for each item',
} as const;

/** The OpenAPI document generates the error responses from the codes, with headers and examples. */
const Describes = ({ summary, description, problems = [] }: Omit<Outcome, 'status'>): MethodDecorator =>
  applyDecorators(ApiOperation({ summary, ...(description && { description }) }), ApiExtension('x-problems', problems));

/** The schema of the response: documents it, and strips undeclared members. */
export function Returns(view: z.ZodType, outcome: Outcome): MethodDecorator {
  const { status = 200, at } = outcome;
  return applyDecorators(
    Describes(outcome),
    SetMetadata(CREATED_COLLECTION, at),
    HttpCode(status),
    SerializeOptions({ schema: view }),
    ApiResponse({ status, description: WORDS[status], standardSchema: view }),
  );
}

/** Another status and its response: the handler sets it on the reply. */
export function AlsoReturns(status: 200 | 201, view: z.ZodType): MethodDecorator {
  return ApiResponse({ status, description: WORDS[status], standardSchema: view });
}

const File = z.instanceof(StreamableFile).optional();

/** A file. @param types its possible media types */
export function ReturnsFile(types: readonly string[], outcome: Omit<Outcome, 'status'>): MethodDecorator {
  const binary = { schema: { type: 'string', format: 'binary' } } as const;
  return applyDecorators(
    Describes(outcome),
    SerializeOptions({ schema: File }),
    ApiResponse({
      status: 200,
      description: 'OK',
      content: Object.fromEntries(types.map((type) => [type, binary])),
    }),
  );
}

/** A file with the rows of a list, which is sent while they are read. */
export const LIST_FILE = 'text/csv';

/** A response of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

interface StreamOutcome extends Omit<Outcome, 'status'> {
  /** A message of the stream. */
  readonly example: string;
}

/** A response that continues as long as the caller reads, from the last id that it received. */
export function ReturnsEventStream({ example, ...outcome }: StreamOutcome): MethodDecorator {
  const description = 'Blocks of lines separated by an empty line (WHATWG HTML, server-sent events)';
  const schema = { type: 'string', description, example } as const;
  return applyDecorators(
    Describes(outcome),
    ApiHeader({
      name: 'Last-Event-ID',
      required: false,
      description:
        'The `id` of the last message that you received: the stream continues after it. Takes precedence over `after`.',
    }),
    SerializeOptions({ schema: File }),
    ApiResponse({ status: 200, description: 'OK; the connection stays open', content: { [EVENT_STREAM]: { schema } } }),
  );
}

/** A PDF. */
export const ReturnsPdf = (outcome: Omit<Outcome, 'status'>): MethodDecorator =>
  ReturnsFile(['application/pdf'], outcome);

/** A response without a body. */
export function ReturnsNothing(outcome: Omit<Outcome, 'status'> & { readonly status?: 202 | 204 }): MethodDecorator {
  const { status = 204 } = outcome;
  const description = status === 204 ? 'Done' : WORDS[status];
  return applyDecorators(
    Describes(outcome),
    HttpCode(status),
    SetMetadata(RETURNS_NOTHING, true),
    ApiResponse({ status, description }),
  );
}

/**
 * The order of a controller's routes in the documentation. By default inherited ones come last, because scanners read a class before its base.
 * @param names of the methods; any others follow
 */
export function RouteOrder(...names: readonly string[]): ClassDecorator {
  return (controller) => {
    const prototype = controller.prototype as object;
    const own = Object.getOwnPropertyNames(prototype).filter((name) => name !== 'constructor');
    for (const name of [...names, ...own.filter((other) => !names.includes(other))]) {
      const descriptor = Object.getOwnPropertyDescriptor(prototype, name) ?? inherited(prototype, name);
      Reflect.deleteProperty(prototype, name);
      Object.defineProperty(prototype, name, descriptor);
    }
  };
}

function inherited(prototype: object, name: string): PropertyDescriptor {
  for (let base = Reflect.getPrototypeOf(prototype); base !== null; base = Reflect.getPrototypeOf(base)) {
    const descriptor = Object.getOwnPropertyDescriptor(base, name);
    if (descriptor) return descriptor;
  }
  throw new Error(`the controller has no route ${name}`);
}

/**
 * The paths of a record's routes: under /v1 with a key, and the same under /app with a session, for the screens. The OpenAPI document
 * shows only the first.
 */
export const recordPaths = (name: string): string[] => [`v1/${name}`, `app/${name}`];

import { isPermission } from '@billhook/domain/identity/permissions';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Components } from '../steps/openapi-operations.rules.js';
import { annotationsAside } from '../steps/schema-branches.rules.js';
import type { Pair, Side } from './compared-operations.rules.js';
import { same, type Break } from './schema-breaks.rules.js';

type Servers = Pick<OpenAPIObject, 'servers'>;
type Requirements = NonNullable<OpenAPIObject['security']>;
type Requirement = Requirements[number];
type Flows = Readonly<Record<string, { readonly scopes?: Readonly<Record<string, string>> }>>;

/** Generated programs call the first server by default. */
export function serverBreaks(where: string, before: Servers, after: Servers): Break[] {
  const [had, has] = [urlsOf(before), urlsOf(after)];
  return [
    ...(had[0] === has[0] ? [] : [{ where, what: `the first server was ${had[0]}, is ${has[0]} now` }]),
    ...had.slice(1).flatMap((url) => (has.includes(url) ? [] : [{ where, what: `the server ${url} was removed` }])),
  ];
}

/** OpenAPI: without servers, or with an empty list, the URL is the root of the document's origin. */
const urlsOf = ({ servers = [] }: Servers): string[] => (servers.length > 0 ? servers.map(({ url }) => url) : ['/']);

/** A security scheme keeps its name, place and form. */
export function schemeBreaks(before: Components, after: Components): Break[] {
  const has = after.securitySchemes ?? {};
  return Object.entries(before.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const where = `the security scheme ${name}`;
    const later = has[name];
    if (!later) return [{ where, what: 'was removed' }];
    const [was, is] = [scheme, later].map((one) => {
      // The format of a bearer token is a hint, like a description.
      const { bearerFormat: _, ...form } = annotationsAside({ ...one });
      const flows = flowsOf(one);
      return { ...form, ...(flows && { flows: withScopesOf(flows, flowsOf(scheme)) }) };
    });
    return same(was, is) ? [] : [{ where, what: `was ${JSON.stringify(was)}, is ${JSON.stringify(is)} now` }];
  });
}

/** The flows of a scheme with the names of the scopes that the earlier one had as well: a client asks for no other scope. */
function withScopesOf(flows: Flows, earlier: Flows = {}): unknown {
  return Object.fromEntries(
    Object.entries(flows).map(([name, flow]) => {
      const had = Object.keys(earlier[name]?.scopes ?? {});
      const scopes = Object.keys(flow.scopes ?? {}).filter((scope) => had.includes(scope));
      return [name, { ...flow, scopes: scopes.toSorted() }];
    }),
  );
}

const flowsOf = (scheme: object): Flows | undefined =>
  'flows' in scheme && typeof scheme.flows === 'object' ? (scheme.flows as Flows) : undefined;

/** Breaking changes in the security and the servers of an operation. */
export function accessBreaks({ where, before, after }: Pair): Break[] {
  return [
    ...permissionBreaks({ where, before, after }),
    ...securityBreaks({ where, before, after }),
    ...(before.operation.servers || after.operation.servers
      ? serverBreaks(where, serversOf(before), serversOf(after))
      : []),
  ];
}

const serversOf = ({ operation, document }: Side): Servers => (operation.servers ? operation : document);

function permissionBreaks({ where, before, after }: Pair): Break[] {
  const [was = 'public', is = 'public'] = [before.operation['x-permission'], after.operation['x-permission']];
  const more = is !== was && (isPermission(is) || was === 'public');
  return more ? [{ where, what: `needed ${was}, needs ${is} now` }] : [];
}

/** A caller who satisfied one of the alternatives must still satisfy one. */
function securityBreaks({ where, before, after }: Pair): Break[] {
  const [had, has] = [requirementsOf(before), requirementsOf(after)];
  const kept = had.every((old) => has.some((fresh) => meets(old, fresh)));
  return kept ? [] : [{ where, what: `security was ${named(had)}, is ${named(has)} now` }];
}

/** The alternatives; no requirement at all is an alternative that requires nothing. */
function requirementsOf({ operation, document }: Side): Requirements {
  const requirements = operation.security ?? document.security ?? [];
  return requirements.length > 0 ? requirements : [{}];
}

const meets = (given: Requirement, required: Requirement): boolean =>
  Object.entries(required).every(
    ([scheme, scopes]) => scopes.every((scope) => given[scheme]?.includes(scope)) && scheme in given,
  );

const named = (requirements: Requirements): string =>
  requirements
    .map((one) => {
      const parts = Object.entries(one).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
      return parts.join(' and ') || 'none';
    })
    .join(' or ');

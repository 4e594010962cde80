import { isPermission } from '@billhook/domain/identity/permissions';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Pair, Side } from './compared-operations.js';
import type { Components } from './openapi-operations.js';
import { annotationsAside } from './schema-branches.js';
import { same, type Break } from './schema-breaks.js';

type Servers = Pick<OpenAPIObject, 'servers'>;
type Requirements = NonNullable<OpenAPIObject['security']>;
type Requirement = Requirements[number];

/** Programs that are made from the document call the first server unless they are told another. */
export function serverBreaks(where: string, before: Servers, after: Servers): Break[] {
  const [had, has] = [urlsOf(before), urlsOf(after)];
  return [
    ...(had[0] === has[0] ? [] : [{ where, what: `the first server was ${had[0]}, is ${has[0]} now` }]),
    ...had.slice(1).flatMap((url) => (has.includes(url) ? [] : [{ where, what: `the server ${url} was removed` }])),
  ];
}

/** As OpenAPI has it: without a list, or with an empty one, it is the root of where the document came from. */
const urlsOf = ({ servers = [] }: Servers): string[] => (servers.length > 0 ? servers.map(({ url }) => url) : ['/']);

/** How a caller shows who he is: under its name, in the same place and form. */
export function schemeBreaks(before: Components, after: Components): Break[] {
  const has = after.securitySchemes ?? {};
  return Object.entries(before.securitySchemes ?? {}).flatMap(([name, scheme]) => {
    const where = `the security scheme ${name}`;
    const later = has[name];
    if (!later) return [{ where, what: 'was removed' }];
    const [was, is] = [scheme, later].map((one) => {
      // What a bearer token looks like is a hint, as a description is.
      const { bearerFormat: _, ...form } = annotationsAside({ ...one });
      return form;
    });
    return same(was, is) ? [] : [{ where, what: `was ${JSON.stringify(was)}, is ${JSON.stringify(is)} now` }];
  });
}

/** What an operation needs of its caller, and where it is called. */
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

/** Who met one of the alternatives has to meet one still. */
function securityBreaks({ where, before, after }: Pair): Break[] {
  const [had, has] = [requirementsOf(before), requirementsOf(after)];
  const kept = had.every((old) => has.some((fresh) => meets(old, fresh)));
  return kept ? [] : [{ where, what: `security was ${named(had)}, is ${named(has)} now` }];
}

/** The alternatives; nothing at all is one that asks for nothing. */
function requirementsOf({ operation, document }: Side): Requirements {
  const said = operation.security ?? document.security ?? [];
  return said.length > 0 ? said : [{}];
}

const meets = (given: Requirement, asked: Requirement): boolean =>
  Object.entries(asked).every(
    ([scheme, scopes]) => scopes.every((scope) => given[scheme]?.includes(scope)) && scheme in given,
  );

const named = (requirements: Requirements): string =>
  requirements
    .map((one) => {
      const parts = Object.entries(one).map(([scheme, scopes]) => [scheme, ...scopes].join(' '));
      return parts.join(' and ') || 'none';
    })
    .join(' or ');

import type { PermissionCause, WhoCanFix } from '@billhook/contract/identity/me';
import { isPaidPlan } from '@billhook/domain/identity/company';
import {
  APPLICATION_PERMISSIONS,
  GRANTABLE_PERMISSIONS,
  PERMISSIONS,
  type Permission,
} from '@billhook/domain/identity/permissions';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { FastifyContextConfig } from 'fastify';
import type { AppPrincipal, BearerPrincipal, KeyPrincipal, Principal } from '../request/principal.js';
import { permissionsNeeded } from '../request/routes/route.decorator.js';

/** Why a permission does not work now, who can fix it, and on which page of the settings (a path under the public URL). */
interface Cause {
  readonly code: ProblemCode;
  readonly cause: PermissionCause;
  readonly whoCanFix: WhoCanFix;
  readonly fixUrl: string;
  /** A sentence for the detail. */
  readonly because: string;
}

/** The error for a caller without all needed permissions. Code and cause belong to the first missing permission. */
export interface AccessProblem extends Omit<Cause, 'because'> {
  readonly detail: string;
  readonly requiredPermissions: readonly Permission[];
  readonly missing: readonly Permission[];
  readonly held: readonly Permission[];
}

/** Where administrators see and change the permissions of the creator. */
const memberPage = (id: number): string => `/settings/members/${id}`;

/** Opens the form for a new key with these permissions selected; on the Free plan, the upgrade prompt. */
const createKey = (scopes: readonly Permission[]): string =>
  `/settings/api-keys?create=1${scopes.length > 0 ? `&scopes=${scopes.join(',')}` : ''}`;

/** The page where people see and revoke the access of applications. */
const AUTHORISED_APPLICATIONS = '/settings/applications';

/** What an error calls the credential, the member behind it, and credentials of its kind. */
const WORDS = {
  key: { it: 'The key', member: 'member who created the key', all: 'API keys', again: 'the key works again' },
  app: {
    it: 'The access token',
    member: 'member who authorised the application',
    all: 'applications',
    again: 'the access token works again',
  },
} as const;

/** Why the whole key or token does not work, whatever its permissions. The deepest cause comes first. */
function suspensionOf(by: BearerPrincipal): Cause | undefined {
  const { kind, memberId, creatorActive, creatorPermissions, company } = by;
  const { member, all, again } = WORDS[kind];
  if (!creatorActive) {
    return {
      code: 'creator_inactive',
      cause: 'creator_inactive',
      whoCanFix: 'administrator',
      fixUrl: memberPage(memberId),
      because: `The ${member} is deactivated.`,
    };
  }
  if (kind === 'app' && !by.isAllowed) {
    return {
      code: 'application_not_allowed',
      cause: 'policy',
      whoCanFix: 'administrator',
      fixUrl: AUTHORISED_APPLICATIONS,
      because: `${company.name} does not allow ${by.application.name}. An administrator can add it to the application policy.`,
    };
  }
  if (isPaidPlan(company.plan)) return undefined;
  return {
    code: 'plan_required',
    cause: 'plan',
    // A creator with `company.manage` can upgrade without asking anyone.
    whoCanFix: creatorPermissions.includes('company.manage') ? 'key_owner' : 'administrator',
    fixUrl: createKey([]),
    because: `${company.name} is on the ${company.plan} plan, on which ${all} do not work. Upgrade the plan, and ${again}.`,
  };
}

/** Why the first missing permission does not work, and what fixes all missing ones, if one action does. */
function bearerCause(by: BearerPrincipal, permission: Permission, missing: readonly Permission[]): Cause {
  const { it, member } = WORDS[by.kind];
  const scopes = by.kind === 'key' ? by.key.scopes : by.grant.scopes;
  const possible = by.kind === 'key' ? GRANTABLE_PERMISSIONS : APPLICATION_PERMISSIONS;
  if (!possible.includes(permission)) {
    return {
      code: 'not_grantable',
      cause: 'scope_missing',
      whoCanFix: 'administrator',
      fixUrl: '/settings/',
      because: `No ${by.kind === 'key' ? 'API key' : 'application'} can have it. Sign in to the settings to do this.`,
    };
  }
  if (scopes.includes(permission)) {
    return {
      code: 'creator_permission_lost',
      cause: 'creator_lacks',
      whoCanFix: 'administrator',
      fixUrl: memberPage(by.memberId),
      because: `${it} has it, but the ${member} no longer does.`,
    };
  }
  return by.kind === 'key' ? keyScopeCause(by, missing) : APP_SCOPE_CAUSE;
}

const APP_SCOPE_CAUSE: Cause = {
  code: 'insufficient_scope',
  cause: 'scope_missing',
  whoCanFix: 'application',
  fixUrl: AUTHORISED_APPLICATIONS,
  because:
    'The access token does not have it. The application can ask the user for it with another authorization request.',
};

function keyScopeCause(principal: KeyPrincipal, missing: readonly Permission[]): Cause {
  const { scopes } = principal.key;
  // A new key can only carry what its creator holds: otherwise an administrator must create it.
  const toGrant = missing.filter((each) => GRANTABLE_PERMISSIONS.includes(each));
  const creatorCan = [...toGrant, 'api_key.create' as const].every((each) =>
    principal.creatorPermissions.includes(each),
  );
  return {
    code: 'insufficient_scope',
    cause: 'scope_missing',
    whoCanFix: creatorCan ? 'key_owner' : 'administrator',
    fixUrl: createKey([...new Set([...scopes, ...toGrant])]),
    because: creatorCan
      ? 'The key does not have it. Create a key that does.'
      : 'The key does not have it, and the member who created the key cannot create one that does.',
  };
}

function causeOf(principal: Principal, permission: Permission, missing: readonly Permission[]): Cause {
  if (isBearer(principal)) return bearerCause(principal, permission, missing);
  return {
    code: 'permission_missing',
    cause: 'member_lacks',
    whoCanFix: 'administrator',
    fixUrl: '/settings/',
    because: 'An administrator of the company can give it to you.',
  };
}

const isBearer = (principal: Principal): principal is Principal & (KeyPrincipal | AppPrincipal) =>
  principal.kind === 'key' || principal.kind === 'app';

/** The permissions that work now: none for a key or token whose member is deactivated or whose company is on the Free plan. */
export function workingPermissions(principal: Principal): Permission[] {
  const isSuspended = isBearer(principal) && suspensionOf(principal) !== undefined;
  return isSuspended ? [] : [...principal.permissions];
}

/**
 * Why the principal may not do what needs these permissions; undefined when it may. A suspended key or token may do nothing, not even what
 * needs no permission.
 */
export function accessProblemOf(principal: Principal, needed: readonly Permission[]): AccessProblem | undefined {
  const held = workingPermissions(principal);
  const missing = needed.filter((permission) => !held.includes(permission));
  const [first] = missing;
  const suspension = isBearer(principal) ? suspensionOf(principal) : undefined;
  const found = suspension ?? (first && causeOf(principal, first, missing));
  if (!found) return undefined;
  const { because, ...cause } = found;
  const named = missing.map((permission) => `${permission} (${PERMISSIONS[permission].summary.en.toLowerCase()})`);
  return {
    ...cause,
    detail: named.length > 0 ? `This requires ${named.join(' and ')}. ${because}` : because,
    requiredPermissions: needed,
    missing,
    held,
  };
}

/**
 * Rejects a caller that does not hold the permissions now.
 * @throws Problem 403
 */
export function requirePermission(principal: Principal, ...needed: Permission[]): void {
  throwIf(accessProblemOf(principal, needed));
}

/** Why the principal may not call a route. @param expand as in `permissionsNeeded` */
export function routeProblemOf(
  principal: Principal,
  config: FastifyContextConfig,
  expand: unknown,
): AccessProblem | undefined {
  const isOpen = config.access === 'public' || config.evenSuspended;
  return isOpen ? undefined : accessProblemOf(principal, permissionsNeeded(config, expand));
}

/**
 * Rejects a caller that may not call the route now.
 * @throws Problem 403
 */
export function requireRoute(principal: Principal, config: FastifyContextConfig, expand: unknown): void {
  if (config.answers && principal.kind === 'document' && principal.openedWith !== 'AnsweringLink') {
    throw new Problem(NO_ANSWER[principal.openedWith]);
  }
  throwIf(routeProblemOf(principal, config, expand));
}

const NO_ANSWER = {
  ViewingLink: 'answering_link_required',
  Preview: 'preview_takes_no_answer',
} as const satisfies Record<string, ProblemCode>;

function throwIf(rejection: AccessProblem | undefined): void {
  if (!rejection) return;
  const { code, detail, ...extensions } = rejection;
  throw new Problem(code, detail, { extensions });
}

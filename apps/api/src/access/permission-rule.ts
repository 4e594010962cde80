import type { RefusalCause, WhoCanFix } from '@billhook/contract/identity/me';
import { isPaidPlan } from '@billhook/domain/identity/company';
import { PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import { Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import type { FastifyContextConfig } from 'fastify';
import type { KeyPrincipal, Principal } from '../request/principal.js';
import { permissionsNeeded } from '../request/requires.decorator.js';

/** Why one permission does not work now, who can mend that, and on which page of the settings (a path under the public URL). */
interface Cause {
  readonly code: ProblemCode;
  readonly cause: RefusalCause;
  readonly whoCanFix: WhoCanFix;
  readonly fixUrl: string;
  /** A sentence for the detail. */
  readonly because: string;
}

/** What a caller is told who does not hold all that is needed. The code and the cause are those of the first permission missing. */
export interface Refusal extends Omit<Cause, 'because'> {
  readonly detail: string;
  readonly requiredPermissions: readonly Permission[];
  readonly missing: readonly Permission[];
  readonly held: readonly Permission[];
}

/** Administrators find the creator there, what he may do and what to do about it. */
const memberPage = (id: number): string => `/settings/members/${id}`;

/** Opens the form for a new key with these permissions ticked; on the Free plan it opens what tells of the paid one. */
const createKey = (scopes: readonly Permission[]): string =>
  `/settings/api-keys?create=1${scopes.length > 0 ? `&scopes=${scopes.join(',')}` : ''}`;

/** What keeps the whole key from working, whatever it carries. The deepest cause comes first. */
function suspensionOf({ memberId, creatorActive, creatorPermissions, company }: KeyPrincipal): Cause | undefined {
  if (!creatorActive) {
    return {
      code: 'creator_inactive',
      cause: 'creator_inactive',
      whoCanFix: 'administrator',
      fixUrl: memberPage(memberId),
      because: 'The member who created the key is deactivated.',
    };
  }
  if (isPaidPlan(company.plan)) return undefined;
  return {
    code: 'plan_required',
    cause: 'plan',
    // A member who manages the company can upgrade the plan without asking anyone.
    whoCanFix: creatorPermissions.includes('company.manage') ? 'key_owner' : 'administrator',
    fixUrl: createKey([]),
    because: `${company.name} is on the ${company.plan} plan, on which API keys do not work. Upgrade the plan, and the key works again.`,
  };
}

/** Why the first of the permissions that do not work does not, and what mends all of them where one thing does. */
function keyCause(principal: KeyPrincipal, permission: Permission, missing: readonly Permission[]): Cause {
  const { scopes } = principal.key;
  if (!PERMISSIONS[permission].grantable) {
    return {
      code: 'not_grantable',
      cause: 'scope_missing',
      whoCanFix: 'administrator',
      fixUrl: '/settings/',
      because: 'No API key can have it. Sign in to the settings to do this.',
    };
  }
  if (scopes.includes(permission)) {
    return {
      code: 'creator_permission_lost',
      cause: 'creator_lacks',
      whoCanFix: 'administrator',
      fixUrl: memberPage(principal.memberId),
      because: 'The key has it, but the member who created the key no longer does.',
    };
  }
  // A new key takes only what its creator holds: the box is there for him, or for somebody who holds it.
  const toGrant = missing.filter((each) => PERMISSIONS[each].grantable);
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
  if (principal.kind === 'key') return keyCause(principal, permission, missing);
  return {
    code: 'permission_missing',
    cause: 'member_lacks',
    whoCanFix: 'administrator',
    fixUrl: '/settings/',
    because: 'An administrator of the company can give it to you.',
  };
}

/** What the principal may do now. Of a key whose creator is deactivated, or whose company is on the Free plan, that is nothing. */
export function workingPermissions(principal: Principal): Permission[] {
  const isSuspended = principal.kind === 'key' && suspensionOf(principal) !== undefined;
  return isSuspended ? [] : [...principal.permissions];
}

/**
 * What keeps the principal from what needs these permissions, or undefined when it holds them all. A suspended key is kept from everything,
 * also from what needs none.
 */
export function refusalOf(principal: Principal, needed: readonly Permission[]): Refusal | undefined {
  const held = workingPermissions(principal);
  const missing = needed.filter((permission) => !held.includes(permission));
  const [first] = missing;
  const suspension = principal.kind === 'key' ? suspensionOf(principal) : undefined;
  const found = suspension ?? (first && causeOf(principal, first, missing));
  if (!found) return undefined;
  const { because, ...cause } = found;
  const named = missing.map((permission) => `${permission} (${PERMISSIONS[permission].summary.toLowerCase()})`);
  return {
    ...cause,
    detail: named.length > 0 ? `This needs ${named.join(' and ')}. ${because}` : because,
    requiredPermissions: needed,
    missing,
    held,
  };
}

/**
 * Refuses a caller that does not hold the permissions now.
 * @throws Problem 403
 */
export function requirePermission(principal: Principal, ...needed: Permission[]): void {
  throwIf(refusalOf(principal, needed));
}

/** What keeps the principal from calling a route. @param expand as in `permissionsNeeded` */
export function refusalOfRoute(
  principal: Principal,
  config: FastifyContextConfig,
  expand: unknown,
): Refusal | undefined {
  const isOpen = config.access === 'public' || config.evenSuspended;
  return isOpen ? undefined : refusalOf(principal, permissionsNeeded(config, expand));
}

/**
 * Refuses a caller that may not call the route now.
 * @throws Problem 403
 */
export function requireRoute(principal: Principal, config: FastifyContextConfig, expand: unknown): void {
  if (config.answers && principal.kind === 'document' && principal.openedWith !== 'AnsweringLink') {
    throw new Problem(NO_ANSWER[principal.openedWith]);
  }
  throwIf(refusalOfRoute(principal, config, expand));
}

const NO_ANSWER = {
  ViewingLink: 'answering_link_required',
  Preview: 'preview_takes_no_answer',
} as const satisfies Record<string, ProblemCode>;

function throwIf(refusal: Refusal | undefined): void {
  if (!refusal) return;
  const { code, detail, ...extensions } = refusal;
  throw new Problem(code, detail, { extensions });
}

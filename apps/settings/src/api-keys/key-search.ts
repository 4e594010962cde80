import { KEY_STATUSES, type KeyStatus } from '@billhook/domain/api-key';
import { isPermission, PERMISSIONS, type Permission } from '@billhook/domain/permissions';

/** What the address of the key lists holds. Never a secret. */
export interface CompanyKeySearch {
  status?: KeyStatus;
}

export interface KeySearch extends CompanyKeySearch {
  /** 1 opens the dialog that creates a key. */
  create?: 1;
  /** Permissions to tick in it, separated by commas: for links from the documentation. */
  scopes?: string;
}

export function companyKeySearch(search: Record<string, unknown>): CompanyKeySearch {
  const status = KEY_STATUSES.find((known) => known === search['status']);
  return status ? { status } : {};
}

export function keySearch(search: Record<string, unknown>): KeySearch {
  const { create, scopes } = search;
  return {
    ...companyKeySearch(search),
    ...((create === 1 || create === '1' || create === true) && { create: 1 }),
    ...(typeof scopes === 'string' && scopes && { scopes }),
  };
}

/** The grantable permissions that a link names; anything else in it is dropped. */
export function scopesOfLink(scopes: string | undefined): Permission[] {
  const named = (scopes ?? '').split(',').map((name) => name.trim());
  return [...new Set(named)].filter(isPermission).filter((permission) => PERMISSIONS[permission].grantable);
}

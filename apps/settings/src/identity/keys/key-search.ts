import { KEY_STATUSES } from '@billhook/domain/identity/key-status';
import { GRANTABLE_PERMISSIONS, isPermission, type Permission } from '@billhook/domain/identity/permissions';
import { flag, oneOf, recordId, searchOf, words, type SearchOf } from '../../shared/workspace/list-search.js';

/** The parameters in the address of the key lists. Never a secret. */
const listReaders = { status: oneOf(KEY_STATUSES), q: words };

/** The number of days of the filter for unused keys. */
export const UNUSED_DAYS = 90;

const grantable = (value: unknown): Permission | undefined =>
  typeof value === 'string' && isPermission(value) && GRANTABLE_PERMISSIONS.includes(value) ? value : undefined;

const companyReaders = {
  ...listReaders,
  memberId: recordId,
  scope: grantable,
  neverUsed: flag,
  unused: flag,
  noExpiry: flag,
  creatorGone: flag,
  outsidePolicy: flag,
};

export const companyKeySearch = searchOf(companyReaders);
export type CompanyKeySearch = ReturnType<typeof companyKeySearch>;

/** 1 opens a dialog. */
const opens = (value: unknown): 1 | undefined => (flag(value) || value === '1' ? 1 : undefined);

export const keySearch = searchOf({
  ...listReaders,
  /** 1 opens the dialog that creates a key. */
  create: opens,
  /** The permissions to select in it, separated by commas: for links from the documentation. */
  scopes: (value: unknown) => (typeof value === 'string' && value ? value : undefined),
});
export type KeySearch = ReturnType<typeof keySearch>;

/** The period of the page of a key, in days; 30 by default. */
export const TRAFFIC_WINDOWS = [30, 90, 365] as const;
export type TrafficWindow = (typeof TRAFFIC_WINDOWS)[number];

const trafficWindow = (value: unknown) => TRAFFIC_WINDOWS.find((days) => days === value && days !== 30);

export const keyPageSearch = searchOf({ days: trafficWindow, rotate: opens });
export type KeyPageSearch = SearchOf<{ days: typeof trafficWindow; rotate: typeof opens }>;

/** The filters of a key list as the API takes them. */
export type KeyFilters = Readonly<Record<string, string | number | undefined>>;

/** The filters in the address of the company's list as the API takes them. */
export function companyFilters(search: CompanyKeySearch): KeyFilters {
  const yes = (on: true | undefined) => (on ? 'true' : undefined);
  return {
    q: search.q,
    status: search.status,
    memberId: search.memberId,
    scope: search.scope,
    neverUsed: yes(search.neverUsed),
    unusedDays: search.unused && UNUSED_DAYS,
    expiry: search.noExpiry && 'none',
    creatorGone: yes(search.creatorGone),
    outsidePolicy: yes(search.outsidePolicy),
  };
}

/** The grantable permissions that a link names; anything else in it is dropped. */
export function scopesOfLink(scopes: string | undefined): Permission[] {
  const named = (scopes ?? '').split(',').map((name) => name.trim());
  return [...new Set(named)].flatMap((name) => grantable(name) ?? []);
}

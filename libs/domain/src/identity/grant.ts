import type { KeyStatus } from './key-status.js';

/** Derived on each read, like the status of keys. */
export type GrantStatus = KeyStatus;

/** Whether a grant works: `expiring` is a warning and counts as active. A suspended one can work again, the last two never. */
export const GRANT_ACCESS = ['active', 'suspended', 'expired', 'revoked'] as const;
export type GrantAccess = (typeof GRANT_ACCESS)[number];

export const grantAccess = (status: GrantStatus): GrantAccess => (status === 'expiring' ? 'active' : status);

/** Whether a grant can never work again. */
export const isEndedAccess = (access: GrantAccess): boolean => access === 'expired' || access === 'revoked';

/** How long the predecessor of a refresh token returns the same successor: for clients that lost the response. */
export const REFRESH_TOLERANCE_SECONDS = 30;

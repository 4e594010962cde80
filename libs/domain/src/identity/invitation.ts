export const INVITATION_DAYS = 7;

export const INVITATION_STATUSES = ['Open', 'Expired', 'Accepted', 'Withdrawn'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

export interface InvitationFacts {
  readonly acceptedAt: Date | null;
  readonly withdrawnAt: Date | null;
  readonly expiresAt: Date;
}

/** Derived on each read, so no job can be late. */
export function invitationStatus({ acceptedAt, withdrawnAt, expiresAt }: InvitationFacts, now: Date): InvitationStatus {
  if (acceptedAt) return 'Accepted';
  if (withdrawnAt) return 'Withdrawn';
  return expiresAt <= now ? 'Expired' : 'Open';
}

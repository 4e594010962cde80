/** What the names of all keys and channels of an installation in Redis begin with. @param id of `installationIdOf` */
export const redisPrefix = (id: string): string => `billhook-${id}`;

/** The channel of 0.1, which all installations on a Redis shared. */
const SHARED_CHANNEL = 'billhook_wake';

/** Channels of wake-ups. `own` belongs to the installation; processes of 0.1 use `shared` during an upgrade, until 0.3 omits it. */
export interface WakeChannels {
  readonly own: string;
  readonly shared: string;
}

export const wakeChannels = (prefix: string): WakeChannels => ({ own: `${prefix}:wake`, shared: SHARED_CHANNEL });

/** The keys of rate limits. One hash tag: in a cluster a script may only touch the keys of one slot. */
export const limitPrefix = (prefix: string): string => `{${prefix}:limits}:`;

/** The maximum number of endpoints of a company: limits the deliveries of one event. */
export const MOST_ENDPOINTS = 50;

/**
 * The maximum number of secrets that sign one message. Each signature adds 47 characters to one header; common receivers accept 8 KB of
 * headers.
 */
export const MOST_LIVE_SECRETS = 10;

/** The longest overlap of a rotation, in which the previous secret signs as well. */
export const LONGEST_OVERLAP_HOURS = 168;

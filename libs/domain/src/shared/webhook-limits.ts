/** The most endpoints of a company: limits the deliveries of one event. */
export const MOST_ENDPOINTS = 50;

/** The most secrets that sign one message. Each signature adds 47 characters to one header; common receivers accept 8 KB of headers. */
export const MOST_LIVE_SECRETS = 10;

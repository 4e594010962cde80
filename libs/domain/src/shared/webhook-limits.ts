/** Endpoints that a company may have: a bound to the deliveries that one event can make. */
export const MOST_ENDPOINTS = 50;

/** Secrets that sign a message together. Each is a signature of 47 characters in one header; common receivers take 8 KB of headers. */
export const MOST_LIVE_SECRETS = 10;

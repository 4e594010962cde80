/**
 * Where the routes of a record lie: under /v1 for integrations, and the same under /app for the screens, which carry a session instead of a
 * key. The OpenAPI document shows the first alone.
 */
export const recordPaths = (name: string): string[] => [`v1/${name}`, `app/${name}`];

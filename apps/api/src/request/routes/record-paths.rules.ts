/**
 * The paths of a record's routes: under /v1 with a key, and the same under /app with a session, for the screens. The OpenAPI document
 * shows only the first.
 */
export const recordPaths = (name: string): string[] => [`v1/${name}`, `app/${name}`];

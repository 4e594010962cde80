/** The surfaces of the service, each with its own kind of credential. `open` is for pages, health and documents. */
export type Surface = 'api' | 'settings' | 'portal' | 'open';

const PREFIXES: readonly (readonly [string, Surface])[] = [
  ['/v1', 'api'],
  ['/app', 'settings'],
  ['/portal/api', 'portal'],
];

/** The surface that a path belongs to. */
export function surfaceOf(url: string): Surface {
  const path = url.split('?', 1)[0] ?? '';
  const match = PREFIXES.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return match ? match[1] : 'open';
}

/** The resources that a token can be issued for. A token works for one of them only. */
export const OAUTH_RESOURCES = ['v1', 'mcp'] as const;
export type OAuthResource = (typeof OAUTH_RESOURCES)[number];

/** The URL of a resource (RFC 8707). */
export const resourceUrl = (publicUrl: string, resource: OAuthResource): string => `${publicUrl}/${resource}`;

/** The resource of a URL, which may end in a slash. The address of the installation means its API. */
export function resourceOf(publicUrl: string, url: string): OAuthResource | undefined {
  const bare = url.replace(/\/$/, '');
  if (bare === publicUrl) return 'v1';
  return OAUTH_RESOURCES.find((resource) => bare === resourceUrl(publicUrl, resource));
}

/** The resources that a token can be issued for. A token works for one of them only. */
export const OAUTH_RESOURCES = ['v1', 'mcp'] as const;
export type OAuthResource = (typeof OAUTH_RESOURCES)[number];

/** The URL of a resource (RFC 8707). */
export const resourceUrl = (publicUrl: string, resource: OAuthResource): string => `${publicUrl}/${resource}`;

/**
 * The resource of a URL, which may end in a slash. The address of the installation means its API. The address of the MCP server may have a
 * query, such as the `utm_source` that directories add, because nothing is read from it.
 */
export function resourceOf(publicUrl: string, url: string): OAuthResource | undefined {
  const mcp = resourceUrl(publicUrl, 'mcp');
  const bare = url.replace(/\/$/, '');
  if (bare === publicUrl) return 'v1';
  if (url.startsWith(mcp) && /^\/?\?/.test(url.slice(mcp.length))) return 'mcp';
  return OAUTH_RESOURCES.find((resource) => bare === resourceUrl(publicUrl, resource));
}

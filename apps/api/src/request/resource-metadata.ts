import { resourceUrl, type OAuthResource } from '@billhook/domain/identity/oauth';

const METADATA = '/.well-known/oauth-protected-resource';

/** The URL of the metadata of a resource (RFC 9728, 3.1): the well-known part goes before the path of the resource. */
export function metadataUrl(publicUrl: string, resource: OAuthResource): string {
  const { origin, pathname } = new URL(resourceUrl(publicUrl, resource));
  return `${origin}${METADATA}${pathname}`;
}

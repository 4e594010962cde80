import { OAUTH_RESOURCES, resourceUrl, type OAuthResource } from '@billhook/domain/identity/oauth-resource';
import { GRANTABLE_PERMISSIONS } from '@billhook/domain/identity/permissions';
import { Problem } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import { Controller, Get, Header, Inject, Param } from '@nestjs/common';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { Public } from '../../request/routes/route.decorator.js';

const TITLES: Readonly<Record<OAuthResource, string>> = { v1: 'Billhook API', mcp: 'Billhook MCP server' };

/** What applications must know about each resource to get a token for it (RFC 9728). */
@Controller('.well-known/oauth-protected-resource')
export class ResourceMetadataController {
  constructor(@Inject(ENV) private readonly env: Env) {}

  /** The address of the installation means its API. */
  @Get()
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiExcludeEndpoint()
  root(): object {
    return this.metadata(this.env.PUBLIC_URL, 'v1');
  }

  @Get(':resource')
  @Public()
  @Header('Cache-Control', 'public, max-age=3600')
  @Header('Access-Control-Allow-Origin', '*')
  @ApiExcludeEndpoint()
  of(@Param('resource') name: string): object {
    const resource = OAUTH_RESOURCES.find((each) => each === name);
    if (!resource) throw new Problem('route_not_found', `The resources are ${OAUTH_RESOURCES.join(' and ')}.`);
    return this.metadata(resourceUrl(this.env.PUBLIC_URL, resource), resource);
  }

  private metadata(url: string, resource: OAuthResource): object {
    return {
      resource: url,
      resource_name: TITLES[resource],
      authorization_servers: [this.env.PUBLIC_URL],
      scopes_supported: GRANTABLE_PERMISSIONS,
      bearer_methods_supported: ['header'],
      resource_documentation: `${this.env.PUBLIC_URL}/docs/`,
    };
  }
}

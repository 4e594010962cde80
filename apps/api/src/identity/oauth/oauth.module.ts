import { OAuthApplicationsRepository } from '@billhook/identity/oauth/applications.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { OAuthTokensRepository } from '@billhook/identity/oauth/tokens.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { ENV, LOGGER } from '@billhook/platform/tokens';
import { Module, type Provider } from '@nestjs/common';
import { GrantRevocationService } from '../grants/grant-revocation.service.js';
import { GrantsModule } from '../grants/grants.module.js';
import { createOAuthServer } from './create-oauth-server.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { OAuthServer } from './oauth-server.js';
import { OutboundFetch } from './outbound-fetch.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';

const SERVER: Provider = {
  provide: OAuthServer,
  inject: [
    ...[OAuthTokensRepository, OAuthGrantsRepository, OAuthClientsService, GrantRevocationService],
    ...[AppSecrets, OutboundFetch, ENV, LOGGER],
  ],
  useFactory: (
    tokens: OAuthTokensRepository,
    grants: OAuthGrantsRepository,
    clients: OAuthClientsService,
    revocation: GrantRevocationService,
    secrets: AppSecrets,
    outbound: OutboundFetch,
    env: Env,
    logger: Logger,
  ) => {
    const endGrant = (grantId: number, reason: string) => revocation.endByServer(grantId, reason);
    return new OAuthServer(createOAuthServer({ tokens, grants, clients, secrets, outbound, env, logger, endGrant }));
  },
};

/** The OAuth server, and the applications as its clients. */
@Module({
  imports: [GrantsModule],
  controllers: [ResourceMetadataController],
  providers: [OAuthApplicationsRepository, OAuthClientsService, SERVER],
  exports: [OAuthServer, OAuthClientsService, OAuthApplicationsRepository],
})
export class OAuthModule {}

import { ConsentCompaniesRepository } from '@billhook/identity/oauth/consent-companies.repository';
import { OAuthApplicationsRepository } from '@billhook/identity/oauth/oauth-applications.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/oauth-grants.repository';
import { OAuthPoliciesRepository } from '@billhook/identity/oauth/oauth-policies.repository';
import { OAuthTokensRepository } from '@billhook/identity/oauth/oauth-tokens.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import type { Env } from '@billhook/platform/env';
import type { Logger } from '@billhook/platform/logger';
import { ENV, LOGGER } from '@billhook/platform/tokens';
import { Module, type Provider } from '@nestjs/common';
import { TokenLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { KeyTrafficModule } from '../key-traffic/key-traffic.module.js';
import { MembersModule } from '../members/members.module.js';
import { ApplicationPolicyService } from './application-policy.service.js';
import { ApplicationsController } from './applications.controller.js';
import { ApplicationsService } from './applications.service.js';
import { ConsentController } from './consent.controller.js';
import { ConsentService } from './consent.service.js';
import { GrantRevocationService } from './grant-revocation.service.js';
import { GrantUseService } from './grant-use.service.js';
import { CompanyApplicationsController, GrantsController } from './grants.controller.js';
import { LogoLoader } from './logo-loader.js';
import { OAuthClientsService } from './oauth-clients.service.js';
import { createOAuthServer } from './oauth-server.js';
import { OAuthServer } from './oauth-server.service.js';
import { OutboundFetch } from './outbound-fetch.js';
import { PendingConsents } from './pending-consents.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { TokenVerificationService } from './token-verification.service.js';

const SERVER: Provider = {
  provide: OAuthServer,
  inject: [
    ...[OAuthTokensRepository, OAuthGrantsRepository, OAuthClientsService, GrantRevocationService],
    ...[AppSecrets, OutboundFetch, ENV, LOGGER],
  ],
  useFactory: async (
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
    return new OAuthServer(
      await createOAuthServer({ tokens, grants, clients, secrets, outbound, env, logger, endGrant }),
    );
  },
};

/** The OAuth server: applications, consent, grants and tokens. */
@Module({
  imports: [AuditModule, KeyTrafficModule, MembersModule],
  controllers: [
    ...[ConsentController, GrantsController, ApplicationsController, CompanyApplicationsController],
    ResourceMetadataController,
  ],
  providers: [
    ...[OAuthApplicationsRepository, OAuthGrantsRepository, OAuthTokensRepository, OAuthPoliciesRepository],
    ...[ConsentCompaniesRepository, OAuthClientsService, PendingConsents, ConsentService, ApplicationsService],
    ...[GrantRevocationService, GrantUseService, ApplicationPolicyService, LogoLoader, TokenVerificationService],
    SERVER,
    { provide: TokenLookup, useExisting: TokenVerificationService },
  ],
  exports: [TokenLookup, OAuthServer, GrantRevocationService, OAuthGrantsRepository],
})
export class OAuthModule {}

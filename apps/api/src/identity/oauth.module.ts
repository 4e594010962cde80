import { OAuthPoliciesRepository } from '@billhook/identity/oauth/application-policies.repository';
import { OAuthApplicationsRepository } from '@billhook/identity/oauth/applications.repository';
import { ConsentCompaniesRepository } from '@billhook/identity/oauth/consent-companies.repository';
import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { OAuthTokensRepository } from '@billhook/identity/oauth/tokens.repository';
import { AppSecrets } from '@billhook/platform/app-secrets';
import { ENV, type Env } from '@billhook/platform/env';
import { LOGGER, type Logger } from '@billhook/platform/logger';
import { Module, type Provider } from '@nestjs/common';
import { TokenLookup } from '../access/lookups.js';
import { ApplicationsController } from './applications/applications.controller.js';
import { ApplicationsService } from './applications/applications.service.js';
import { LogoLoader } from './applications/logo-loader.js';
import { AuthModule } from './auth.module.js';
import { ApplicationPolicyService } from './company-applications/application-policy.service.js';
import { CompanyApplicationsController } from './company-applications/company-applications.controller.js';
import { CompanyApplicationsService } from './company-applications/company-applications.service.js';
import { ConsentController } from './consent/consent.controller.js';
import { ConsentService } from './consent/consent.service.js';
import { PendingConsentsService } from './consent/pending-consents.service.js';
import { GrantChangesService } from './grants/grant-changes.service.js';
import { GrantRevocationService } from './grants/grant-revocation.service.js';
import { GrantUseService } from './grants/grant-use.service.js';
import { GrantsController } from './grants/grants.controller.js';
import { GrantsService } from './grants/grants.service.js';
import { TokenVerificationService } from './grants/token-verification.service.js';
import { KeysModule } from './keys.module.js';
import { MembersModule } from './members.module.js';
import { createOAuthServer } from './oauth/create-oauth-server.js';
import { OAuthClientsService } from './oauth/oauth-clients.service.js';
import { OAuthServer } from './oauth/oauth-server.js';
import { OutboundFetch } from './oauth/outbound-fetch.js';
import { ResourceMetadataController } from './oauth/resource-metadata.controller.js';

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

/** The OAuth server, its applications, and the access that members gave them. */
@Module({
  imports: [AuthModule, KeysModule, MembersModule],
  controllers: [
    ...[GrantsController, ResourceMetadataController, ApplicationsController, CompanyApplicationsController],
    ConsentController,
  ],
  providers: [
    ...[OAuthGrantsRepository, OAuthTokensRepository, GrantsService, GrantRevocationService, GrantUseService],
    ...[GrantChangesService, TokenVerificationService, OAuthApplicationsRepository, OAuthClientsService, SERVER],
    ...[ApplicationsService, LogoLoader, OAuthPoliciesRepository, CompanyApplicationsService],
    ...[ApplicationPolicyService, ConsentCompaniesRepository, ConsentService, PendingConsentsService],
    { provide: TokenLookup, useExisting: TokenVerificationService },
  ],
  exports: [TokenLookup, GrantChangesService, GrantRevocationService, OAuthGrantsRepository],
})
export class OAuthModule {}

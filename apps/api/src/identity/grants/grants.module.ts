import { OAuthGrantsRepository } from '@billhook/identity/oauth/grants.repository';
import { OAuthTokensRepository } from '@billhook/identity/oauth/tokens.repository';
import { Module } from '@nestjs/common';
import { TokenLookup } from '../../access/lookups.js';
import { AuditModule } from '../audit/audit.module.js';
import { GrantRevocationService } from './grant-revocation.service.js';
import { GrantUseService } from './grant-use.service.js';
import { GrantsController } from './grants.controller.js';
import { GrantsService } from './grants.service.js';
import { TokenVerificationService } from './token-verification.service.js';

/** The access that members gave applications, and the tokens of that access. */
@Module({
  imports: [AuditModule],
  controllers: [GrantsController],
  providers: [
    ...[OAuthGrantsRepository, OAuthTokensRepository, GrantsService, GrantRevocationService, GrantUseService],
    ...[TokenVerificationService, { provide: TokenLookup, useExisting: TokenVerificationService }],
  ],
  exports: [TokenLookup, GrantRevocationService, OAuthGrantsRepository, OAuthTokensRepository],
})
export class GrantsModule {}

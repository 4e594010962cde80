import { CompaniesRepository } from '@billhook/identity/companies/companies.repository';
import { Module } from '@nestjs/common';
import { InvitationsModule } from '../../identity/invitations/invitations.module.js';
import { SetUpController } from './set-up.controller.js';
import { SetUpService } from './set-up.service.js';

@Module({
  imports: [InvitationsModule],
  controllers: [SetUpController],
  providers: [SetUpService, CompaniesRepository],
})
export class SetUpModule {}

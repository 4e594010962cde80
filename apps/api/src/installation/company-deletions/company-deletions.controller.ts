import { CompanyDeletionView, RequestCompanyDeletion } from '@billhook/contract/installation/company-deletion';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, ByMember, type Principal, type SignedInMember } from '../../request/principal.js';
import { Requires, Returns } from '../../request/routes/route.decorator.js';
import { CompanyDeletionsService } from './company-deletions.service.js';

/** The deletion of the company. */
@ApiTags('Settings')
@Controller('app/company/deletion')
export class CompanyDeletionsController {
  constructor(private readonly deletions: CompanyDeletionsService) {}

  @Get()
  @Requires('company.manage')
  @Returns(CompanyDeletionView, { summary: 'Get the request to delete the company, and what would be deleted' })
  get(@By() by: Principal): Promise<CompanyDeletionView> {
    return this.deletions.get(by);
  }

  @Post()
  @Requires('company.manage')
  @Returns(CompanyDeletionView, {
    summary: 'Request the deletion of the company',
    description: 'For owners. The company is read-only until `deletesAt`, when it is deleted.',
    problems: ['invalid_body', 'permission_missing', 'step_up_required'],
  })
  request(
    @ByMember() by: SignedInMember,
    @Body({ schema: RequestCompanyDeletion }) body: RequestCompanyDeletion,
  ): Promise<CompanyDeletionView> {
    return this.deletions.request(by, body);
  }

  @Post('withdraw')
  @Requires('company.manage')
  @Returns(CompanyDeletionView, {
    summary: 'Withdraw the request to delete the company',
    description: 'For owners, until `deletesAt`. The company can be changed again immediately.',
    problems: ['deletion_not_requested', 'deletion_started', 'permission_missing'],
  })
  withdraw(@ByMember() by: SignedInMember): Promise<CompanyDeletionView> {
    return this.deletions.withdraw(by);
  }
}

import {
  ApplicationPolicy,
  CompanyApplicationList,
  RevokedGrants,
  RevokeGrant,
  SetApplicationPolicy,
} from '@billhook/contract/identity/oauth/grant';
import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Requires, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { ApplicationPolicyService } from './application-policy.service.js';
import { CompanyApplicationsService } from './company-applications.service.js';

@ApiTags('Settings')
@Controller('app/company')
export class CompanyApplicationsController {
  constructor(
    private readonly applications: CompanyApplicationsService,
    private readonly policies: ApplicationPolicyService,
  ) {}

  @Get('applications')
  @Requires('oauth_app.manage')
  @Returns(CompanyApplicationList, {
    summary: 'List the applications that members of the company use',
    problems: ['permission_missing'],
  })
  list(@ByMember() by: SignedInMember): Promise<CompanyApplicationList> {
    return this.applications.list(by);
  }

  @Post('applications/:id/revoke')
  @Requires('oauth_app.manage')
  @Returns(RevokedGrants, {
    summary: 'Revoke the access of an application for every member of the company',
    problems: ['invalid_body', 'not_found', 'permission_missing'],
  })
  revoke(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: RevokeGrant }) { reason }: RevokeGrant,
  ): Promise<RevokedGrants> {
    return this.applications.revoke(by, id, reason);
  }

  /** Open to every member: it applies to each application they authorise. */
  @Get('application-policy')
  @Authenticated()
  @Returns(ApplicationPolicy, { summary: 'Get the application policy of the company' })
  policy(@ByMember() by: SignedInMember): Promise<ApplicationPolicy> {
    return this.policies.get(by.company.id);
  }

  @Put('application-policy')
  @Requires('oauth_app.manage')
  @Returns(ApplicationPolicy, {
    summary: 'Set the application policy of the company',
    description:
      'The access of applications that the policy does not allow is suspended immediately. Allowing more applications needs a password confirmed within the last 10 minutes.',
    problems: ['invalid_body', 'permission_missing', 'step_up_required'],
  })
  setPolicy(
    @ByMember() by: SignedInMember,
    @Body({ schema: SetApplicationPolicy }) body: SetApplicationPolicy,
  ): Promise<ApplicationPolicy> {
    return this.policies.set(by, body);
  }
}

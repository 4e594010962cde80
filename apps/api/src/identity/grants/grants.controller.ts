import { GrantList, GrantView, RevokeGrant } from '@billhook/contract/identity/oauth/grant';
import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Authenticated, Returns } from '../../request/routes/route.decorator.js';
import { Id } from '../../request/routes/target.param.js';
import { GrantsService } from './grants.service.js';

@ApiTags('Settings')
@Controller('app/oauth/grants')
export class GrantsController {
  constructor(private readonly grants: GrantsService) {}

  @Get()
  @Authenticated()
  @Returns(GrantList, {
    summary: 'List the applications that you authorised',
    description: 'In each of your companies, including access that was revoked or has expired.',
  })
  list(@ByMember() by: SignedInMember): Promise<GrantList> {
    return this.grants.list(by);
  }

  @Post(':id/revoke')
  @Authenticated()
  @Returns(GrantView, {
    summary: 'Revoke the access of an application, immediately and permanently',
    problems: ['invalid_body', 'not_found'],
  })
  revoke(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: RevokeGrant }) { reason }: RevokeGrant,
  ): Promise<GrantView> {
    return this.grants.revoke(by, id, reason);
  }
}

import { ListMembers, MemberList } from '@billhook/contract/member';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Returns } from '../http/returns.decorator.js';
import { MembersService } from './members.service.js';

@ApiTags('Settings')
@Controller('app/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Requires('member.manage')
  @Returns(MemberList, { summary: 'List the members of the company', problems: ['invalid_query'] })
  list(@By() by: Principal, @Query({ schema: ListMembers }) query: ListMembers): Promise<MemberList> {
    return this.members.list(by, query);
  }
}

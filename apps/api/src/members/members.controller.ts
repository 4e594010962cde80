import { MemberList, type MemberView } from '@billhook/contract/session';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../access/principal.js';
import { Requires } from '../access/requires.decorator.js';
import { Returns } from '../http/returns.decorator.js';
import { presentMember } from './member.presenter.js';
import { MembersService } from './members.service.js';

@ApiTags('Settings')
@Controller('app/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Requires('member.manage')
  @Returns(MemberList, { summary: 'List the members of the company' })
  async list(@By() by: Principal): Promise<{ data: MemberView[] }> {
    return { data: (await this.members.list(by.company.id)).map(presentMember) };
  }
}

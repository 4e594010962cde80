import { OwnerList } from '@billhook/contract/identity/member';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { MembersRepository } from '@billhook/identity/members/members.repository';

@ApiTags('Settings')
@Controller('app/company/owners')
export class OwnersController {
  constructor(private readonly members: MembersRepository) {}

  @Get()
  @Authenticated()
  @Returns(OwnerList, {
    summary: 'List the owners of the company',
    description: 'The active members with the permission `company.manage`, whom other members can ask for a change.',
  })
  async list(@By() by: Principal): Promise<OwnerList> {
    return { data: await this.members.owners(by.company.id) };
  }
}

import { OwnerList } from '@billhook/contract/identity/member';
import { Controller, Get } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { By, type Principal } from '../../request/principal.js';
import { Authenticated } from '../../request/requires.decorator.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { MembersService } from './members.service.js';

@ApiTags('Settings')
@Controller('app/company/owners')
export class OwnersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Authenticated()
  @Returns(OwnerList, {
    summary: 'List the owners of the company',
    description: 'The active members with the permission `company.manage`, whom other members can ask for a change.',
  })
  list(@By() by: Principal): Promise<OwnerList> {
    return this.members.owners(by);
  }
}

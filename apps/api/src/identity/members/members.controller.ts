import {
  CreateServiceMember,
  ListMembers,
  MemberList,
  MemberView,
  UpdateMember,
} from '@billhook/contract/identity/member';
import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ByMember, type SignedInMember } from '../../request/principal.js';
import { Requires } from '../../request/requires.decorator.js';
import { Id } from '../../request/routes/id.param.js';
import { Returns } from '../../request/routes/returns.decorator.js';
import { MembersService } from './members.service.js';

@ApiTags('Settings')
@Controller('app/members')
export class MembersController {
  constructor(private readonly members: MembersService) {}

  @Get()
  @Requires('member.manage')
  @Returns(MemberList, {
    summary: 'List the members of the company',
    problems: ['invalid_query', 'permission_missing'],
  })
  list(@ByMember() by: SignedInMember, @Query({ schema: ListMembers }) query: ListMembers): Promise<MemberList> {
    return this.members.list(by, query);
  }

  @Post()
  @Requires('member.manage')
  @Returns(MemberView, {
    status: 201,
    summary: 'Create a service member',
    description:
      'A service member belongs to the company and cannot sign in. It gets the permissions of its role that an API key can have. Invite people instead.',
    problems: ['invalid_body', 'permission_missing', 'step_up_required'],
  })
  create(
    @ByMember() by: SignedInMember,
    @Body({ schema: CreateServiceMember }) body: CreateServiceMember,
  ): Promise<MemberView> {
    return this.members.createService(by, body);
  }

  @Get(':id')
  @Requires('member.manage')
  @Returns(MemberView, { summary: 'Get a member', problems: ['not_found', 'permission_missing'] })
  get(@ByMember() by: SignedInMember, @Id() id: number): Promise<MemberView> {
    return this.members.get(by, id);
  }

  @Patch(':id')
  @Requires('member.manage')
  @Returns(MemberView, {
    summary: 'Change the name, role or permissions of a member',
    description:
      'A role alone sets the permissions of that role; `permissions` overrides them. The change applies from the next request on. Adding a permission needs a password confirmed within the last 10 minutes.',
    problems: [
      ...(['invalid_body', 'not_found', 'permission_missing', 'member_holds_more'] as const),
      ...(['step_up_required', 'own_membership', 'member_removed'] as const),
    ],
  })
  update(
    @ByMember() by: SignedInMember,
    @Id() id: number,
    @Body({ schema: UpdateMember }) body: UpdateMember,
  ): Promise<MemberView> {
    return this.members.update(by, id, body);
  }
}
